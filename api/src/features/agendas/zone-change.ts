import type { settleZoneChange, ZoneChange as ShownZoneChange } from '@portal/contract/agendas'
import type { Person } from '@portal/contract/portal'
import { clockText, endsAfterStart, minutesOfClock } from '@portal/domain/agenda-times'
import { dayOf } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { isQuarterly, meetingOf } from '@portal/domain/meeting-ref'
import { quarterOfDate } from '@portal/domain/quarter'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import type * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import { forgetFormerTimeZone, formerTimeZone } from '../../platform/identity/changed-settings.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import {
  agendasCollection,
  itemsOf,
  meetingsCollection,
  type RawAgenda,
  timesOf,
} from './stored-agenda.ts'

export type ZoneChange = { from: string; to: string; now: Date }

/** A coming agenda whose times mean other moments in the new zone. */
export type MovedAgenda = {
  id: string
  title: string
  date: string
  time: string
  /** The same moments by the clocks of the new zone; undefined if the agenda can't have them. */
  kept: RawAgenda | undefined
}

/**
 * The coming agendas that another time zone moves: their times are stored without a zone, so they stay on the clock and
 * name other moments.
 */
export async function movedAgendas(store: StoreOperations, change: ZoneChange) {
  return (await storedMoved(store, change)).map(({ moved }) => moved)
}

type Parts = { store: DocumentStore; timeZone: string; now: () => Date }

/** Lets the coming agendas keep their moments, in a transaction. Returns those that can't, which stay as they are. */
export async function keepMoments(
  transaction: StoreOperations,
  change: ZoneChange & { by: Actor },
): Promise<{ changed: MovedAgenda[]; left: MovedAgenda[] }> {
  const all = await storedMoved(transaction, change)
  for (const { stored, moved, collection } of all) {
    if (!moved.kept) continue
    const [before, after] = [bodyOf(stored), moved.kept]
    await collection.in(transaction).update(stored.id, after, stored.revision)
    const { by, now: at } = change
    await recordChange(transaction, {
      at,
      by,
      what: 'agenda saved',
      subject: stored.id,
      before,
      after,
    })
  }
  const list = all.map(({ moved }) => moved)
  return { changed: list.filter(({ kept }) => kept), left: list.filter(({ kept }) => !kept) }
}

/** What admins decide about the coming agendas after the foundation's time zone has changed. */
export function createZoneChangeService({ store, timeZone: to, now }: Parts) {
  const shown = async (within: StoreOperations): Promise<ShownZoneChange> => {
    const from = await formerTimeZone(within, to)
    if (from === undefined) return {}
    const agendas = (await movedAgendas(within, { from, to, now: now() })).map(shownMoved)
    return agendas.length === 0 ? {} : { change: { from, to, agendas } }
  }

  return {
    async get(person: Person): Promise<ShownZoneChange> {
      mustManagePortal(person)
      return shown(store)
    },

    async settle(
      person: Person,
      { from, to: sentTo, keep }: z.output<typeof settleZoneChange.body>,
    ): Promise<ShownZoneChange> {
      mustManagePortal(person)
      return store.transaction(async (transaction) => {
        // Somebody has decided already, or the zone has changed again.
        const isLatest = sentTo === to && (await formerTimeZone(transaction, to)) === from
        if (!isLatest) return shown(transaction)
        const at = now()
        if (keep === 'moments') await keepMoments(transaction, { from, to, now: at, by: person })
        await forgetFormerTimeZone(transaction, to)
        await recordChange(transaction, {
          at,
          by: person,
          what: 'time zone confirmed',
          subject: to,
          before: { timeZone: from },
          after: { timeZone: to, kept: keep },
        })
        return {}
      })
    },
  }
}

function shownMoved({ id, title, date, time, kept }: MovedAgenda) {
  const moment = kept && { date: String(kept['date']), time: String(kept['time']) }
  return { id, title, date, time, ...(moment && { kept: moment }) }
}

/** "Q4 Board Meeting, 2026-12-10, 3:00 PM (2026-12-10, 11:00 PM keeps the moment)". */
export function movedText({ title, date, time, kept }: MovedAgenda): string {
  const instead = kept
    ? `${String(kept['date'])}, ${clockText(String(kept['time']))} keeps the moment`
    : 'no time of the same quarter and day keeps the moments'
  return `${title}, ${date}, ${clockText(time)} (${instead})`
}

async function storedMoved(store: StoreOperations, change: ZoneChange) {
  const collections = [agendasCollection, meetingsCollection]
  const listed = await Promise.all(
    collections.map(async (collection) => {
      const { documents } = await collection.in(store).list()
      return documents.map((stored) => ({ stored, collection }))
    }),
  )
  return listed.flat().flatMap(({ stored, collection }) => {
    const moved = movedBy(stored, change)
    return moved ? [{ stored, moved, collection }] : []
  })
}

/** The meeting of a quarter stays in it; any other can be on any day. */
function mayBeOn(date: string, id: string): boolean {
  const meeting = meetingOf(id)
  const isOther = meeting !== undefined && !isQuarterly(meeting)
  return isOther || quarterId(quarterOfDate(date)!) === id
}

function movedBy(
  stored: Stored<RawAgenda>,
  { from, to, now }: ZoneChange,
): MovedAgenda | undefined {
  const { id, date, title } = stored
  if (typeof date !== 'string' || date < dayOf(now, to)) return undefined
  const { time, endTime } = timesOf(stored)
  const clockIn = (clock: string) => {
    if (minutesOfClock(clock) === undefined) return undefined
    const moment = momentAt(`${date}T${clock.padStart(5, '0')}`, from)
    return moment && withOffset(moment, to).slice(0, 16).split('T')
  }
  const [start, end] = [clockIn(time), clockIn(endTime)]
  const [newDate, newTime] = start ?? []
  if (newDate === undefined || newTime === undefined) return undefined
  if (newDate === date && newTime === time.padStart(5, '0')) return undefined
  const newEnd = end?.[0] === newDate ? end[1]! : undefined
  const isPossible =
    newEnd !== undefined &&
    endsAfterStart({ time: newTime, endTime: newEnd }) &&
    mayBeOn(newDate, id)
  const items = itemsOf(stored).map((item) => {
    const own = typeof item['time'] === 'string' ? clockIn(item['time'])?.[1] : undefined
    return own === undefined ? item : { ...item, time: own }
  })
  const kept = { ...bodyOf(stored), date: newDate, time: newTime, endTime: newEnd, items }
  return {
    id,
    title: typeof title === 'string' ? title : id,
    date,
    time,
    kept: isPossible ? kept : undefined,
  }
}

import { randomUUID } from 'node:crypto'
import type { AgendaItem } from '@portal/contract/agendas'
import { type Audience, isRestricted, type Reader } from '@portal/domain/may-read'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { closedSession } from '@portal/domain/who-may-read'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import {
  audienceOf,
  type ClosedItem,
  closedItemsCollection,
  slotIn,
  type VisibilityService,
} from '../visibility/visibility-feature.ts'
import {
  audienceIn,
  isShut,
  itemsOf,
  keyOf,
  normalItem,
  ownIds,
  type RawAgenda,
  type RawAgendaItem,
} from './stored-agenda.ts'
import { papersOf } from './stored-papers.ts'

type StoredRecord = Stored<ClosedItem>

/**
 * An agenda inside a transaction, with whole items behind the placeholders that a person may prepare. Their `opened` is the
 * key of their record; the placeholders of all others are as they are stored.
 */
export type OpenedAgenda = {
  agenda: RawAgenda
  /** The agenda to store with placeholders, and what is stored apart. */
  close: (next: RawAgenda) => { agenda: RawAgenda; hasChanges: boolean; write: () => Promise<void> }
}

type Opening = {
  meeting: MeetingRef
  reader: Reader
  visibility: Pick<VisibilityService, 'mayPrepareItem' | 'meetingOf'>
  by: Actor
  at: Date
}

type Preparing = Pick<Opening, 'meeting' | 'reader' | 'visibility'>

/** Reads the restricted items of a stored agenda. */
export async function openAgenda(
  transaction: StoreOperations,
  stored: RawAgenda,
  { meeting, reader, visibility, by, at }: Opening,
): Promise<OpenedAgenda> {
  const records = await preparedRecords(transaction, stored, { meeting, reader, visibility })
  const agenda = meetingId(meeting)
  return {
    agenda: withItems(
      stored,
      itemsOf(stored).map((item) => opened(item, records.get(keyOf(item) ?? ''))),
    ),
    close(next) {
      const changes: { key: string; what: string; write: () => Promise<unknown> }[] = []
      const gone = new Map(records)
      const collection = closedItemsCollection.in(transaction)
      const items = itemsOf(next).map((item) => {
        if (isShut(item)) return item
        const { audience, toOthers, opened: key, ...content } = item
        const known = typeof key === 'string' ? records.get(key) : undefined
        if (known) gone.delete(known.id)
        if (!isRestricted({ audience: audience as Audience | undefined })) {
          if (known) {
            const write = async () => release(transaction, known)
            changes.push({ key: known.id, what: 'closed item opened', write })
          }
          return content
        }
        const record = recordOf({ known, agenda, content, audience, toOthers })
        const own = known?.id ?? randomUUID()
        if (!known || !isSameBody(bodyOf(known), record)) {
          const write = async () => collection.put(own, record, known)
          changes.push({ key: own, what: known ? 'closed item saved' : 'item closed', write })
        }
        return placeholderOf(content, own)
      })
      for (const known of gone.values()) {
        const write = async () => remove(transaction, known)
        changes.push({ key: known.id, what: 'closed item removed', write })
      }
      return {
        agenda: withItems(next, items),
        hasChanges: changes.length > 0,
        async write() {
          for (const { key, what, write } of changes) {
            await write()
            // Without the content: other admins read the audit too.
            await recordChange(transaction, {
              at,
              by,
              what,
              subject: key,
              after: { name: closedSession, agenda },
            })
          }
        },
      }
    },
  }
}

/** The restricted items of a stored agenda that a reader may prepare, by the keys in their placeholders. */
export async function preparedRecords(
  transaction: StoreOperations,
  stored: RawAgenda,
  { meeting, reader, visibility }: Preparing,
): Promise<Map<string, StoredRecord>> {
  const mayPrepare = (item: RawAgendaItem, audience: Audience) =>
    visibility.mayPrepareItem(reader, {
      kind: 'item',
      key: String(item['id']),
      isInPreparation: false,
      audience,
      meeting: visibility.meetingOf(meeting),
    })
  const records = new Map<string, StoredRecord>()
  for (const item of itemsOf(stored)) {
    const key = keyOf(item)
    const record =
      key === undefined ? undefined : await closedItemsCollection.in(transaction).get(key)
    if (record?.item && mayPrepare(item, audienceOf(record))) records.set(record.id, record)
  }
  return records
}

function opened(
  item: RawAgendaItem,
  record: (ClosedItem & { id: string }) | undefined,
): RawAgendaItem {
  if (!record) return item
  const { audience, toOthers } = record
  const { id, time, duration, subItem } = item
  const { time: _, duration: __, subItem: ___, ...content } = record.item ?? {}
  return withoutUndefined({
    ...content,
    id,
    time,
    duration,
    subItem,
    audience,
    toOthers,
    opened: record.id,
  })
}

/** A restricted item as its reader sees it: its time and place are those of the agenda. */
export function readItem(
  item: RawAgendaItem,
  id: string,
  { item: content = {} }: ClosedItem,
): AgendaItem {
  const { time, duration, subItem } = item
  return normalItem(withoutUndefined({ ...content, time, duration, subItem }), id)
}

/** With what those who may prepare it see as well. */
export function withAudience(item: AgendaItem, record: ClosedItem): AgendaItem {
  return { ...item, ...audienceIn(record) }
}

type Closing = {
  known: StoredRecord | undefined
  agenda: string
  content: RawAgendaItem
  audience: unknown
  toOthers: unknown
}

function recordOf({ known, agenda, content, audience, toOthers }: Closing): ClosedItem {
  const {
    toOthers: _,
    released = [],
    removed: __,
    ...former
  } = known ? (bodyOf(known) as ClosedItem) : ({} as ClosedItem)
  const kept = slotsOf({ agenda: known?.agenda ?? agenda, item: content })
  const dropped = known ? slotsOf(known).filter((slot) => !kept.includes(slot)) : []
  const slots = [...new Set([...released, ...dropped])].filter((slot) => !kept.includes(slot))
  const isMoved = known !== undefined && known.agenda !== agenda
  const movedFrom = [...new Set([...(known?.movedFrom ?? []), ...(isMoved ? [known.agenda] : [])])]
  return {
    ...former,
    ...(movedFrom.length > 0 ? { movedFrom } : {}),
    agenda,
    item: content,
    audience,
    ...(toOthers === undefined ? {} : { toOthers }),
    ...(slots.length > 0 ? { released: slots } : {}),
  } as ClosedItem
}

/** What everybody else sees of an item at most: its time, and its place in the agenda. */
function placeholderOf(
  { id, time, duration, subItem }: RawAgendaItem,
  closed: string,
): RawAgendaItem {
  const [title, type] = [closedSession, 'discussion']
  return withoutUndefined({ id, title, time, duration, completed: false, type, subItem, closed })
}

/** A placeholder after a save by somebody who may not see the item: its time may change. */
export function savedPlaceholder(stored: RawAgendaItem, sent: AgendaItem): RawAgendaItem {
  const { time, duration, subItem } = sent
  return withoutUndefined({ ...stored, time, duration, subItem })
}

/** Refuses a save without the placeholders of items that the caller may not see. */
export function refuseRemoved(before: RawAgendaItem[], ids: readonly string[]): void {
  const own = ownIds(before)
  if (!before.some((item, index) => isShut(item) && !ids.includes(own[index]!))) return
  throw new Refusal('forbidden', 'Only an admin who may see a closed session can remove it.')
}

/**
 * Refuses to move, replace or delete an agenda with an item that the reader may not see, whatever is in it, or with a
 * restricted item that has papers: nothing would close these any more.
 */
export async function refuseClosedItems(
  transaction: StoreOperations,
  stored: RawAgenda,
  act: 'moved' | 'replaced' | 'deleted',
  preparing: Preparing,
): Promise<void> {
  const prepared = await preparedRecords(transaction, stored, preparing)
  const shut = itemsOf(stored).flatMap((item) => keyOf(item) ?? [])
  for (const key of shut.filter((each) => !prepared.has(each))) {
    // Nothing is behind a placeholder without its record.
    if (!(await closedItemsCollection.in(transaction).get(key))) continue
    throw new Refusal(
      'forbidden',
      `This agenda has a closed session, so it can only be ${act} by an admin who may see that session.`,
    )
  }
  if (![...prepared.values()].some((record) => slotsOf(record).length > 0)) return
  throw new Refusal(
    'conflict',
    `A closed session of this agenda has papers, so the agenda can’t be ${act}. Please take them out of the item first.`,
  )
}

function slotsOf({ agenda, item }: Pick<ClosedItem, 'agenda' | 'item'>): string[] {
  return papersOf(item ?? {}).map(({ materialType }) => slotIn(agenda, materialType))
}

/** Nothing of the record is restricted any more; its slots are stored where they were. */
async function release(transaction: StoreOperations, known: StoredRecord): Promise<void> {
  const records = closedItemsCollection.in(transaction)
  const released = [...new Set([...(known.released ?? []), ...slotsOf(known)])]
  if (released.length === 0) return records.delete(known.id, known.revision)
  const audience = { who: 'everybody' }
  await records.update(known.id, { agenda: known.agenda, audience, released }, known.revision)
}

/** The papers of an item that is gone stay closed, and so does what the audit has of it. */
async function remove(transaction: StoreOperations, known: StoredRecord): Promise<void> {
  const body = bodyOf(known) as ClosedItem
  const removed = { ...body, removed: true }
  await closedItemsCollection.in(transaction).update(known.id, removed, known.revision)
}

function withItems(agenda: RawAgenda, items: RawAgendaItem[]): RawAgenda {
  return items.length > 0 ? { ...agenda, items } : agenda
}

function withoutUndefined(item: RawAgendaItem): RawAgendaItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
}

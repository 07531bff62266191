import { randomUUID } from 'node:crypto'
import type { Agenda, AgendaContent, deleteAgenda, setAgendaStatus } from '@portal/contract/agendas'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { quarterId } from '@portal/domain/ids'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { compareQuarters, meetingName, type Quarter } from '@portal/domain/quarter'
import { mustManagePortal } from '../../access.ts'
import { lastAuthorOf, recordChange } from '../../platform/audit/record-change.ts'
import type { AgendaSlot, AgendaSlotsService } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale, bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import type { Sealing, VisibilityService } from '../visibility/visibility-feature.ts'

import type { AgendasInMemory } from './agendas-in-memory.ts'
import type { AudienceChecks } from './audience-checks.ts'
import { openAgenda } from './closed-agenda.ts'
import { applyContent, meetingQuarter, newAgenda } from './agenda-content.ts'
import { moveToQuarter, type Move } from './agenda-move.ts'
import { deleteIn, restoringAgenda } from './agenda-delete.ts'
import {
  agendasCollection,
  agendasOf,
  noAgenda,
  normalAgenda,
  type RawAgenda,
} from './stored-agenda.ts'
import type { AgendaTemplatesService } from './agenda-templates-service.ts'
import { createListedAgendas, type ListedAgendas } from './listed-agendas.ts'
import type { Restoring } from '../../platform/audit/restoring.ts'

type Revision = number | 'new'

export type AgendasService = ListedAgendas & {
  save: (
    person: Person,
    quarter: MeetingRef,
    content: AgendaContent,
    revision: Revision,
    options?: SaveOptions,
  ) => Promise<Agenda>
  setStatus: (
    person: Person,
    quarter: MeetingRef,
    change: StatusChange,
    revision: Revision,
    options?: SaveOptions,
  ) => Promise<Reply<typeof setAgendaStatus>>
  /** Moves it to the quarter of its new date; see the contract. */
  move: (person: Person, from: Quarter, move: Move, revision: Revision) => Promise<Agenda>
  /** Gives its slot back to the drive; see the contract. */
  delete: (
    person: Person,
    quarter: MeetingRef,
    deletion: { confirmed: boolean; revision: Revision },
  ) => Promise<Reply<typeof deleteAgenda>>
  /** Undoes the deletion of an agenda, and makes it the slot's source if it was. */
  restoring: Restoring
  /**
   * Inside the caller's transaction: undefined if the quarter has an agenda, else a function that creates a draft.
   * Reading and creating are separate because in a transaction every read comes before the first write.
   */
  missingDraft: (
    transaction: StoreOperations,
    person: Person,
    quarter: Quarter,
  ) => Promise<(() => Promise<void>) | undefined>
}

type SaveOptions = {
  /** Whether a quarter that has nothing yet starts in preparation. */
  isPreparing?: boolean
  /** Whether more people may read the papers of closed items. */
  confirmed?: boolean
}

type StatusChange = {
  status: Agenda['status']
  content?: AgendaContent | undefined
  showInstead?: boolean | undefined
}

type Change = {
  person: Person
  quarter: MeetingRef
  revision: Revision
  what: string
  /** `before` has whole items where the person may prepare them. */
  apply: (before: RawAgenda | undefined) => RawAgenda
  confirmed: boolean
}

export type AgendasParts = {
  store: DocumentStore
  agendasInMemory: AgendasInMemory
  slots: AgendaSlotsService
  visibility: VisibilityService
  audiences: AudienceChecks
  sealing: Pick<Sealing, 'run'>
  quarters: Pick<QuarterStatesService, 'isInPreparation' | 'missing'>
  templates: Pick<AgendaTemplatesService, 'item'>
  now: () => Date
}

export function createAgendasService({
  store,
  agendasInMemory,
  slots,
  visibility,
  audiences,
  sealing,
  quarters,
  templates,
  now,
}: AgendasParts): AgendasService {
  const listed = createListedAgendas({ store, agendasInMemory, slots, visibility, quarters })

  /** Changes an agenda inside a transaction. `first` is written with it, even if the agenda itself stays the same. */
  const changeIn = async (
    transaction: StoreOperations,
    { person, quarter, revision, what, apply, confirmed }: Change,
    first?: () => Promise<unknown>,
  ): Promise<Stored<RawAgenda>> => {
    const id = meetingId(quarter)
    const agendas = agendasOf(quarter).in(transaction)
    const current = await agendas.get(id)
    // Every other meeting is created before its agenda is saved.
    if (!current && !isQuarterly(quarter)) throw noAgenda(quarter)
    const before = current && bodyOf(current)
    const reader = visibility.readerOf(person)
    const opening = { meeting: quarter, reader, visibility, by: person, at: now() }
    const opened = await openAgenda(transaction, before ?? {}, opening)
    const next = apply(before && opened.agenda)
    await audiences.refuseWidening(reader, quarter, { before: opened.agenda, next, confirmed })
    const closed = opened.close(next)
    const after = closed.agenda
    const whole = (stored: Stored<RawAgenda>, { items }: RawAgenda) => ({ ...stored, items })
    // A repeated save gets its first result.
    if (current && before && isSameBody(before, after) && !closed.hasChanges) {
      await first?.()
      return whole(current, next)
    }
    const isStale = (current?.revision ?? 'new') !== revision
    const currentBy = isStale ? await lastAuthorOf(transaction, id) : undefined
    const shown = (stored: Stored<RawAgenda>) => normalAgenda(whole(stored, opened.agenda), quarter)
    refuseStale(current, revision, shown, currentBy)
    await first?.()
    const written = await agendas.put(id, after, current)
    await closed.write()
    await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
    return whole(written, next)
  }
  /** Starts a quarter in preparation if it has nothing yet; see `QuarterStatesService`. */
  const startOf = async (transaction: StoreOperations, by: Person, quarter: MeetingRef) => {
    if (listed.has(quarter) || slots.hasContent(quarter)) return undefined
    return quarters.missing(transaction, quarter, { by, at: now() })
  }
  /** Without a key, a quarter's id is its meeting's key, unless a meeting that has moved away keeps that. */
  const keyOf = (id: string, { key = id }: RawAgenda = {}): RawAgenda => {
    const isTaken = agendasInMemory
      .all()
      .some((stored) => stored.id !== id && (stored['key'] ?? stored.id) === key)
    return isTaken ? { key: randomUUID() } : {}
  }
  const newMeeting = (quarter: MeetingRef) => {
    if (!isQuarterly(quarter)) throw noAgenda(quarter)
    return {
      ...newAgenda(quarter, meetingName(quarter), now().toISOString()),
      ...keyOf(quarterId(quarter)),
    }
  }

  const service: AgendasService = {
    ...listed,

    async save(
      person,
      quarter,
      content,
      revision,
      { isPreparing = false, confirmed = false } = {},
    ) {
      mustManagePortal(person)
      const reader = visibility.readerOf(person)
      await audiences.refuseImpossible(reader, quarter, content)
      const apply = (before: RawAgenda | undefined) => {
        const own = before ?? newMeeting(quarter)
        const whole = audiences.withCopiedAudiences(reader, own, content)
        return applyContent(own, quarter, whole, 'body', templates.item)
      }
      const change = { person, quarter, revision, what: 'agenda saved', apply, confirmed }
      const saved = await store.transaction(async (transaction) => {
        const start = isPreparing ? await startOf(transaction, person, quarter) : undefined
        return changeIn(transaction, change, start)
      })
      await sealing.run()
      return normalAgenda(saved, quarter)
    },

    async setStatus(
      person,
      quarter,
      { status, content, showInstead = false },
      revision,
      { isPreparing = false, confirmed = false } = {},
    ) {
      mustManagePortal(person)
      const reader = visibility.readerOf(person)
      await audiences.refuseImpossible(reader, quarter, content ?? {})
      const what = status === 'published' ? 'agenda published' : 'agenda set to draft'
      const apply = (before: RawAgenda | undefined) => {
        if (!before && !content) throw noAgenda(quarter)
        const body = before ?? newMeeting(quarter)
        return {
          ...(content
            ? applyContent(
                body,
                quarter,
                audiences.withCopiedAudiences(reader, body, content),
                'body.content',
                templates.item,
              )
            : body),
          status,
          ...(status === 'published' && body['status'] !== status
            ? { publishedAt: now().toISOString() }
            : {}),
        }
      }
      const change = { person, quarter, revision, what, apply, confirmed }
      const published = await store.transaction(async (transaction) => {
        const slot = await slots.read(transaction, quarter)
        const start = isPreparing ? await startOf(transaction, person, quarter) : undefined
        let { mapping } = slot
        const saved = await changeIn(transaction, change, async () => {
          await start?.()
          if (status !== 'published') return
          if (!showInstead) refuseHidden(slot)
          mapping = await slot.showNative(person, now())
        })
        return { ...normalAgenda(saved, quarter), ...(mapping && { mapping }) }
      })
      await sealing.run()
      return published
    },

    async move(person, from, move, revision) {
      mustManagePortal(person)
      const to = meetingQuarter(move.date)
      if (compareQuarters(from, to) === 0) {
        return service.save(person, from, { ...move.content, date: move.date }, revision)
      }
      const moved = await store.transaction(async (transaction) => {
        const isHidden = quarters.isInPreparation(from) && !quarters.isInPreparation(to)
        const start = isHidden ? await startOf(transaction, person, to) : undefined
        const opening = { audiences, reader: visibility.readerOf(person), visibility }
        const moving = { ...opening, slots, from, to, move, revision, by: person, at: now() }
        const becomes = isHidden && !start ? 'draft' : undefined
        return moveToQuarter(transaction, { ...moving, start, becomes })
      })
      await sealing.run()
      return normalAgenda(moved, to)
    },

    async delete(person, quarter, deletion) {
      mustManagePortal(person)
      const reader = visibility.readerOf(person)
      const deleting = { ...deletion, slots, quarter, reader, visibility, by: person, at: now() }
      const mapping = await store.transaction((transaction) => deleteIn(transaction, deleting))
      return { id: meetingId(quarter), ...(mapping && { mapping }) }
    },

    restoring: restoringAgenda({ slots, audiences, keyOf, now }),

    async missingDraft(transaction, person, quarter) {
      mustManagePortal(person)
      const id = quarterId(quarter)
      if (await agendasCollection.in(transaction).get(id)) return undefined
      return async () => {
        const first = newAgenda(quarter, agendaDefaults.title, now().toISOString())
        const after = { ...first, ...keyOf(id) }
        await agendasCollection.in(transaction).create(id, after)
        const what = 'agenda created'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, after })
      }
    },
  }
  return service
}

/** A published agenda would stay hidden: members see a Drive document instead. */
function refuseHidden({ showsDrive }: AgendaSlot): void {
  if (!showsDrive) return
  throw new Refusal(
    'confirmationRequired',
    'Members see the Drive document as this quarter’s agenda. Choose the native agenda as its source to show this one instead.',
  )
}

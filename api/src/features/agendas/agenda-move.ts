import type { AgendaContent } from '@portal/contract/agendas'
import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type { AgendaSlotsService } from '../mappings/mappings-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale, bodyOf } from '../../platform/store/stored-body.ts'

import type { Reader } from '@portal/domain/may-read'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { AudienceChecks } from './audience-checks.ts'
import { openAgenda, refuseClosedItems } from './closed-agenda.ts'
import { applyContent } from './agenda-content.ts'
import { type RawAgenda, normalAgenda, agendasCollection, noAgenda } from './stored-agenda.ts'

export type Move = {
  date: string
  content?: AgendaContent | undefined
  /** The revision of the other quarter's agenda that may be replaced. */
  overwrite?: number | undefined
}

type Moving = {
  slots: AgendaSlotsService
  from: Quarter
  to: Quarter
  move: Move
  revision: number | 'new'
  /** Starts the other quarter in preparation. */
  start?: (() => Promise<void>) | undefined
  /** Set if members must not see the moved agenda, although they see the other quarter. */
  becomes?: 'draft' | undefined
  audiences: Pick<AudienceChecks, 'refuseWidening'>
  reader: Reader
  visibility: Pick<VisibilityService, 'mayPrepareItem' | 'meetingOf'>
  by: Actor
  at: Date
}

/**
 * Moves an agenda to another quarter inside a transaction. It never replaces another agenda without
 * confirmation. An agenda that members see stays visible: it becomes the source of the other
 * quarter's agenda, unless they see a Drive document there.
 */
export async function moveToQuarter(
  transaction: StoreOperations,
  moving: Moving,
): Promise<Stored<RawAgenda>> {
  const { slots, from, to, move, revision, start, becomes, audiences, reader, visibility, by, at } =
    moving
  const [fromId, toId] = [quarterId(from), quarterId(to)]
  const source = await agendasCollection.in(transaction).get(fromId)
  const target = await agendasCollection.in(transaction).get(toId)
  if (!source) {
    // A repeated move gets its first result.
    if (target && isMovedFrom(target, fromId, revision)) return target
    throw noAgenda(from)
  }
  refuseStale(source, revision, (current) => normalAgenda(current, from))
  if (target && target.revision !== move.overwrite) {
    const sentence = `There is already an agenda for ${to.year} Q${to.quarter}.`
    throw new Refusal('conflict', sentence, { current: normalAgenda(target, to) })
  }
  const preparing = { reader, visibility }
  await refuseClosedItems(transaction, source, 'moved', { ...preparing, meeting: from })
  if (target) {
    await refuseClosedItems(transaction, target, 'replaced', { ...preparing, meeting: to })
  }
  const opening = { meeting: to, reader, visibility, by, at }
  const opened = await openAgenda(transaction, bodyOf(source), opening)
  const [sourceSlot, targetSlot] = [
    await slots.read(transaction, from),
    await slots.read(transaction, to),
  ]
  const isShown = normalAgenda(source, from).status === 'published' && sourceSlot.showsNative
  const movedFrom = { id: fromId, revision: source.revision }
  const content = { ...move.content, date: move.date }
  const next: RawAgenda = {
    ...applyContent(opened.agenda, to, content, 'body.content'),
    ...(becomes ? { status: becomes } : {}),
    // It keeps its key, which was its id until now if none is stored.
    key: source['key'] ?? fromId,
    movedFrom,
  }
  await audiences.refuseWidening(reader, to, { before: {}, next, confirmed: false })
  const closed = opened.close(next)
  const after = closed.agenda
  await start?.()
  if (isShown && !becomes && !targetSlot.showsDrive) await targetSlot.showNative(by, at)
  const moved = await agendasCollection.in(transaction).put(toId, after, target)
  await closed.write()
  await agendasCollection.in(transaction).delete(fromId, source.revision)
  await recordChange(transaction, {
    at,
    by,
    what: 'agenda moved',
    subject: fromId,
    before: { [fromId]: bodyOf(source), ...(target ? { [toId]: bodyOf(target) } : {}) },
    after: { [toId]: after },
  })
  return { ...moved, items: next['items'] }
}

function isMovedFrom({ movedFrom }: RawAgenda, id: string, revision: number | 'new'): boolean {
  if (typeof movedFrom !== 'object' || movedFrom === null) return false
  const from = movedFrom as RawAgenda
  return from['id'] === id && from['revision'] === revision
}

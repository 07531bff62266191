import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { holdsAnyPaper, isListed, type Slot } from '@portal/domain/slot-names'
import * as z from 'zod/mini'
import { type Actor, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import type { ClosedSlots } from './closed-slots.ts'
import { withEarlierDocument, withHistory } from './mapping-change.ts'
import { mappingsCollection, type StoredMapping, storedMapping } from './stored-mapping.ts'
import { changedSince, recordUndo, type Restoring } from '../../platform/audit/restoring.ts'

type Body = Record<string, unknown>

type Unmapping = {
  id: string
  revision: number | 'new'
  shownOf: (stored: Stored<Body>) => ResourceMapping
  by: Actor
  at: Date
}

/** Takes the document and the embed out of a slot, inside a transaction. */
export async function unmapIn(
  transaction: StoreOperations,
  { id, revision, shownOf, by, at }: Unmapping,
): Promise<Stored<Body>> {
  const slot = slotOf(id)
  const current = slot && (await mappingsCollection.raw(transaction).get(id))
  if (!slot || !current) throw new Refusal('notFound', 'Material Not Found')
  const before = z.parse(storedMapping, current)
  // A repeated request gets its first result.
  if (
    before.documentId === undefined &&
    before.embedUrl === undefined &&
    !isNamedPlace(slot, before)
  ) {
    return current
  }
  await refuseOvertaken(transaction, { current, revision, subject: id, shown: shownOf })
  const after = withEarlierDocument(before, unmapped(before, slot))
  const written = await mappingsCollection.raw(transaction).update(id, after, current.revision)
  await recordChange(transaction, { at, by, what: 'slot unmapped', subject: id, before, after })
  return written
}

/** A place in a meeting's list that has a name and no paper yet. */
function isNamedPlace(slot: Slot, { title }: StoredMapping): boolean {
  return isListed(slot) && title !== undefined
}

/** What is left of a mapping; see the contract. */
function unmapped(before: StoredMapping, slot: Slot): StoredMapping {
  const {
    documentId: _document,
    documentName: _name,
    mimeType: _type,
    webViewLink: _link,
    modifiedTime: _modified,
    embedUrl: _embed,
    embedType: _embedType,
    notNeeded: _notNeeded,
    shownSince,
    ...own
  } = before
  // A native agenda is still shown.
  if (own.mode === 'native' && shownSince !== undefined) return { ...own, shownSince }
  if (!holdsAnyPaper(slot)) return own
  const { title: _title, cardImage: _image, order: _order, ...rest } = own
  return rest
}

/** As it was before its agenda's source was chosen. */
function withoutSource(mapping: StoredMapping): StoredMapping {
  const rest = { ...mapping }
  delete rest.mode
  return rest
}

/** Makes a slot what it was before a change, inside a transaction; see `Restoring`. */
export function restoringMapping(
  closed: Pick<ClosedSlots, 'refuse' | 'refuseReturning'>,
  now: () => Date,
): Restoring {
  return async (transaction, person, change, revision) => {
    const { subject, before, after } = change
    const slot = slotOf(subject)
    closed.refuse(person, slot)
    const current = await mappingsCollection.raw(transaction).get(subject)
    if (!slot || !current || !isSameBody(bodyOf(current), after ?? {})) throw changedSince()
    if (revision !== undefined && current.revision !== revision) throw changedSince()
    const shown = z.parse(storedMapping, current)
    // A slot that had no mapping gets one without content: revisions of a mapping don't begin again.
    const earlier = before ? z.parse(storedMapping, before) : withoutSource(unmapped(shown, slot))
    const { documentId } = earlier
    if (documentId !== undefined) closed.refuseReturning(person, slot, documentId)
    const next = withHistory(shown, earlier, now())
    return async () => {
      await mappingsCollection.raw(transaction).update(subject, next, current.revision)
      await recordUndo(transaction, change, { at: now(), by: person, before: shown, after: next })
    }
  }
}

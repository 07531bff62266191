import { type Actor, actorName, recordChange } from '../../../platform/audit/record-change.ts'
import type { Stored, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { updateCandidateNotice } from './candidate-notices.ts'
import { emptyPointer, type Moved } from './pointer-moves.ts'
import { approvalsOf, type ApprovingPointer } from './release-approvals.ts'
import { deleteSupersededNotices } from './superseded-notices.ts'
import { noteLeaving } from '../publishing/release-leaving.ts'
import {
  historyCollection,
  pointersCollection,
  type StoredMove,
  type StoredPointer,
} from '../release-records.ts'

type Change = {
  remote: string
  stored: Stored<StoredPointer> | undefined
  moved: Moved
  at: Date
  by: Actor
  reason: string
}

/** The state before a move, with explicit approvals. */
export function pointerOf(stored: Stored<StoredPointer> | undefined): ApprovingPointer {
  if (!stored) return emptyPointer
  const pointer = bodyOf(stored) as StoredPointer
  return { ...pointer, approvals: approvalsOf(pointer, stored.updatedAt) }
}

/**
 * Writes a move with everything that belongs to it: pointer, history, audit, and since when
 * releases aren't offered.
 */
export async function changePointer(
  transaction: StoreOperations,
  { remote, stored, moved: { next, move }, at, by, reason }: Change,
): Promise<Stored<StoredPointer>> {
  const pointers = pointersCollection.in(transaction)
  const before = pointerOf(stored)
  const after = await pointers.put(remote, next, stored)
  await noteLeaving(transaction, remote, { before, next, at })
  await updateCandidateNotice(transaction, remote, { before, next, at, by: actorName(by) })
  await deleteSupersededNotices(transaction, remote, { before, next })
  const moveRecord = { remote, reason, movedAt: at.toISOString(), by: actorName(by) }
  const history = historyCollection.in(transaction)
  await history.create(`${remote}@${after.revision}`, { ...moveRecord, ...move })
  const what = move.act ? actWords[move.act] : `release ${move.what}`
  const entry = { what, subject: remote, before: stored && before, reason }
  await recordChange(transaction, { at, by, ...entry, after: next })
  return after
}

/** The names of moves in the audit. */
const actWords: Record<NonNullable<StoredMove['act']>, string> = {
  approved: 'release approved',
  stopped: 'remote stopped',
  'started again': 'remote started again',
}

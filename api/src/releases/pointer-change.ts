import { type Actor, actorName, recordChange } from '../audit/record-change.ts'
import { collection } from '../store/collection.ts'
import type { Stored, StoreOperations } from '../store/document-store.ts'
import { bodyOf } from '../store/stored-body.ts'
import { emptyPointer, type Moved } from './pointer-moves.ts'
import { noteLeaving } from './release-leaving.ts'
import {
  historyCollection,
  pointersCollection,
  releaseMove,
  releasePointer,
  type StoredPointer,
} from './release-records.ts'

type Change = {
  remote: string
  stored: Stored<StoredPointer> | undefined
  moved: Moved
  at: Date
  by: Actor
  reason: string
}

/** What a move starts from. */
export function pointerOf(stored: Stored<StoredPointer> | undefined): StoredPointer {
  return stored ? (bodyOf(stored) as StoredPointer) : emptyPointer
}

/** Writes a move with all that belongs to it: pointer, history, audit, and since when releases aren't offered. */
export async function changePointer(
  inside: StoreOperations,
  { remote, stored, moved: { next, move }, at, by, reason }: Change,
): Promise<Stored<StoredPointer>> {
  const pointers = collection(inside, pointersCollection, releasePointer)
  const before = pointerOf(stored)
  const after = stored
    ? await pointers.update(remote, next, stored.revision)
    : await pointers.create(remote, next)
  await noteLeaving(inside, remote, { before, next, at })
  const told = { remote, reason, movedAt: at.toISOString(), by: actorName(by) }
  const history = collection(inside, historyCollection, releaseMove)
  await history.create(`${remote}@${after.revision}`, { ...told, ...move })
  const entry = { what: `release ${move.what}`, subject: remote, before: stored && before }
  await recordChange(inside, { at, by, ...entry, after: next })
  return after
}

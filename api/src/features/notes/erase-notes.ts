import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { forgetDeclined } from './earlier-notes.ts'
import { forgetUsage, removalOf } from './note-usage.ts'
import { allNotesOf, erasuresCollection } from './stored-note.ts'
import { noPolicy, policyCollection, policyId } from './stored-policy.ts'

/** Notes per transaction; Firestore allows 500 writes, up to two for a note. */
const erasedAtOnce = 100

/** Erases a person's notes when their account is deleted. */
export async function forgetNotes(parts: ErasingParts, uid: string): Promise<void> {
  const { store } = parts
  await eraseNotesOf(parts, uid)
  await forgetDeclined(store, uid)
  await erasuresCollection.in(store).delete(uid)
}

export async function hasNotes(store: StoreOperations, uid: string): Promise<boolean> {
  for await (const notes of allNotesOf(store, { uid })) {
    if (notes.length > 0) return true
  }
  return false
}

/** The reasons of all legal holds. While there is one, nobody but their owner erases notes. */
export async function heldReasons(store: StoreOperations): Promise<string[]> {
  const policy = await policyCollection.in(store).get(policyId)
  return [...new Set((policy ?? noPolicy).holds.map(({ reason }) => reason))]
}

type ErasingParts = { store: DocumentStore; now: () => Date }

export async function eraseNotesOf({ store, now }: ErasingParts, uid: string): Promise<void> {
  for await (const notes of allNotesOf(store, { uid })) {
    for (let from = 0; from < notes.length; from += erasedAtOnce) {
      const some = notes.slice(from, from + erasedAtOnce)
      await store.transaction(async (transaction) => {
        const remove = await removalOf(transaction, some, now())
        await remove()
      })
    }
  }
  await forgetUsage(store, uid)
}

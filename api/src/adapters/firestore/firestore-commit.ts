import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  type Precondition,
  type QuerySnapshot,
  type Timestamp,
} from '@google-cloud/firestore'
import { Overtaken } from './firestore-errors.ts'
import { asLaid, type Laid } from './firestore-layout.ts'
import type { View, Write } from './firestore-view.ts'

/** A write that was done, and when: `updateTime` of the document, or the moment it was deleted. */
export type Done = Write & { time: Timestamp }

/** What a batch and a transaction have in common. */
type Writer = {
  create: (reference: DocumentReference, laid: Laid) => unknown
  update: (
    reference: DocumentReference,
    change: Record<string, unknown>,
    precondition: Precondition,
  ) => unknown
  delete: (reference: DocumentReference, precondition: Precondition) => unknown
}

/**
 * Writes all that the view wants written if everything it read is still as it was, or else nothing.
 * No lock is held while the work runs: a hot document costs a second try instead of seconds of waiting.
 */
export async function commitView(db: Firestore, view: View): Promise<Done[]> {
  if (view.writes.size === 0) return []
  if (view.listed.length > 0) return commitWithLists(db, view)
  const batch = db.batch()
  const paths = prepare(db, view, batch)
  const results = await batch.commit()
  return paths.flatMap((path, index) => {
    const write = view.writes.get(path)
    return write ? [{ ...write, time: results[index]!.writeTime }] : []
  })
}

/** Whether a commit that failed was done all the same, by a first try whose answer was lost. */
export async function wasDone(db: Firestore, view: View): Promise<boolean> {
  for (const [path, { laid }] of view.writes) {
    if (laid) return (await db.doc(path).get()).get('write') === laid.write
  }
  return false
}

/** Lists are read again under a transaction's locks: no precondition covers a document that has come into one. */
async function commitWithLists(db: Firestore, view: View): Promise<Done[]> {
  await db.runTransaction(
    async (transaction) => {
      for (const { query, found } of view.listed) {
        if (!isSame(await transaction.get(query), found)) throw new Overtaken()
      }
      prepare(db, view, transaction)
    },
    { maxAttempts: 1 },
  )
  return readBack(db, view)
}

/** A transaction doesn't tell its time; what the database holds now serves watchers as well. */
async function readBack(db: Firestore, view: View): Promise<Done[]> {
  try {
    const found = await db.getAll(...[...view.writes.keys()].map((path) => db.doc(path)))
    return [...view.writes.values()].map((write, index) => {
      const { updateTime, readTime } = found[index]!
      return { ...write, laid: asLaid(found[index]!.data()), time: updateTime ?? readTime }
    })
  } catch {
    // All is written, so nobody may hear of a failure: the listener tells the watchers.
    return []
  }
}

/** Each document that was read gets one write, in the order of the paths it gives back. */
function prepare(db: Firestore, view: View, writer: Writer): string[] {
  for (const [path, { exists, updateTime }] of view.read) {
    const reference = db.doc(path)
    const laid = view.writes.get(path)?.laid
    if (!exists || !updateTime) {
      if (laid) writer.create(reference, laid)
      else writer.delete(reference, { exists: false })
    } else if (laid) writer.update(reference, laid, { lastUpdateTime: updateTime })
    else if (view.writes.has(path)) writer.delete(reference, { lastUpdateTime: updateTime })
    // Changes nothing, and neither the time of the document: it only asks whether that is still the same.
    else writer.update(reference, { none: FieldValue.delete() }, { lastUpdateTime: updateTime })
  }
  return [...view.read.keys()]
}

function isSame(one: QuerySnapshot, other: QuerySnapshot): boolean {
  return (
    one.size === other.size &&
    one.docs.every(({ id, updateTime }, index) => {
      const before = other.docs[index]!
      return before.id === id && before.updateTime.isEqual(updateTime)
    })
  )
}

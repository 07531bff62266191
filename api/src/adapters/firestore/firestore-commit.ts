import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  type Precondition,
  type QuerySnapshot,
  type Timestamp,
} from '@google-cloud/firestore'
import { WriteConflict } from './firestore-errors.ts'
import { asRecord, type FirestoreRecord } from './firestore-layout.ts'
import type { View, Write } from './firestore-view.ts'

/** A committed write. `time` is the document's `updateTime`, or when it was deleted. */
export type CommittedWrite = Write & { time: Timestamp }

/** The common interface of a batch and a transaction. */
type Writer = {
  create: (reference: DocumentReference, record: FirestoreRecord) => unknown
  update: (
    reference: DocumentReference,
    change: Record<string, unknown>,
    precondition: Precondition,
  ) => unknown
  delete: (reference: DocumentReference, precondition: Precondition) => unknown
}

/**
 * Commits the view's writes if everything it read is unchanged, and otherwise writes nothing.
 * No lock is held while the work runs: contention costs a retry instead of seconds of waiting.
 */
export async function commitView(db: Firestore, view: View): Promise<CommittedWrite[]> {
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

/** Whether a commit that reported an error was applied anyway, by an earlier attempt whose response was lost. */
export async function wasCommitted(db: Firestore, view: View): Promise<boolean> {
  for (const [path, { record }] of view.writes) {
    if (record) return (await db.doc(path).get()).get('write') === record.write
  }
  return false
}

/** Reads lists again under a transaction's locks: no precondition covers a document that was added to one. */
async function commitWithLists(db: Firestore, view: View): Promise<CommittedWrite[]> {
  await db.runTransaction(
    async (transaction) => {
      for (const { query, snapshot } of view.listed) {
        if (!isSame(await transaction.get(query), snapshot)) throw new WriteConflict()
      }
      prepare(db, view, transaction)
    },
    { maxAttempts: 1 },
  )
  return readBack(db, view)
}

/** A transaction doesn't return its commit time, so the current documents are read for watchers instead. */
async function readBack(db: Firestore, view: View): Promise<CommittedWrite[]> {
  try {
    const all = await db.getAll(...[...view.writes.keys()].map((path) => db.doc(path)))
    return [...view.writes.values()].map((write, index) => {
      const { updateTime, readTime } = all[index]!
      return { ...write, record: asRecord(all[index]!.data()), time: updateTime ?? readTime }
    })
  } catch {
    // The commit succeeded, so this must not fail: the listener notifies the watchers.
    return []
  }
}

/** Adds one operation per document read, and returns the paths in that order. */
function prepare(db: Firestore, view: View, writer: Writer): string[] {
  for (const [path, { exists, updateTime }] of view.read) {
    const reference = db.doc(path)
    const record = view.writes.get(path)?.record
    if (!exists || !updateTime) {
      if (record) writer.create(reference, record)
      else writer.delete(reference, { exists: false })
    } else if (record) writer.update(reference, record, { lastUpdateTime: updateTime })
    else if (view.writes.has(path)) writer.delete(reference, { lastUpdateTime: updateTime })
    // A no-op that doesn't change the update time; it only verifies that the document is unchanged.
    else writer.update(reference, { none: FieldValue.delete() }, { lastUpdateTime: updateTime })
  }
  return [...view.read.keys()]
}

function isSame(a: QuerySnapshot, b: QuerySnapshot): boolean {
  return (
    a.size === b.size &&
    a.docs.every(({ id, updateTime }, index) => {
      const before = b.docs[index]!
      return before.id === id && before.updateTime.isEqual(updateTime)
    })
  )
}

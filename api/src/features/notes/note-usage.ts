import { type NoteLimit, noteLimits } from '@portal/contract/notes'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import {
  allNotesOf,
  asNote,
  type KeptNote,
  notePrefix,
  notesCollection,
  noteSize,
  type StoredNote,
  storedNoteId,
  usageCollection,
} from './stored-note.ts'

/** `bytes`: of the notes' records, as JSON. */
export type Usage = { notes: number; bytes: number }

/** A person's notes in a transaction, as counts. Report every change to it, and store it after the last one. */
export type NoteUsage = {
  /** The limit that leaves no room for a note as it would become; undefined if there is room. Shorter is always possible. */
  limitOf: (
    documentId: string,
    before: StoredNote | undefined,
    after: StoredNote,
  ) => NoteLimit | undefined
  change: (
    documentId: string,
    before: StoredNote | undefined,
    after: StoredNote | undefined,
  ) => void
  store: () => Promise<void>
}

type Reading = {
  uid: string
  documentIds: Iterable<string>
  at: Date
  /** What may be added to each paper. */
  wanted?: Usage
}

/** The number of a person's notes on a paper, without reading them unless they were never counted. */
export async function countOf(
  store: StoreOperations,
  of: { uid: string; documentId: string },
): Promise<number> {
  const stored = await usageCollection.in(store).find(notePrefix(of.uid, of.documentId))
  return (stored ?? (await countNotes(store, of))).notes
}

/** In ms. Only an instance of an earlier release, which doesn't count, can make a count wrong. */
const recountAfter = 24 * 3_600_000

/**
 * Reads how many notes a person has, in all and on these papers: in the transaction that changes the notes, and before its
 * first write. Notes that an earlier release has stored are counted the first time. A count that leaves no room for what
 * is wanted is checked against the notes, at most once a day.
 */
export async function readUsage(
  transaction: StoreOperations,
  { uid, documentIds, at, wanted = nothing }: Reading,
): Promise<NoteUsage> {
  const records = usageCollection.in(transaction)
  const read = async (documentId?: string) => {
    const id = documentId === undefined ? uid : notePrefix(uid, documentId)
    const record = await records.get(id)
    const isFull = record && exceeded(record, wanted, documentId !== undefined)
    const isOld = record && at.getTime() - Date.parse(record.countedAt) > recountAfter
    if (record && !(isFull && isOld)) return { ...record, id, stored: record }
    const of = documentId === undefined ? { uid } : { uid, documentId }
    return {
      id,
      stored: record,
      ...(await countNotes(transaction, of)),
      countedAt: at.toISOString(),
    }
  }
  const all = await read()
  const papers = new Map<string, Awaited<ReturnType<typeof read>>>()
  for (const documentId of new Set(documentIds)) papers.set(documentId, await read(documentId))

  return {
    limitOf(documentId, before, after) {
      const added = changeOf(before, after)
      return exceeded(papers.get(documentId)!, added, true) ?? exceeded(all, added, false)
    },
    change(documentId, before, after) {
      const { notes, bytes } = changeOf(before, after)
      for (const counted of [all, papers.get(documentId)!]) {
        counted.notes += notes
        counted.bytes += bytes
      }
    },
    async store() {
      for (const { id, stored, notes, bytes, countedAt } of [all, ...papers.values()]) {
        const now = { notes: Math.max(0, notes), bytes: Math.max(0, bytes), countedAt }
        if (stored?.notes === notes && stored.bytes === bytes && stored.countedAt === countedAt)
          continue
        if (now.notes === 0) await records.delete(id, stored?.revision)
        else await records.put(id, now, stored)
      }
    },
  }
}

const nothing: Usage = { notes: 0, bytes: 0 }

function changeOf(before: StoredNote | undefined, after: StoredNote | undefined): Usage {
  return {
    notes: Number(after !== undefined) - Number(before !== undefined),
    bytes: (after ? noteSize(after) : 0) - (before ? noteSize(before) : 0),
  }
}

function exceeded(known: Usage, added: Usage, isPaper: boolean): NoteLimit | undefined {
  if (!isPaper) {
    return added.bytes > 0 && known.bytes + added.bytes > noteLimits.bytesOfPerson
      ? 'bytesOfPerson'
      : undefined
  }
  if (added.notes > 0 && known.notes + added.notes > noteLimits.perPaper) return 'perPaper'
  return added.bytes > 0 && known.bytes + added.bytes > noteLimits.bytesPerPaper
    ? 'bytesPerPaper'
    : undefined
}

/** Refuses a change that makes a note larger than a note may be. */
export function refuseLarger(before: StoredNote, after: StoredNote): void {
  const size = noteSize(after)
  if (size > noteLimits.bytes && size > noteSize(before)) throw tooLong()
}

export function tooLong(): Refusal {
  return new Refusal('tooLarge', 'This note has become too long. Please make two notes of it.')
}

/**
 * Removes notes in a transaction, whatever has changed in them. Everything is read now, and the notes are deleted when the
 * returned function is called: a transaction reads before it writes.
 */
export async function removalOf(
  transaction: StoreOperations,
  notes: readonly KeptNote[],
  at: Date,
): Promise<() => Promise<void>> {
  const read = notes.map(async ({ uid, documentId, id }) => {
    const storedId = storedNoteId(uid, documentId, id)
    return { storedId, note: asNote(await notesCollection.raw(transaction).get(storedId)) }
  })
  const listed = (await Promise.all(read)).filter(({ note }) => note !== undefined)
  const usages: NoteUsage[] = []
  for (const [uid, own] of Map.groupBy(listed, ({ note }) => note!.uid)) {
    const documentIds = own.map(({ note }) => note!.documentId)
    const usage = await readUsage(transaction, { uid, documentIds, at })
    for (const { note } of own) usage.change(note!.documentId, note, undefined)
    usages.push(usage)
  }
  return async () => {
    for (const { storedId } of listed) await notesCollection.raw(transaction).delete(storedId)
    for (const usage of usages) await usage.store()
  }
}

/** Deletes what is left of a person's counts after their notes, if an earlier release has changed notes meanwhile. */
export async function forgetUsage(store: StoreOperations, uid: string): Promise<void> {
  const { documents } = await usageCollection.raw(store).list({
    orderBy: 'id',
    from: `${uid}@`,
    // `A` follows `@`.
    to: `${uid}A`,
  })
  for (const { id } of [...documents, { id: uid }]) await usageCollection.raw(store).delete(id)
}

/**
 * Counts a person's notes, on one paper or on all, by reading them. In a transaction, the stored count guards them: who
 * changes notes changes it too.
 */
export async function countNotes(
  store: StoreOperations,
  of: { uid: string; documentId?: string },
): Promise<Usage> {
  const counted = { notes: 0, bytes: 0 }
  for await (const notes of allNotesOf(store, of, { isGuarded: true })) {
    counted.notes += notes.length
    for (const note of notes) counted.bytes += noteSize(note)
  }
  return counted
}

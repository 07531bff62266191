import type { NoteLimit } from '@portal/contract/notes'
import * as z from 'zod/mini'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { mergeText } from './anchors/merge-text.ts'
import { readUsage, refuseLarger } from './note-usage.ts'
import {
  asNote,
  erasuresCollection,
  firstRevision,
  type KeptNote,
  notesCollection,
  noteSize,
  type StoredNote,
  storedNote,
  storedNoteId,
  wasErased,
} from './stored-note.ts'
import { blanked, type IsWithdrawn, withdrawnAmong } from './withdraw-quotations.ts'

export type Bringing = {
  uid: string
  from: string
  to: string
  /** The ids of notes on `from`. */
  ids: readonly string[]
  /** The name of the paper `to`. */
  paper: string
  /** Whether the notes also stay on `from`. */
  isKept: boolean
  at: Date
}

/**
 * Brings notes from one paper to another, in a transaction; returns the limit for which some were left, if there is no room.
 * What another device removed, brought or erased meanwhile isn't touched. All reads come before the first write.
 */
export async function bringInside(
  inside: StoreOperations,
  { uid, from, to, ids, paper, isKept, at }: Bringing,
): Promise<NoteLimit | undefined> {
  const erased = await erasuresCollection.in(inside).get(uid)
  const read = async (documentId: string, id: string) =>
    asNote(await notesCollection.raw(inside).get(storedNoteId(uid, documentId, id)))
  const found: { note: KeptNote; there: KeptNote | undefined }[] = []
  for (const id of ids) {
    const note = await read(from, id)
    // Erasing deletes the notes one after another, and misses one that is stored again meanwhile.
    if (!note || (erased && wasErased(note.revision, erased))) continue
    found.push({ note, there: await read(to, id) })
  }
  const targets = found.map(({ note: { target, placed } }) => placed ?? target)
  // Withdrawing quotations goes from note to note, and misses one that is stored again meanwhile.
  const isWithdrawn = await withdrawnAmong(inside, from, targets)
  const bytes = found.reduce((sum, { note }) => sum + noteSize(note), 0)
  const wanted = { notes: found.length, bytes }
  const usage = await readUsage(inside, { uid, documentIds: [from, to], at, wanted })
  for (const { note, there } of found) {
    const { id, revision } = note
    const storedId = storedNoteId(uid, to, id)
    const body = there
      ? mergedInto(there, { note, at })
      : broughtNote(note, { to, paper, isWithdrawn })
    // The notes leave the earlier paper, unless it is shown elsewhere.
    if (!isKept) usage.change(from, note, undefined)
    const limit = body && usage.limitOf(to, there, body)
    if (limit !== undefined) {
      if (!isKept) usage.change(from, undefined, note)
      await usage.store()
      return limit
    }
    if (body) {
      if (there) await notesCollection.raw(inside).update(storedId, body, there.revision)
      else await notesCollection.raw(inside).create(storedId, body, firstRevision(at, revision))
      usage.change(to, there, body)
    }
    if (!isKept) await notesCollection.raw(inside).delete(storedNoteId(uid, from, id), revision)
  }
  await usage.store()
  return undefined
}

/** A note as it is stored on its new paper. From now on, its passage is the one that its owner has chosen last. */
function broughtNote(
  { id: _id, revision: _revision, target, placed, dismissed: _dismissed, ...note }: KeptNote,
  { to, paper, isWithdrawn }: { to: string; paper: string; isWithdrawn: IsWithdrawn },
): StoredNote {
  const known = placed ?? target
  const { documentId = note.documentId, ...best } = isWithdrawn(known) ? blanked(known) : known
  return z.parse(storedNote, {
    ...note,
    documentId: to,
    paper,
    // A note that returns to the paper that it was made in is at its own place again.
    target: documentId === to ? best : { documentId, ...best },
  })
}

/** A device that didn't know that its note was brought along has saved it where it was. */
function mergedInto(
  there: KeptNote,
  { note, at }: { note: KeptNote; at: Date },
): StoredNote | undefined {
  const { id: _, revision: _revision, ...before } = there
  const text = mergeText({ base: '', mine: note.text, theirs: there.text })
  if (text === before.text) return undefined
  const body = z.parse(storedNote, { ...before, text, changedAt: at.toISOString() })
  refuseLarger(before, body)
  return body
}

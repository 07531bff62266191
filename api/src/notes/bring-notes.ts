import { noteLimits } from '@portal/contract/notes'
import * as z from 'zod/mini'
import { collection } from '../store/collection.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { isSameBody } from '../store/stored-body.ts'
import { mergeText } from './anchors/merge-text.ts'
import {
  asNote,
  countNotes,
  erasuresCollection,
  firstRevision,
  type KeptNote,
  noteErasures,
  notesCollection,
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
 * Brings notes from one paper to another, in a transaction; returns whether some were left because the paper has as many as it
 * can. What another device removed, brought or erased meanwhile isn't touched. All reads come before the first write.
 */
export async function bringInside(
  inside: StoreOperations,
  { uid, from, to, ids, paper, isKept, at }: Bringing,
): Promise<boolean> {
  const erased = await collection(inside, erasuresCollection, noteErasures).get(uid)
  const read = async (documentId: string, id: string) =>
    asNote(await inside.get(notesCollection, storedNoteId(uid, documentId, id)))
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
  let left = noteLimits.perPaper - (await countNotes(inside, { uid, documentId: to }))
  for (const { note, there } of found) {
    if (!there && left <= 0) return true
    const { id, revision } = note
    const storedId = storedNoteId(uid, to, id)
    if (there) await mergeInto(inside, storedId, { there, note, at })
    else {
      left -= 1
      await inside.create(
        notesCollection,
        storedId,
        broughtNote(note, { to, paper, isWithdrawn }),
        firstRevision(at, revision),
      )
    }
    if (!isKept) await inside.delete(notesCollection, storedNoteId(uid, from, id), revision)
  }
  return false
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
async function mergeInto(
  inside: StoreOperations,
  storedId: string,
  { there, note, at }: { there: KeptNote; note: KeptNote; at: Date },
): Promise<void> {
  const { id: _, revision, ...before } = there
  const text = mergeText({ base: '', mine: note.text, theirs: there.text })
  const body = { ...before, text, changedAt: at.toISOString() }
  if (isSameBody({ ...before, text }, before)) return
  await inside.update(notesCollection, storedId, z.parse(storedNote, body), revision)
}

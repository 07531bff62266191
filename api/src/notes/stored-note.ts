import { createHash } from 'node:crypto'
import { type Note, note } from '@portal/contract/notes'
import * as z from 'zod/mini'
import type { Stored, StoreOperations } from '../store/document-store.ts'

/**
 * Collection `notes`: one person's note on a paper. The id is `<uid>@<hash of the document's id>@<note id>`, so that a
 * person's notes, or those on one paper, are listed without an index. A note is private: it is served only to its
 * owner, and neither logged nor audited.
 */
export const notesCollection = 'notes'

const { id: _id, revision: _revision, ...content } = note.shape

export const storedNote = z.object({
  uid: z.string(),
  ...content,
  /** The paper's name at the note's last save, for papers removed from the portal. */
  paper: z.string(),
  /** Hash of its first text, which identifies repeated creations; empty once the note was restored. */
  born: z.string(),
})
export type StoredNote = z.infer<typeof storedNote>
export type KeptNote = StoredNote & { id: string; revision: number }

/** Collection `note_erasures`, id is the uid: how often and when a person last erased their notes. */
export const erasuresCollection = 'note_erasures'
export const noteErasures = z.object({
  count: z.number(),
  /** ISO 8601, UTC. */
  at: z.string(),
})

/** Whether a note was there when its owner erased all: a note's revision is at most the time in ms. */
export function wasErased(revision: number, { at }: z.infer<typeof noteErasures>): boolean {
  return revision <= Date.parse(at)
}

/** The first revision of a note that is stored: higher than any that it has had, so that a late removal doesn't match. */
export function firstRevision(at: Date, before = 0): number {
  return Math.max(at.getTime(), before + 1)
}

/**
 * Collection `declined_notes`, id is `<uid>@<hash of a paper's id>@<hash of an earlier paper's id>`: the notes on the earlier
 * paper that a person doesn't want to bring along. As private as the notes.
 */
export const declinedCollection = 'declined_notes'

export function declinedId(uid: string, documentId: string, earlier: string): string {
  return `${prefixOf(uid, documentId)}@${hashOf(earlier)}`
}

export function storedNoteId(uid: string, documentId: string, id: string): string {
  return `${prefixOf(uid, documentId)}@${id}`
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Parses a stored note; undefined if it can't be read. */
export function asNote(found: Stored<Record<string, unknown>> | undefined): KeptNote | undefined {
  if (!found) return undefined
  const { success, data } = z.safeParse(storedNote, found)
  if (!success) return undefined
  return { ...data, id: found.id.slice(found.id.lastIndexOf('@') + 1), revision: found.revision }
}

/** A note as the contract defines it. */
export function shownNote({ uid: _uid, paper: _paper, born: _born, ...shown }: KeptNote): Note {
  return shown
}

type Page = { after?: string | undefined; limit?: number }

/** A person's notes, on one paper or on all, sorted by id. */
export async function listStoredNotes(
  store: Pick<StoreOperations, 'list'>,
  { uid, documentId }: { uid: string; documentId?: string },
  { after, limit = 1000 }: Page = {},
): Promise<{ notes: KeptNote[]; next?: string }> {
  const prefix = documentId === undefined ? uid : prefixOf(uid, documentId)
  const { documents, next } = await store.list(notesCollection, {
    orderBy: 'id',
    from: `${prefix}@`,
    // `A` follows `@`.
    to: `${prefix}A`,
    limit,
    ...(after === undefined ? {} : { after }),
  })
  // One uid may be a prefix of another.
  const notes = documents.flatMap((found) => asNote(found) ?? []).filter((one) => one.uid === uid)
  return { notes, ...(next === undefined ? {} : { next }) }
}

/** All notes of a person, page by page. */
export async function* allNotesOf(
  store: Pick<StoreOperations, 'list'>,
  of: { uid: string; documentId?: string },
): AsyncGenerator<KeptNote[]> {
  let after: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
    const { notes, next } = await listStoredNotes(store, of, { after })
    yield notes
    after = next
  } while (after !== undefined)
}

export async function notesOf(
  store: StoreOperations,
  of: { uid: string; documentId?: string },
): Promise<KeptNote[]> {
  const found: KeptNote[] = []
  for await (const notes of allNotesOf(store, of)) found.push(...notes)
  return found
}

export async function countNotes(
  inside: StoreOperations,
  of: { uid: string; documentId: string },
): Promise<number> {
  let count = 0
  for await (const notes of allNotesOf(inside, of)) count += notes.length
  return count
}

function prefixOf(uid: string, documentId: string): string {
  return `${uid}@${hashOf(documentId)}`
}

function hashOf(documentId: string): string {
  return createHash('sha256').update(documentId).digest('hex').slice(0, 32)
}

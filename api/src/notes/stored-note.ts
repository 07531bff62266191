import { createHash } from 'node:crypto'
import { type Note, note } from '@portal/contract/notes'
import * as z from 'zod/mini'
import type { Stored, StoreOperations } from '../store/document-store.ts'

/**
 * Collection `notes`: one person's note on a paper. The id is `<uid>@<hash of the document's id>@<note id>`, so that the
 * notes of a person and of a paper are listed without an index. A note is theirs alone: it is served to nobody else, and
 * neither logged nor audited.
 */
export const notesCollection = 'notes'

const { id: _id, revision: _revision, ...content } = note.shape

export const storedNote = z.object({
  uid: z.string(),
  ...content,
  /** The paper's name when the note was saved last, for papers that are removed from the portal. */
  paper: z.string(),
  /** Hash of the text that it was created with, by which repeated creations are recognised; empty once it was brought back. */
  born: z.string(),
})
export type StoredNote = z.infer<typeof storedNote>
export type KeptNote = StoredNote & { id: string; revision: number }

/** Collection `note_erasures`, id is the uid: how often a person has erased their notes, and when last. */
export const erasuresCollection = 'note_erasures'
export const noteErasures = z.object({
  count: z.number(),
  /** ISO 8601, UTC. */
  at: z.string(),
})

export function storedNoteId(uid: string, documentId: string, id: string): string {
  return `${prefixOf(uid, documentId)}@${id}`
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** A note as it is stored; undefined for an entry that can't be read. */
export function asNote(found: Stored<Record<string, unknown>> | undefined): KeptNote | undefined {
  if (!found) return undefined
  const { success, data } = z.safeParse(storedNote, found)
  if (!success) return undefined
  return { ...data, id: found.id.slice(found.id.lastIndexOf('@') + 1), revision: found.revision }
}

/** A note in the contract's form. */
export function shownNote({ uid: _uid, paper: _paper, born: _born, ...shown }: KeptNote): Note {
  return shown
}

type Page = { after?: string | undefined; limit?: number }

/** The notes of a person, on one paper or on all, by their ids. */
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
  // A uid may begin like another one.
  const notes = documents.flatMap((found) => asNote(found) ?? []).filter((one) => one.uid === uid)
  return { notes, ...(next === undefined ? {} : { next }) }
}

/** All of them, page by page. */
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

function prefixOf(uid: string, documentId: string): string {
  return `${uid}@${createHash('sha256').update(documentId).digest('hex').slice(0, 32)}`
}

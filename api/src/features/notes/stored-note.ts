import { createHash } from 'node:crypto'
import { nextTurn } from '../../platform/background/next-turn.ts'
import { type Note, note } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { ListQuery, Stored, StoreOperations } from '../../platform/store/document-store.ts'

/**
 * Collection `notes`: one person's note on a paper. The id is `<uid>@<hash of the document's id>@<note id>`, so that a
 * person's notes, or those on one paper, are listed without an index. A note is private: it is served only to its
 * owner, and neither logged nor audited.
 */

const { id: _idOfNote, revision: _revisionOfNote, ...content } = note.shape

export const storedNote = z.object({
  uid: z.string(),
  ...content,
  /** The paper's name at the note's last save, for papers removed from the portal. */
  paper: z.string(),
  /** Hash of its first text, which identifies repeated creations; empty once the note was restored. */
  born: z.string(),
})
export type StoredNote = z.infer<typeof storedNote>
export const notesCollection = defineCollection('notes', storedNote)

/** The same without the patterns of selectors, which were checked when it was stored: a list reads hundreds. */
const readTarget = z.object({
  documentId: z.optional(z.string()),
  version: z.number(),
  selector: z.array(z.custom<NoteSelector>((value) => typeof value === 'object' && value !== null)),
  quotationWithdrawn: z.optional(z.boolean()),
})
const readNote = z.extend(storedNote, {
  target: readTarget,
  placed: z.optional(readTarget),
})
export type KeptNote = StoredNote & { id: string; revision: number }

/**
 * Collection `note_usage`: how many notes a person has and how many bytes they take, under the uid, and the same
 * numbers for each paper under `<uid>@<hash of the document's id>`. There is no record without notes. As private as the
 * notes.
 */
const storedUsage = z.object({
  notes: z.number(),
  bytes: z.number(),
  /** When it was last counted instead of kept up to date: ISO 8601, UTC. */
  countedAt: z.string(),
})
export const usageCollection = defineCollection('note_usage', storedUsage)

export const noteErasures = z.object({
  count: z.number(),
  /** ISO 8601, UTC. */
  at: z.string(),
})
/** Collection `note_erasures`, id is the uid: how often and when a person last erased their notes. */
export const erasuresCollection = defineCollection('note_erasures', noteErasures)

/** Whether a note was there when its owner erased all: a note's revision is at most the time in ms. */
export function wasErased(revision: number, { at }: z.infer<typeof noteErasures>): boolean {
  return revision <= Date.parse(at)
}

/** The first revision of a note that is stored: higher than any earlier one, so that a late removal doesn't match. */
export function firstRevision(at: Date, before = 0): number {
  return Math.max(at.getTime(), before + 1)
}

/**
 * Collection `declined_notes`, id is `<uid>@<hash of a paper's id>@<hash of an earlier paper's id>`: the notes on the earlier
 * paper that a person doesn't want to bring along. As private as the notes.
 */
export const declinedCollection = defineCollection(
  'declined_notes',
  z.object({ uid: z.string(), at: z.string() }),
)

export function declinedId(uid: string, documentId: string, earlier: string): string {
  return `${notePrefix(uid, documentId)}@${hashOf(earlier)}`
}

export function storedNoteId(uid: string, documentId: string, id: string): string {
  return `${notePrefix(uid, documentId)}@${id}`
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Parses a stored note; undefined if it can't be read. */
export function asNote(stored: Stored<Record<string, unknown>> | undefined): KeptNote | undefined {
  if (!stored) return undefined
  const { success, data } = z.safeParse(readNote, stored)
  if (!success) return undefined
  return { ...data, id: stored.id.slice(stored.id.lastIndexOf('@') + 1), revision: stored.revision }
}

/** A note's record as JSON, in bytes. */
export function noteSize(of: StoredNote | KeptNote): number {
  const { id: _id, revision: _revision, ...record } = of as KeptNote
  return Buffer.byteLength(JSON.stringify(record))
}

/** A note as the contract defines it. */
export function shownNote({ uid: _uid, paper: _paper, born: _born, ...shown }: KeptNote): Note {
  return shown
}

/** The bytes of notes that are read at once; see `pages` of a collection. */
const pageBytes = 128_000

type Page = Pick<ListQuery, 'isGuarded'> & {
  after?: string | undefined
  limit?: number
  bytes?: number
}

/** A person's notes, on one paper or on all, sorted by id. */
export async function listStoredNotes(
  store: StoreOperations,
  { uid, documentId }: { uid: string; documentId?: string },
  { after, limit = 1000, bytes = pageBytes, ...query }: Page = {},
): Promise<{ notes: KeptNote[]; next?: string }> {
  const prefix = documentId === undefined ? uid : notePrefix(uid, documentId)
  const { documents, next } = await notesCollection.raw(store).list({
    orderBy: 'id',
    from: `${prefix}@`,
    // `A` follows `@`.
    to: `${prefix}A`,
    limit,
    bytes,
    ...query,
    ...(after === undefined ? {} : { after }),
  })
  // One uid may be a prefix of another.
  const notes = documents
    .flatMap((document) => asNote(document) ?? [])
    .filter((kept) => kept.uid === uid)
  return { notes, ...(next === undefined ? {} : { next }) }
}

/** All notes of a person, page by page. Other requests get their turn between two pages. */
export async function* allNotesOf(
  store: StoreOperations,
  of: { uid: string; documentId?: string },
  query: Pick<ListQuery, 'isGuarded'> = {},
): AsyncGenerator<KeptNote[]> {
  let after: string | undefined
  do {
    const { notes, next } = await listStoredNotes(store, of, { ...query, after })
    yield notes
    after = next
    if (after !== undefined) await nextTurn()
  } while (after !== undefined)
}

type Most = { after?: string | undefined; limit: number; bytes: number }

/** A page of notes that is too large to be read at once. Other requests get their turn before each further part. */
export async function someNotesOf(
  store: StoreOperations,
  of: { uid: string; documentId?: string },
  { after, limit, bytes }: Most,
): Promise<{ notes: KeptNote[]; next?: string }> {
  if (after !== undefined) await nextTurn()
  const notes: KeptNote[] = []
  let left = bytes
  let next = after
  do {
    const most = { limit: limit - notes.length, bytes: Math.min(left, pageBytes) }
    const page = await listStoredNotes(store, of, { ...most, after: next })
    notes.push(...page.notes)
    next = page.next
    left -= page.notes.reduce((sum, kept) => sum + noteSize(kept), 0)
    if (next !== undefined) await nextTurn()
  } while (next !== undefined && left > 0 && notes.length < limit)
  return { notes, ...(next === undefined ? {} : { next }) }
}

export async function notesOf(
  store: StoreOperations,
  of: { uid: string; documentId?: string },
): Promise<KeptNote[]> {
  const own: KeptNote[] = []
  for await (const notes of allNotesOf(store, of)) own.push(...notes)
  return own
}

/** Everything that is kept of a person's notes, for themself: an operator's command writes it for them. */
export async function keptNotesOf(store: StoreOperations, uid: string) {
  const notes = await notesOf(store, { uid })
  return notes.map((stored) => ({ paper: stored.paper, ...shownNote(stored) }))
}

/** How the ids of a person's notes on a paper begin. */
export function notePrefix(uid: string, documentId: string): string {
  return `${uid}@${hashOf(documentId)}`
}

function hashOf(documentId: string): string {
  return createHash('sha256').update(documentId).digest('hex').slice(0, 32)
}

import type { EarlierPaper, NoteLimit } from '@portal/contract/notes'
import type { Person } from '@portal/contract/portal'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { countOf, readUsage, refuseLarger } from './note-usage.ts'
import {
  declinedCollection,
  declinedId,
  listStoredNotes,
  notesOf,
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
import * as z from 'zod/mini'
import { mergeText } from './anchors/merge-text.ts'
import { blanked, type IsWithdrawn, withdrawnAmong } from './withdraw-quotations.ts'

type Papers = { documentId: string; earlier: string }

export type EarlierAnswer = Papers & { version?: number | undefined; answer: 'bring' | 'decline' }

export type EarlierNotesParts = {
  store: DocumentStore
  documents: Pick<DocumentsService, 'some' | 'version'>
  /** The papers that were shown before in the slots which show a person this paper, newest first. */
  earlierPapers: (person: Person, documentId: string) => readonly string[]
  /** Whether a slot shows the person this paper. */
  isInSlot: (person: Person, documentId: string) => boolean
  now: () => Date
  changed: (uid: string) => void
}

export type EarlierNotes = {
  /** Earlier papers of the slot with notes of the person that aren't on this one. Without what the person has declined. */
  of: (person: Person, documentId: string) => Promise<EarlierPaper[]>
  answer: (person: Person, answer: EarlierAnswer) => Promise<void>
}

/** How many notes one transaction brings along: Firestore writes at most 500 documents in one. */
const broughtAtOnce = 100

/** A person's notes on the papers that a slot has shown before. */
export function createEarlierNotes({
  store,
  documents,
  earlierPapers,
  isInSlot,
  now,
  changed,
}: EarlierNotesParts): EarlierNotes {
  const notesToBring = async (person: Person, { documentId, earlier }: Papers) => {
    const { uid } = person
    const notes = await notesOf(store, { uid, documentId: earlier })
    // Another slot shows the earlier paper, so its notes stay there too.
    const isKept = isInSlot(person, earlier)
    const there = isKept && notes.length > 0 ? await notesOf(store, { uid, documentId }) : []
    const brought = new Set(there.map(({ id }) => id))
    return {
      notes: notes.filter(({ id }) => !brought.has(id)),
      isKept,
    }
  }

  /** How many there are, read from the counts unless some of them may have been brought already. */
  const countToBring = async (person: Person, papers: Papers): Promise<number> => {
    const { uid } = person
    const { documentId, earlier } = papers
    if (await declinedCollection.in(store).get(declinedId(uid, documentId, earlier))) return 0
    if (!isInSlot(person, earlier)) return countOf(store, { uid, documentId: earlier })
    const { notes } = await notesToBring(person, papers)
    return notes.length
  }
  /** The name that a paper had when its first note was saved last. */
  const lastName = async (uid: string, documentId: string) => {
    const { notes } = await listStoredNotes(store, { uid, documentId }, { limit: 1 })
    return notes[0]?.paper
  }

  const bring = async (person: Person, { documentId, earlier }: Papers) => {
    const { uid } = person
    const { name } = await documents.version(person, documentId)
    const { notes, isKept } = await notesToBring(person, { documentId, earlier })
    for (let from = 0; from < notes.length; from += broughtAtOnce) {
      const ids = notes.slice(from, from + broughtAtOnce).map(({ id }) => id)
      const bringing = { uid, from: earlier, to: documentId, ids, paper: name, isKept, at: now() }
      const limit = await store.transaction((transaction) => bringIn(transaction, bringing))
      changed(uid)
      if (limit !== undefined) throw new Refusal('tooLarge', fullSentence(limit, name))
    }
  }

  const decline = async ({ uid }: Person, { documentId, earlier }: Papers) => {
    const id = declinedId(uid, documentId, earlier)
    await store.transaction(async (transaction) => {
      const declined = declinedCollection.in(transaction)
      if (!(await declined.get(id))) await declined.create(id, { uid, at: now().toISOString() })
    })
  }

  return {
    async of(person, documentId) {
      const papers: EarlierPaper[] = []
      for (const earlier of earlierPapers(person, documentId)) {
        const notes = await countToBring(person, { documentId, earlier })
        if (notes === 0) continue
        const known = documents.some(person, [earlier]).get(earlier)?.name
        const paper = known ?? (await lastName(person.uid, earlier))
        if (paper !== undefined) papers.push({ documentId: earlier, paper, notes })
      }
      return papers
    },
    async answer(person, { answer, ...papers }) {
      const { name } = await documents.version(person, papers.documentId)
      if (!earlierPapers(person, papers.documentId).includes(papers.earlier)) {
        const detail = `“${name}” no longer takes the place of that paper. Please reload the page.`
        throw new Refusal('notFound', detail)
      }
      if (answer === 'bring') await bring(person, papers)
      else await decline(person, papers)
    },
  }
}

function fullSentence(limit: NoteLimit, paper: string): string {
  if (limit === 'perPaper') return `“${paper}” can’t have more notes. Remove some of them first.`
  const of = limit === 'bytesPerPaper' ? `notes on “${paper}”` : 'notes together'
  return `Your ${of} take as much space as they can. Remove some of them first.`
}

/** Erases what a person has declined, because it shows which papers they had notes on. */
export async function forgetDeclined(store: StoreOperations, uid: string): Promise<void> {
  const { documents } = await declinedCollection.raw(store).list({
    orderBy: 'id',
    from: `${uid}@`,
    // `A` follows `@`.
    to: `${uid}A`,
  })
  for (const { id } of documents) await declinedCollection.raw(store).delete(id)
}

type Bringing = {
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
async function bringIn(
  transaction: StoreOperations,
  { uid, from, to, ids, paper, isKept, at }: Bringing,
): Promise<NoteLimit | undefined> {
  const erased = await erasuresCollection.in(transaction).get(uid)
  const read = async (documentId: string, id: string) =>
    asNote(await notesCollection.raw(transaction).get(storedNoteId(uid, documentId, id)))
  const pairs: { note: KeptNote; there: KeptNote | undefined }[] = []
  for (const id of ids) {
    const note = await read(from, id)
    // Erasing deletes the notes one after another, and misses one that is stored again meanwhile.
    if (!note || (erased && wasErased(note.revision, erased))) continue
    pairs.push({ note, there: await read(to, id) })
  }
  const targets = pairs.map(({ note: { target, placed } }) => placed ?? target)
  // Withdrawing quotations goes from note to note, and misses one that is stored again meanwhile.
  const isWithdrawn = await withdrawnAmong(transaction, from, targets)
  const bytes = pairs.reduce((sum, { note }) => sum + noteSize(note), 0)
  const wanted = { notes: pairs.length, bytes }
  const usage = await readUsage(transaction, { uid, documentIds: [from, to], at, wanted })
  for (const { note, there } of pairs) {
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
      if (there) await notesCollection.raw(transaction).update(storedId, body, there.revision)
      else
        await notesCollection.raw(transaction).create(storedId, body, firstRevision(at, revision))
      usage.change(to, there, body)
    }
    if (!isKept)
      await notesCollection.raw(transaction).delete(storedNoteId(uid, from, id), revision)
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

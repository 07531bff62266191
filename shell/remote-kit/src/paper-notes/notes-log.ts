import { type Call, isApiError } from '@portal/contract/client'
import {
  noteLimits,
  notePlace,
  type NotesSaved,
  type NoteBase,
  saveNotes,
  savedNote,
  unansweredRevision,
} from '@portal/contract/notes'
import type { ShownNotes } from '@portal/shared-ui/shown-notes'
import * as z from 'zod/mini'
import { sessionCopy } from '../session-copy.ts'

/** A note that this tab has changed, until the API has it. */
const noteEdit = z.object({
  documentId: z.string(),
  /** The version in which the reader sees it. */
  version: z.number(),
  note: savedNote,
  place: z.optional(notePlace),
  isRemoved: z.optional(z.boolean()),
  /** How often the reader had erased all notes, as far as this tab knew when the edit began. Set by the log. */
  erasures: z.optional(z.number()),
})
export type NoteEdit = z.infer<typeof noteEdit>

type Saving = ShownNotes['saving']
type Paper = { documentId: string; version: number }

export type NotesLog = {
  put: (edit: NoteEdit) => void
  /** What isn't saved yet, by note. The same object until something changes. */
  edits: () => ReadonlyMap<string, NoteEdit>
  saving: () => Saving
  subscribe: (listener: () => void) => () => void
  /** How often the reader has erased all notes; nothing is sent before it is known. */
  setErasures: (count: number) => void
  /** Sends what isn't saved. What the API doesn't receive is kept for the next time. */
  send: (options?: { keepalive: boolean }) => Promise<void>
  /** Called with every reply. */
  onSaved: (listener: (paper: Paper, saved: NotesSaved) => void) => () => void
}

/** The tab's unsaved notes: a reload keeps them, signing out deletes them. */
const unsaved = sessionCopy('unsaved-notes', z.array(noteEdit))

/** The most that a request which outlives the page may have, in bytes; a letter has up to three. */
const longestParting = 60_000 / 3
const fullSentence =
  'This paper can’t have more notes. Remove some of them; the new ones stay on this device until then.'

const logs = new WeakMap<Call, NotesLog>()

/** The tab's log; another session has another one. */
export function notesLogOf(call: Call, uid: string): NotesLog {
  const known = logs.get(call)
  if (known) return known
  const made = createNotesLog(call, uid)
  logs.set(call, made)
  return made
}

export function createNotesLog(call: Call, uid: string): NotesLog {
  let edits: ReadonlyMap<string, NoteEdit> = new Map(
    unsaved.read(uid)?.value.map((edit) => [edit.note.id, edit]),
  )
  let failure: Saving | undefined
  let erasures: number | undefined
  let sending: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const savedListeners = new Set<(paper: Paper, saved: NotesSaved) => void>()

  const change = (next: ReadonlyMap<string, NoteEdit>) => {
    edits = next
    if (next.size === 0) unsaved.drop()
    else unsaved.keep(uid, [...next.values()])
    for (const listener of listeners) listener()
  }
  const fail = (next: Saving | undefined) => {
    failure = next
    for (const listener of listeners) listener()
  }
  const accept = (sent: readonly NoteEdit[], saved: NotesSaved) => {
    erasures = saved.erasures
    const full = new Set(saved.full)
    const next = new Map(edits)
    for (const edit of sent) {
      const { id } = edit.note
      if (full.has(id)) continue
      const now = next.get(id)
      const kept = saved.notes.find(({ note }) => note.id === id)?.note
      if (now === edit || !now) next.delete(id)
      else if (kept && !edit.isRemoved) {
        // Typed on since: the server merges the rest with what it has meanwhile.
        const { color, text, placed, dismissed } = edit.note
        const isSame = kept.text === text && kept.color === color
        const revision = isSame ? kept.revision : Math.max(1, kept.revision - 1)
        const base: NoteBase = { revision, color, text, placed, dismissed }
        next.set(id, { ...now, note: { ...now.note, base } })
      }
    }
    failure = full.size > 0 ? { state: 'failed', message: fullSentence } : undefined
    const [{ documentId, version }] = sent as [NoteEdit]
    for (const listener of savedListeners) listener({ documentId, version }, saved)
    change(next)
  }
  const sendAll = async (keepalive: boolean) => {
    const tried = new Set<NoteEdit>()
    for (;;) {
      const batch = nextBatch([...edits.values()].filter((edit) => !tried.has(edit)))
      const count = erasures
      if (batch.length === 0 || count === undefined) return
      for (const edit of batch) tried.add(edit)
      // What was written before an erasure is sent as such.
      const known = Math.min(count, ...batch.map((edit) => edit.erasures ?? count))
      const body = bodyOf(batch, known)
      const isShort = JSON.stringify(body).length <= longestParting
      accept(batch, await call(saveNotes, { body }, { keepalive: keepalive && isShort }))
    }
  }

  return {
    put(edit) {
      failure = undefined
      const { id } = edit.note
      const known = edits.get(id)?.erasures ?? erasures
      change(new Map(edits).set(id, { ...edit, erasures: known }))
    },
    edits: () => edits,
    saving: () => {
      if (edits.size === 0) return savedState
      return failure ?? savingState
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setErasures: (count) => (erasures = Math.max(count, erasures ?? 0)),
    send({ keepalive } = { keepalive: false }) {
      sending ??= sendAll(keepalive)
        .catch((error: unknown) => fail(failureOf(error)))
        .finally(() => (sending = undefined))
      return sending
    },
    onSaved(listener) {
      savedListeners.add(listener)
      return () => savedListeners.delete(listener)
    },
  }
}

const savedState: Saving = { state: 'saved' }
const savingState: Saving = { state: 'saving' }

/** Edits of one paper in one version, as many as a save may have. */
function nextBatch([first, ...others]: readonly NoteEdit[]): NoteEdit[] {
  if (!first) return []
  const { documentId, version } = first
  const same = others.filter((edit) => edit.documentId === documentId && edit.version === version)
  return [first, ...same].slice(0, noteLimits.perSave)
}

function bodyOf(batch: readonly NoteEdit[], erasures: number) {
  const { documentId, version } = batch[0]!
  return {
    documentId,
    version,
    erasures,
    notes: batch.filter(({ isRemoved }) => !isRemoved).map(({ note }) => note),
    removed: batch
      .filter(({ isRemoved }) => isRemoved)
      // Of a note without an answer only this tab knows.
      .map(({ note }) => ({
        id: note.id,
        revision: note.base?.revision ?? unansweredRevision,
      })),
  }
}

function failureOf(error: unknown): Saving {
  if (!isApiError(error)) {
    return { state: 'failed', message: 'Your notes aren’t saved yet. They stay on this device.' }
  }
  if (error.code === 'offline') return { state: 'offline' }
  return { state: 'failed', message: error.message }
}

import { type Call, isApiError } from '../client.ts'
import {
  type NoteBase,
  type NoteLimit,
  noteLimits,
  type NotesSaved,
  saveNotes,
  unansweredRevision,
} from '@portal/contract/notes'
import type { ShownNotes } from '@portal/shared-ui/shown-notes'
import { type NoteEdit, notesOnDevice, type NotesOnDevice } from './notes-on-device.ts'

type Saving = ShownNotes['saving']
type Paper = { documentId: string; version: number }

export type NotesLog = {
  put: (edit: NoteEdit) => void
  /** Unsaved changes by note id. Returns the same object until something changes. */
  edits: () => ReadonlyMap<string, NoteEdit>
  saving: () => Saving
  /** How long the API asks callers to wait, in ms. */
  pause: () => number
  /** Why the API refuses notes, by note id. Returns the same object until something changes. */
  refusals: () => ReadonlyMap<string, string>
  subscribe: (listener: () => void) => () => void
  /** Sets how often the reader has erased all notes; nothing is sent before that is known. */
  setErasures: (count: number) => void
  /** Sends changes that are neither saved nor refused. What the API doesn't receive is sent the next time. */
  send: (options?: { keepalive: boolean }) => Promise<void>
  /** Called with every reply. */
  onSaved: (listener: (paper: Paper, saved: NotesSaved) => void) => () => void
}

/** Maximum length of a `keepalive` request, whose limit is 64 KiB; a character takes up to three bytes. */
const longestParting = 60_000 / 3
/** The bytes of several notes that are sent together, as JSON. */
const bytesAtOnce = noteLimits.bytesPerSave / 2

/** Why a note isn't saved until others are removed. It stays on the device. */
const fullSentences: Record<NoteLimit, string> = {
  perPaper:
    'This paper can’t have more notes. Remove some of them; the new ones stay on this device until then.',
  bytesPerPaper:
    'Your notes on this paper take as much space as they can. Remove some of them; the new ones stay on this device until then.',
  bytesOfPerson:
    'Your notes on all papers take as much space as they can. Remove some old ones; the new ones stay on this device until then.',
}

const logs = new WeakMap<Call, NotesLog>()

/** The tab's log; each session has its own. */
export function notesLogOf(call: Call, uid: string): NotesLog {
  const known = logs.get(call)
  if (known) return known
  const made = createNotesLog(call, uid)
  logs.set(call, made)
  return made
}

export function createNotesLog(call: Call, uid: string): NotesLog {
  const device = notesOnDevice(uid)
  const stored = device.all().map((edit) => ({ ...edit, erasures: edit.erasures ?? 0 }))
  /** Notes left by an earlier page or another tab, which may still be open and save them first. */
  const adopted = new Set(stored.map(({ note }) => note.id))
  let edits: ReadonlyMap<string, NoteEdit> = new Map(stored.map((edit) => [edit.note.id, edit]))
  let refusals: ReadonlyMap<string, string> = new Map()
  /** The refused notes that are saved once others are removed. */
  let full: ReadonlySet<string> = new Set()
  /** When the API may be called again, in ms since 1970. */
  let nextAt = 0
  let failure: Saving | undefined
  let erasures: number | undefined
  let sending: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const savedListeners = new Set<(paper: Paper, saved: NotesSaved) => void>()

  const change = (next: ReadonlyMap<string, NoteEdit>) => {
    edits = next
    for (const listener of listeners) listener()
  }
  const fail = (next: Saving | undefined) => {
    failure = next
    for (const listener of listeners) listener()
  }
  const accept = (sent: readonly NoteEdit[], saved: NotesSaved) => {
    erasures = saved.erasures
    if (saved.removed.length > 0) {
      // There is room again, perhaps.
      refusals = new Map([...refusals].filter(([id]) => !full.has(id)))
      full = new Set()
    }
    const next = new Map(edits)
    for (const edit of sent) {
      const { id } = edit.note
      const now = next.get(id)
      if (saved.full.includes(id)) {
        // Changed meanwhile, so it is sent again.
        if (now !== edit) continue
        full = new Set(full).add(id)
        refusals = new Map(refusals).set(id, fullSentences[saved.fullBy ?? 'perPaper'])
        continue
      }
      const kept = saved.notes.find(({ note }) => note.id === id)?.note
      if (now === edit || !now) {
        next.delete(id)
        device.drop(edit)
      } else if (kept && !edit.isRemoved) {
        // The reader kept typing: the server merges the rest with what it has now.
        const { color, text, placed, dismissed } = edit.note
        const isSame = kept.text === text && kept.color === color
        const revision = isSame ? kept.revision : Math.max(1, kept.revision - 1)
        const base: NoteBase = { revision, color, text, placed, dismissed }
        const rest = { ...now, note: { ...now.note, base } }
        next.set(id, rest)
        device.keep(rest)
      }
    }
    failure = undefined
    const [{ documentId, version }] = sent as [NoteEdit]
    for (const listener of savedListeners) listener({ documentId, version }, saved)
    change(next)
  }
  const refuse = (edit: NoteEdit, message: string) => {
    const { id } = edit.note
    // Changed meanwhile, so it is sent again.
    if (edits.get(id) !== edit) return
    refusals = new Map(refusals).set(id, message)
    change(edits)
  }
  const send = async (batch: NoteEdit[], count: number, keepalive: boolean): Promise<void> => {
    const body = bodyOf(batch, batch[0]?.erasures ?? count)
    const isShort = JSON.stringify(body).length <= longestParting
    try {
      accept(batch, await call(saveNotes, { body }, { keepalive: keepalive && isShort }))
    } catch (error) {
      const message = refusalOf(error)
      if (message === undefined) throw error
      if (batch.length === 1) return refuse(batch[0]!, message)
      // One note is refused, which must not keep the others from being saved.
      const half = Math.ceil(batch.length / 2)
      await send(batch.slice(0, half), count, keepalive)
      await send(batch.slice(half), count, keepalive)
    }
  }
  const sendAll = async (keepalive: boolean) => {
    const now = withDevice(edits, adopted, device)
    if (now) change(now)
    const tried = new Set<NoteEdit>()
    for (;;) {
      const toSend = [...edits.values()].filter(
        (edit) => !tried.has(edit) && !refusals.has(edit.note.id),
      )
      const batch = nextBatch(toSend)
      if (batch.length === 0 || erasures === undefined) return
      for (const edit of batch) tried.add(edit)
      await send(batch, erasures, keepalive)
    }
  }

  return {
    put(edit) {
      const { id } = edit.note
      const kept = { ...edit, erasures: edits.get(id)?.erasures ?? erasures }
      adopted.delete(id)
      if (refusals.has(id)) refusals = new Map([...refusals].filter(([key]) => key !== id))
      failure = undefined
      device.keep(kept)
      change(new Map(edits).set(id, kept))
    },
    refusals: () => refusals,
    pause: () => Math.max(0, nextAt - Date.now()),
    edits: () => edits,
    saving: () => {
      if (edits.size === 0) return savedState
      if (failure) return failure
      return [...edits.keys()].every((id) => refusals.has(id)) ? refusedState : savingState
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setErasures: (count) => (erasures = Math.max(count, erasures ?? 0)),
    send({ keepalive } = { keepalive: false }) {
      sending ??= sendAll(keepalive)
        .catch((error: unknown) => {
          const { retryAfter = 0 } = isApiError(error) ? error : {}
          nextAt = Date.now() + retryAfter * 1000
          fail(failureOf(error))
        })
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
const refusedState: Saving = {
  state: 'failed',
  message: 'Not every note could be saved. The list says why; those notes stay on this device.',
}
/**
 * Codes that refuse the note itself; after any other, the next attempt may succeed. `conflict` isn't one: earlier
 * versions of the API return it when too much is saved at the same moment.
 */
const refusingCodes = new Set(['badRequest', 'invalid', 'notFound', 'gone', 'tooLarge'])

/** Merges what other tabs have written and saved meanwhile; undefined if there is nothing new. */
function withDevice(
  edits: ReadonlyMap<string, NoteEdit>,
  adopted: ReadonlySet<string>,
  device: NotesOnDevice,
): ReadonlyMap<string, NoteEdit> | undefined {
  const next = new Map(edits)
  let isChanged = false
  for (const id of adopted) {
    const before = next.get(id)
    if (!before || device.has(before)) continue
    const now = device.read(id)
    if (now) next.set(id, { ...now, erasures: now.erasures ?? 0 })
    else next.delete(id)
    isChanged = true
  }
  return isChanged ? next : undefined
}

/** Edits to one version of one paper, up to the most of a save. */
function nextBatch([first, ...others]: readonly NoteEdit[]): NoteEdit[] {
  if (!first) return []
  const { documentId, version, erasures } = first
  const same = others.filter(
    (edit) =>
      edit.documentId === documentId && edit.version === version && edit.erasures === erasures,
  )
  let bytes = 0
  const over = [first, ...same].findIndex(({ note }, index) => {
    bytes += new Blob([JSON.stringify(note)]).size
    return index > 0 && bytes > bytesAtOnce
  })
  return [first, ...same].slice(
    0,
    over < 0 ? noteLimits.perSave : Math.min(over, noteLimits.perSave),
  )
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
      // Only this tab knows a note that hasn't been answered.
      .map(({ note }) => ({
        id: note.id,
        revision: note.base?.revision ?? unansweredRevision,
      })),
  }
}

/** The API's message; undefined if the note isn't the reason. */
function refusalOf(error: unknown): string | undefined {
  const isRefusal = isApiError(error) && error.isProblem && refusingCodes.has(error.code)
  return isRefusal ? error.message : undefined
}

function failureOf(error: unknown): Saving {
  if (!isApiError(error)) {
    return { state: 'failed', message: 'Your notes aren’t saved yet. They stay on this device.' }
  }
  if (error.code === 'offline') return { state: 'offline' }
  return { state: 'failed', message: error.message }
}

import { notePlace, savedNote } from '@portal/contract/notes'
import * as z from 'zod/mini'

/** A note with changes on this device that the API doesn't have yet. */
const noteEdit = z.object({
  documentId: z.string(),
  /** The version in which the reader sees it. */
  version: z.number(),
  // Also allows a note that the API refuses as too long.
  note: z.extend(savedNote, { text: z.string() }),
  place: z.optional(notePlace),
  isRemoved: z.optional(z.boolean()),
  /** How often the reader had erased all notes when this was written; absent if it wasn't known yet. */
  erasures: z.optional(z.number()),
})
export type NoteEdit = z.infer<typeof noteEdit>

export type NotesOnDevice = {
  all: () => NoteEdit[]
  read: (noteId: string) => NoteEdit | undefined
  /** Whether the device has the same edit. */
  has: (edit: NoteEdit) => boolean
  keep: (edit: NoteEdit) => void
  /** Deletes the edit only if it is unchanged: another tab may have written more. */
  drop: (edit: NoteEdit) => void
}

/**
 * A reader's unsaved notes in the device's storage: they outlive the tab and an expired sign-in. Signing out and another
 * reader's sign-in delete them. Each note has its own key, because tabs write at the same time.
 */
export function notesOnDevice(uid: string): NotesOnDevice {
  const begun = `unsaved-notes-${uid}`
  const prefix = `${begun}-`
  const keyOf = (noteId: string) => `${prefix}${noteId}`
  const read = (noteId: string) => {
    const edit = withStorage((storage) =>
      z.safeParse(noteEdit, JSON.parse(storage.getItem(keyOf(noteId)) ?? 'null')),
    )?.data
    return edit?.note.id === noteId ? edit : undefined
  }
  const has = (edit: NoteEdit) => {
    const stored = read(edit.note.id)
    return stored !== undefined && textOf(stored) === textOf(edit)
  }
  withStorage((storage) => storage.setItem(begun, 'true'))
  return {
    all() {
      const keys = withStorage((storage) => Object.keys(storage)) ?? []
      return keys
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => read(key.slice(prefix.length)) ?? [])
    },
    read,
    has,
    keep(edit) {
      withStorage((storage) => {
        // The reader has signed out since: nothing written while the page closes may stay on the device.
        if (storage.getItem(begun) === null) return
        storage.setItem(keyOf(edit.note.id), JSON.stringify(edit))
      })
    },
    drop(edit) {
      if (has(edit)) withStorage((storage) => storage.removeItem(keyOf(edit.note.id)))
    },
  }
}

/** A comparable text, independent of the order of fields. */
function textOf(edit: NoteEdit): string {
  return JSON.stringify(z.parse(noteEdit, { ...edit, erasures: undefined }))
}

/** Undefined if the storage is full or unavailable; the notes then last as long as the page. */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

import { isolated } from '@portal/domain/shown-text'
import type { Call } from './client.ts'
import { listNotes } from '@portal/contract/notes'
import { notesLogOf } from './paper-notes/notes-log.ts'
import { type NoteEdit, notesOnDevice } from './paper-notes/notes-on-device.ts'

/** The changes of notes on this device, from any tab, that the API doesn't have yet: one line each. */
export function unsavedNotes(uid: string): string[] {
  return notesOnDevice(uid).all().map(nameOf)
}

/** Sends these changes, whichever page they were made on. */
export async function saveUnsavedNotes(call: Call, uid: string): Promise<void> {
  const log = notesLogOf(call, uid)
  log.setErasures((await call(listNotes, { query: {} })).erasures)
  await log.send()
}

function nameOf({ note, isRemoved }: NoteEdit): string {
  const words = note.target.selector.find((selector) => selector.type === 'TextQuoteSelector')
  const what = isRemoved ? 'The removal of a note' : 'A note'
  if (note.text.trim() !== '') return `${what}: “${isolated(shortened(note.text))}”`
  return words ? `${what} on “${isolated(shortened(words.exact))}”` : `${what} without words`
}

/** In characters. */
const longest = 80

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`
}

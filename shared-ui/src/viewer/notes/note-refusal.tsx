import type { ShownNote } from '../shown-notes.ts'
import styles from './notes-panel.module.css'

/** Why a note isn't saved. */
export function NoteRefusal({ note }: { note: Pick<ShownNote, 'refusal'> }) {
  if (note.refusal === undefined) return null
  return <p className={styles.refusal}>Not saved. {note.refusal}</p>
}

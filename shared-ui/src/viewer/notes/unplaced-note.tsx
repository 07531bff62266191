import { Button } from '../../button.tsx'
import type { ShownNote } from '../shown-notes.ts'
import { NoteRefusal } from './note-refusal.tsx'
import { subjectWords } from './note-words.ts'
import styles from './notes-panel.module.css'

type UnplacedNoteProps = { note: ShownNote; onPlace: () => void; onDismiss: () => void }

/** A note whose passage isn't in this version. */
export function UnplacedNote({ note, onPlace, onDismiss }: UnplacedNoteProps) {
  return (
    <li className={styles.note} data-note={note.id}>
      <NoteRefusal note={note} />
      <div className={styles.subject}>
        <span className={styles.kind}>Was on page {note.subject.page}</span>
        <span className={styles.quotation}>{subjectWords(note)}</span>
        {note.until === undefined ? null : <span className={styles.hint}>{note.until}</span>}
        {note.text ? <span className={styles.text}>{note.text}</span> : null}
      </div>
      <div className={styles.actions}>
        <Button onClick={onPlace}>Place by hand</Button>
        <Button variant="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </li>
  )
}

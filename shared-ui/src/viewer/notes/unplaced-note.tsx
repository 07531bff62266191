import type { ReactNode } from 'react'
import type { ShownNote } from '../shown-notes.ts'
import { NoteRefusal } from './note-refusal.tsx'
import { subjectWords } from './note-words.ts'
import styles from './notes-panel.module.css'

type UnplacedNoteProps = {
  note: ShownNote
  /** With what to do about it, unless its passage is still to be looked for. */
  children?: ReactNode
}

/** A note whose passage isn't in this version, or hasn't been looked for yet. */
export function UnplacedNote({ note, children }: UnplacedNoteProps) {
  return (
    <li className={styles.note} data-note={note.id}>
      <NoteRefusal note={note} />
      <div className={styles.subject}>
        <span className={styles.kind}>Was on page {note.subject.page}</span>
        <span className={styles.quotation}>{subjectWords(note)}</span>
        {note.until === undefined ? null : <span className={styles.hint}>{note.until}</span>}
        {note.text ? <span className={styles.text}>{note.text}</span> : null}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  )
}

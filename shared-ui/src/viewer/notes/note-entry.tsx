import { noteColorNames } from '@portal/domain/mark-colors'
import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../button.tsx'
import { VisuallyHidden } from '../../visually-hidden.tsx'
import type { NoteColor, ShownNote } from '../shown-notes.ts'
import { ColorButtons } from './color-buttons.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { subjectWords } from './note-words.ts'
import styles from './notes-panel.module.css'

type NoteEntryProps = {
  note: ShownNote
  isCurrent: boolean
  onGo: () => void
  onText: (text: string) => void
  onColor: (color: NoteColor) => void
  onRemove: () => void
}

/** A note in the list; the chosen one can be written in. */
export function NoteEntry(props: NoteEntryProps) {
  const { note, isCurrent, onGo, onText, onColor, onRemove } = props
  const field = useId()
  const { place } = note
  return (
    <li className={clsx(styles.note, isCurrent && styles.current)} data-note={note.id}>
      <NoteRefusal note={note} />
      <button
        type="button"
        className={styles.subject}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onGo}
      >
        <span className={styles.kind}>
          Page {place?.page ?? note.subject.page} · {noteColorNames[note.color]}
        </span>
        <span className={clsx(styles.quotation, styles[note.color])}>{subjectWords(note)}</span>
        {place?.isApproximate ? (
          <span className={styles.hint}>The words have changed; these are the most alike.</span>
        ) : null}
        {note.until === undefined ? null : <span className={styles.hint}>{note.until}</span>}
        {!isCurrent && note.text ? <span className={styles.text}>{note.text}</span> : null}
      </button>
      {isCurrent ? (
        <div className={styles.edit}>
          <label htmlFor={field}>
            <VisuallyHidden>Your note</VisuallyHidden>
          </label>
          <textarea
            id={field}
            className={styles.field}
            value={note.text}
            rows={2}
            maxLength={20_000}
            placeholder="Write a note"
            onChange={(event) => onText(event.target.value)}
          />
          <ColorButtons action="Change to" chosen={note.color} onChoose={onColor} />
          <Button variant="quiet" icon={<Trash2 />} onClick={onRemove}>
            Remove
          </Button>
        </div>
      ) : null}
    </li>
  )
}

import { FileText, PencilLine, SquareDashed, TextSelect, Trash2 } from 'lucide-react'
import { Button } from '../../button.tsx'
import type { ShownNote, ShownNotes, NoteColor } from '../shown-notes.ts'
import { splitByPlace, savingWords, subjectWords } from './note-words.ts'
import styles from './notes-panel.module.css'
import { type ReactNode, useId } from 'react'
import { noteColorNames } from '@portal/domain/mark-colors'
import { clsx } from 'clsx'
import { useGrowth } from '../../use-growth.ts'
import { VisuallyHidden } from '../../visually-hidden.tsx'
import { ColorButtons } from './color-buttons.tsx'

export type NoteMaking = 'page' | 'area' | 'ink' | 'words'

type NotesPanelProps = {
  shown: ShownNotes
  current: string | undefined
  /** The note that was removed last, and can be brought back. */
  removed: string | undefined
  onMake: (kind: NoteMaking) => void
  onGo: (note: ShownNote) => void
  onRemove: (note: ShownNote) => void
  onRestore: () => void
  /** Called when the reader is about to select the words that a note is about. */
  onPlace: (note: ShownNote) => void
  onDismiss: (note: ShownNote) => void
}

/** The reader's notes on the paper, and ways to make more. */
export function NotesPanel(props: NotesPanelProps) {
  const { shown, current, removed, onMake, onGo, onRemove, onRestore, onPlace, onDismiss } = props
  const { placed, unplaced } = splitByPlace(shown.notes)
  const pending = unplaced.filter(({ isPending }) => isPending)
  const lost = unplaced.filter(({ isPending }) => !isPending)
  return (
    <div className={styles.panel}>
      <div className={styles.making} role="group" aria-label="Make a note">
        <Button variant="quiet" icon={<FileText />} onClick={() => onMake('page')}>
          Page note
        </Button>
        <Button variant="quiet" icon={<SquareDashed />} onClick={() => onMake('area')}>
          Area
        </Button>
        <Button variant="quiet" icon={<PencilLine />} onClick={() => onMake('ink')}>
          Draw
        </Button>
        <Button
          variant="quiet"
          icon={<TextSelect />}
          className={styles.byKeyboard}
          onClick={() => onMake('words')}
        >
          Keyboard
        </Button>
      </div>
      <p className={shown.saving.state === 'failed' ? styles.failed : styles.saving} role="status">
        {savingWords(shown.saving)}
      </p>
      {removed === undefined ? null : (
        <p className={styles.removed} role="status">
          Note removed.{' '}
          <Button variant="quiet" data-undo onClick={onRestore}>
            Undo
          </Button>
        </p>
      )}
      {pending.length > 0 ? (
        <section aria-label="Not placed yet">
          <h3 className={styles.heading}>Not placed yet</h3>
          <p className={styles.hint} role="status">
            The portal is still reading this version. It places your notes when it has read it.
          </p>
          <ul className={styles.notes}>
            {pending.map((note) => (
              <UnplacedNote key={note.id} note={note} />
            ))}
          </ul>
        </section>
      ) : null}
      {lost.length > 0 ? (
        <section aria-label="Not placed">
          <h3 className={styles.heading}>Not placed</h3>
          <p className={styles.hint}>The passages of these notes aren’t in this version.</p>
          <ul className={styles.notes}>
            {lost.map((note) => (
              <UnplacedNote key={note.id} note={note}>
                <Button onClick={() => onPlace(note)}>Place by hand</Button>
                <Button variant="quiet" onClick={() => onDismiss(note)}>
                  Dismiss
                </Button>
              </UnplacedNote>
            ))}
          </ul>
        </section>
      ) : null}
      {placed.length === 0 ? (
        <p className={styles.hint}>
          Select words in the pages to highlight them or to write a note. Only you see your notes.
        </p>
      ) : (
        <ol className={styles.notes} aria-label="Notes">
          {placed.map((note) => (
            <NoteEntry
              key={note.id}
              note={note}
              isCurrent={note.id === current}
              onGo={() => onGo(note)}
              onText={(text) => shown.change(note.id, { text })}
              onColor={(color) => shown.change(note.id, { color })}
              onRemove={() => onRemove(note)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

type UnplacedNoteProps = {
  note: ShownNote
  /** What to do about it; absent while its passage hasn't been looked for. */
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
  const area = useGrowth(note.text)
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
            ref={area}
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

/** Why a note isn't saved. */
export function NoteRefusal({ note }: { note: Pick<ShownNote, 'refusal'> }) {
  if (note.refusal === undefined) return null
  return <p className={styles.refusal}>Not saved. {note.refusal}</p>
}

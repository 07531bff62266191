import { FileText, PencilLine, SquareDashed, TextSelect } from 'lucide-react'
import { Button } from '../../button.tsx'
import type { ShownNote, ShownNotes } from '../shown-notes.ts'
import { NoteEntry } from './note-entry.tsx'
import { splitByPlace, savingWords } from './note-words.ts'
import styles from './notes-panel.module.css'
import { UnplacedNote } from './unplaced-note.tsx'

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
  /** The words that a note is about are selected next. */
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

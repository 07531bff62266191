import type { NotedPaper, NoteEntry } from '@portal/contract/listed-notes'
import { getPaperWithNotes } from '@portal/contract/note-exports'
import { pathOf } from '@portal/contract/endpoint'
import { withdrawnQuotation } from '@portal/contract/note-subject'
import { todayIn } from '@portal/domain/days'
import { noteEndText } from '@portal/domain/notes-rule'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { openedHere } from '@portal/remote-kit/use-opened'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleAlert, FileDown } from 'lucide-react'
import { useId } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { notesInWords } from '../shared/notes-in-words.ts'
import { colorNames } from '../shared/note-color-names.ts'
import styles from './paper-notes.module.css'
import { useSavedFile } from './save-file.ts'

/** One paper with the reader's notes on it, and a download of a copy that contains them. */
export function PaperNotes({ paper }: { paper: NotedPaper }) {
  const { documentId, name, isThere, notes } = paper
  const heading = useId()
  const copy = useSavedFile()
  const url = pathOf(getPaperWithNotes.path, { id: documentId })
  const unplaced = notes.filter(({ isPlaced, isPending }) => !isPlaced && !isPending).length
  return (
    <Card as="section" aria-labelledby={heading} className={styles.paper}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h3 id={heading} className={styles.name}>
            {name}
          </h3>
          <p className={styles.about}>
            {notesInWords(notes.length)}
            {unplaced > 0 && ` · ${unplaced} not placed`}
            {!isThere && ' · No longer in the portal'}
          </p>
        </div>
        {isThere && (
          <Button
            icon={<FileDown aria-hidden />}
            busy={copy.isBusy}
            onClick={() => copy.save(url, `${name.replace(/\.pdf$/i, '')} with my notes.pdf`)}
            data-print="hide"
          >
            Copy with my notes (PDF)
            <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
          </Button>
        )}
      </header>
      <p role="alert" className={styles.failure}>
        {copy.failure}
      </p>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note.id} className={styles.note} data-color={note.color}>
            <NoteEntry note={note} paper={paper} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NoteEntry({ note, paper }: { note: NoteEntry; paper: NotedPaper }) {
  const { page, version, color, isPlaced, isPending, quotation, withdrawnWith, text } = note
  const { timeZone } = usePortal().config.foundation
  const end = noteEndText(note, todayIn(timeZone))
  const place = isPlaced ? `Page ${page}` : `Page ${page} of version ${version}`
  // A note that isn't placed links to the version it was made on, which has the passage.
  const address = meetingsPaths.paper(paper.documentId, isPlaced ? { page } : { page, version })
  return (
    <>
      <p className={styles.where}>
        {paper.isThere ? (
          <Link
            to={address}
            state={openedHere}
            className={styles.open}
            aria-label={`Open ${paper.name}, ${place}`}
          >
            {place}
          </Link>
        ) : (
          <span>{place}</span>
        )}
        <span>{colorNames[color]}</span>
        {end !== undefined && <span className={styles.end}>{end}</span>}
        {!isPlaced && isPending && <Badge>Not placed yet</Badge>}
        {!isPlaced && !isPending && (
          <Badge kind="warn" icon={<CircleAlert aria-hidden />}>
            Not placed
          </Badge>
        )}
      </p>
      {quotation && (
        <blockquote className={styles.quotation}>
          <mark>{quotation}</mark>
        </blockquote>
      )}
      {withdrawnWith !== undefined && (
        <p className={styles.withdrawn}>{withdrawnQuotation(withdrawnWith)}</p>
      )}
      {text && <p className={styles.text}>{text}</p>}
    </>
  )
}

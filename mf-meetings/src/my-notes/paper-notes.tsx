import { type NotedPaper, type NoteEntry, notedPaper } from '@portal/contract/listed-notes'
import { getPaperWithNotes } from '@portal/contract/note-exports'
import { pathOf } from '@portal/contract/endpoint'
import { withdrawnQuotation } from '@portal/domain/note-subject'
import type { ListedNote } from '@portal/contract/notes'
import { noteColorNames } from '@portal/domain/mark-colors'
import { todayIn } from '@portal/domain/days'
import { noteEndText } from '@portal/domain/notes-rule'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
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
import styles from './paper-notes.module.css'
import { placedNotesQuery } from './my-notes-queries.ts'
import { useSavedFile } from './save-file.ts'

type PaperNotesProps = {
  /** All of the reader's notes on the paper. */
  listed: readonly ListedNote[]
  /** The paper with those of them that are shown. */
  found: NotedPaper
}

/** One paper with the reader's notes on it, and a download of a copy that contains them. */
export function PaperNotes({ listed, found }: PaperNotesProps) {
  const { documentId, name } = found
  const { call } = usePortal()
  const heading = useId()
  const copy = useSavedFile()
  const placed = useQuery(placedNotesQuery(call, documentId, listed))
  const url = pathOf(getPaperWithNotes.path, { id: documentId })
  const isThere = listed[0]!.isThere && placed.data !== null
  const ids = new Set(found.notes.map(({ id }) => id))
  const notes = (placed.data ? notedPaper(listed, placed.data).notes : found.notes).filter(
    ({ id }) => ids.has(id),
  )
  const unplaced = notes.filter(({ isPlaced, isPending }) => !isPlaced && !isPending).length
  const entries = (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note.id} className={styles.note} data-color={note.color}>
          <NoteEntry note={note} paper={{ ...found, isThere }} isFound={!placed.isPending} />
        </li>
      ))}
    </ul>
  )
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
      <QueryPanel query={placed} failure="Failed to load your notes" skeleton={entries}>
        {() => entries}
      </QueryPanel>
    </Card>
  )
}

type NoteEntryProps = {
  note: NoteEntry
  paper: NotedPaper
  /** Its place in the shown version is known. */
  isFound: boolean
}

function NoteEntry({ note, paper, isFound }: NoteEntryProps) {
  const { page, version, color, isPlaced, isPending, quotation, withdrawnWith, text } = note
  const { timeZone } = usePortal().config.foundation
  const end = noteEndText(note, todayIn(timeZone))
  const isHere = isFound && isPlaced
  const place = isHere ? `Page ${page}` : `Page ${page} of version ${version}`
  // A note that isn't placed links to the version it was made on, which has the passage.
  const address = meetingsPaths.paper(paper.documentId, isHere ? { page } : { page, version })
  return (
    <>
      <p className={styles.where}>
        {paper.isThere ? (
          <Link
            to={address}
            state={openedHere}
            className={styles.open}
            aria-label={`Open ${isolated(paper.name)}, ${place}`}
          >
            {place}
          </Link>
        ) : (
          <span>{place}</span>
        )}
        <span>{noteColorNames[color]}</span>
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

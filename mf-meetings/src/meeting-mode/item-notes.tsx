import { withdrawnQuotation } from '@portal/domain/note-subject'
import { noteColorNames } from '@portal/domain/mark-colors'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { notesQuery } from '@portal/remote-kit/queries/notes'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { splitByPlace, subjectWords } from '@portal/shared-ui/note-words'
import type { ShownNote } from '@portal/shared-ui/shown-notes'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useId } from 'react'
import { MeetingLink } from './meeting-links.tsx'
import { chosenInMeeting } from './meeting-paths.ts'
import styles from './item-notes.module.css'
import type { ItemMaterial } from './shown-content.ts'

type ItemNotesProps = { meeting: MeetingRef; item: string; papers: ItemMaterial[] }

/** The reader's notes on an item's papers, each with a link to its page. */
export function ItemNotes({ meeting, item, papers }: ItemNotesProps) {
  return (
    <div className={styles.all}>
      {papers.map((paper) => {
        const { document } = paper.mapping
        if (!document) return null
        return <NotesOfPaper key={paper.type} {...{ meeting, item, paper, document }} />
      })}
    </div>
  )
}

type NotesOfPaperProps = Omit<ItemNotesProps, 'papers'> & {
  paper: ItemMaterial
  document: NonNullable<ItemMaterial['mapping']['document']>
}

function NotesOfPaper({ meeting, item, paper, document }: NotesOfPaperProps) {
  const { call } = usePortal()
  const heading = useId()
  const query = useQuery(notesQuery(call, document.id, document.version ?? 1))
  const shown = usePaperNotes(document)
  const addressOf = (page?: number) => chosenInMeeting(meeting, { item, show: paper.type, page })
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.name}>
        {paper.name}
      </h3>
      <QueryPanel
        query={query}
        failure="Failed to load your notes"
        skeleton={<Skeleton lines={3} label="Loading your notes" />}
      >
        {() => <NotesList notes={shown?.notes ?? []} addressOf={addressOf} />}
      </QueryPanel>
    </section>
  )
}

type NotesListProps = { notes: readonly ShownNote[]; addressOf: (page?: number) => string }

function NotesList({ notes, addressOf }: NotesListProps) {
  const { placed, unplaced } = splitByPlace(notes)
  if (notes.length === 0) {
    return <p className={styles.where}>No notes yet. Select words in the paper to make one.</p>
  }
  return (
    <ul className={styles.notes}>
      {[...placed, ...unplaced].map((note) => (
        <li key={note.id} className={styles.note} data-color={note.color}>
          <MeetingLink to={addressOf(note.place?.page)} className={styles.open}>
            <span className={styles.where}>
              {placeWords(note)} · {noteColorNames[note.color]}
            </span>
            <Subject note={note} />
            {note.text && <span className={styles.text}>{note.text}</span>}
          </MeetingLink>
        </li>
      ))}
    </ul>
  )
}

function placeWords({ place, isPending }: ShownNote): string {
  if (place) return `Page ${place.page}`
  return isPending ? 'Not placed yet' : 'Not in this version'
}

function Subject({ note }: { note: ShownNote }) {
  const { words, withdrawnWith } = note.subject
  if (words) return <mark className={styles.quotation}>{words.exact}</mark>
  if (withdrawnWith !== undefined) return <span>{withdrawnQuotation(withdrawnWith)}</span>
  return <span className={styles.where}>{subjectWords(note)}</span>
}

import {
  notedPapers,
  notesByPaper,
  type NotedPaper,
  type NoteEntry,
  notedPaper,
  placedNotes,
} from '@portal/domain/listed-notes'
import { type ListedNote, getNotes } from '@portal/contract/notes'
import { type NoteColor, noteColors, noteColorNames } from '@portal/domain/mark-colors'
import { papersByQuarter } from '@portal/domain/papers-by-quarter'
import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Status } from '@portal/shared-ui/status'
import { useLimited } from '@portal/shared-ui/use-limited'
import { SearchX, CircleAlert, FileDown } from 'lucide-react'
import { useMemo, useId } from 'react'
import { containsWords } from '@portal/domain/contains-words'
import { counted } from '@portal/domain/counted'
import styles from './my-notes-screen.module.css'
import { getPaperWithNotes } from '@portal/contract/note-exports'
import { pathOf } from '@portal/domain/path-of'
import { pictureText } from '@portal/domain/note-picture'
import { withdrawnQuotation } from '@portal/domain/note-subject'
import { todayIn } from '@portal/domain/days'
import { noteEndText } from '@portal/domain/notes-rule'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, queryOptions } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { openedHere } from '@portal/remote-kit/use-opened'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { NotePicture, type PicturedNote } from '@portal/shared-ui/note-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { meetingsPaths } from '../meetings-paths.ts'
import { useSavedFile } from './save-file.ts'
import type { Call } from '@portal/remote-kit/client'
import { myNotesKey } from '../shared/listed-notes-query.ts'

const colorOptions = [
  { value: '', label: 'All colors' },
  ...noteColors.map((value) => ({ value, label: noteColorNames[value] })),
]

/** The reader's notes by quarter and paper, with search and color filter. */
export function SearchableNotes({ listed }: { listed: ListedNote[] }) {
  const view = useViewInUrl()
  const color = noteColors.find(
    (option): option is NoteColor => option === view.params.get('color'),
  )
  const words = view.search
  // Each paper that is shown requests where its notes are now, so the search reads them as they were made.
  const papers = useMemo(() => notedPapers(listed, new Map()), [listed])
  const byPaper = useMemo(() => notesByPaper(listed), [listed])
  const matching = useMemo(() => matchingNotes(papers, { words, color }), [papers, words, color])
  // Not virtualized: papers usually have a few dozen notes at most.
  const ordered = useMemo(
    () => papersByQuarter(matching).flatMap(({ papers: own }) => own),
    [matching],
  )
  const { shown, showMore } = useLimited(ordered, 20)
  const isFiltered = words.trim() !== '' || color !== undefined

  return (
    <>
      <div role="search" className={styles.search} data-print="hide">
        <TextField
          label="Search my notes"
          hint="Words of a note, a quotation or a paper’s name"
          type="search"
          autoComplete="off"
          maxLength={200}
          value={words}
          onChange={view.setSearch}
        />
        <SelectField
          label="Color"
          value={color ?? ''}
          onChange={(value) => view.set('color', value)}
          options={colorOptions}
        />
      </div>
      <Status text={isFiltered ? `${counted(countOf(matching), 'note')} found` : ''} />
      {matching.length === 0 && (
        <EmptyState title="No notes found" icon={<SearchX aria-hidden />}>
          <p>Try other words or another color.</p>
        </EmptyState>
      )}
      {papersByQuarter(shown).map((quarter) => (
        <section key={quarter.name} aria-label={quarter.name} className={styles.quarter}>
          <h2 className={styles.quarterName}>{quarter.name}</h2>
          {quarter.papers.map((paper) => (
            <PaperNotes
              key={paper.documentId}
              listed={byPaper.get(paper.documentId)!}
              found={paper}
            />
          ))}
        </section>
      ))}
      <ShowMore shown={shown.length} total={ordered.length} onMore={showMore} />
    </>
  )
}

/** The notes of a color that contain all the words in their text, quotation or paper's name. */
export function matchingNotes(
  papers: readonly NotedPaper[],
  { words, color }: { words: string; color: NoteColor | undefined },
): NotedPaper[] {
  return papers.flatMap((paper) => {
    const notes = paper.notes.filter((note) => {
      if (color && note.color !== color) return false
      const searched = [paper.name, note.quotation ?? '', note.text].join(' ')
      return containsWords(straight(searched), straight(words))
    })
    return notes.length > 0 ? [{ ...paper, notes }] : []
  })
}

/** With straight quotation marks. */
function straight(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
}

function countOf(papers: readonly NotedPaper[]): number {
  return papers.reduce((sum, { notes }) => sum + notes.length, 0)
}

type PaperNotesProps = {
  /** All of the reader's notes on the paper. */
  listed: readonly ListedNote[]
  /** The paper, with only the notes that are shown. */
  found: NotedPaper
}

/** One paper with the reader's notes on it, and a download of a copy that contains them. */
function PaperNotes({ listed, found }: PaperNotesProps) {
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
            {counted(notes.length, 'note')}
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
      <p role="alert" className={styles.notesFailure}>
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
  const { subject, mark } = note
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
        {subject !== undefined && <span>{subject}</span>}
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
      {mark && (
        <NotePicture
          key={[isFound, version, page, color].join(' ')}
          mark={mark}
          note={isFound || !paper.isThere ? picturedNote(note, paper) : undefined}
          text={pictureText(note, paper.name)}
        />
      )}
      {text && <p className={styles.text}>{text}</p>}
    </>
  )
}

/** What the picture of an area or a drawing shows; undefined for a note without one. */
export function picturedNote(
  { mark, page, version, color, isPlaced }: NoteEntry,
  { documentId, isThere }: Pick<NotedPaper, 'documentId' | 'isThere'>,
): PicturedNote | undefined {
  if (!mark) return undefined
  // A note that isn't placed is shown in the version that it was made on.
  const file = { id: documentId, ...(isPlaced ? {} : { version }) }
  return { file: isThere ? file : undefined, page, color, mark }
}

/**
 * A paper's notes in the version that the portal shows; null if it can't be read any more. The key names the notes'
 * revisions, because a note that was saved later isn't among those that were placed.
 */
export function placedNotesQuery(call: Call, documentId: string, listed: readonly ListedNote[]) {
  const revisions = listed.map(({ note }) => [note.id, note.revision])
  return queryOptions({
    queryKey: [...myNotesKey, 'placed', documentId, revisions],
    queryFn: async ({ signal }) => {
      const placed = await placedNotes(listed, (id) =>
        call(getNotes, { params: { id } }, { signal }),
      )
      return placed.get(documentId) ?? null
    },
  })
}

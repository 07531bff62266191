import { notedPapers, notesByPaper } from '@portal/contract/listed-notes'
import { type ListedNote, type NoteColor, noteColors } from '@portal/contract/notes'
import { noteColorNames } from '@portal/domain/mark-colors'
import { papersByQuarter } from '@portal/domain/papers-by-quarter'
import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Status } from '@portal/shared-ui/status'
import { useLimited } from '@portal/shared-ui/use-limited'
import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { notesInWords } from '../shared/notes-in-words.ts'
import { countOf, matchingNotes } from './my-notes.ts'
import styles from './my-notes-screen.module.css'
import { PaperNotes } from './paper-notes.tsx'

const colorOptions = [
  { value: '', label: 'All colors' },
  ...noteColors.map((value) => ({ value, label: noteColorNames[value] })),
]

/** The reader's notes by quarter and paper, with search and color filter. */
export function SearchableNotes({ listed }: { listed: ListedNote[] }) {
  const view = useViewInUrl()
  const color = noteColors.find((one): one is NoteColor => one === view.params.get('color'))
  const words = view.search
  // Each paper that is shown requests where its notes are now, so the search reads them as they were made.
  const papers = useMemo(() => notedPapers(listed, new Map()), [listed])
  const byPaper = useMemo(() => notesByPaper(listed), [listed])
  const found = useMemo(() => matchingNotes(papers, { words, color }), [papers, words, color])
  // Not virtualized: papers usually have a few dozen notes at most.
  const ordered = useMemo(() => papersByQuarter(found).flatMap(({ papers: own }) => own), [found])
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
      <Status text={isFiltered ? `${notesInWords(countOf(found))} found` : ''} />
      {found.length === 0 && (
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

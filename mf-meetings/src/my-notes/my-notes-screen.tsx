import type { ListedNote } from '@portal/contract/notes'
import { onlyYouSee } from '@portal/domain/privacy-promise'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, hasClosedRecords } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { LockKeyhole, NotebookPen } from 'lucide-react'
import { DestroyedSoon } from '../shared/destroyed-soon.tsx'
import { EraseNotes } from './erase-notes.tsx'
import { notesInWords } from '../shared/notes-in-words.ts'
import { listedNotesQuery } from '../shared/listed-notes-query.ts'
import styles from './my-notes-screen.module.css'
import { NotesExports } from './notes-exports.tsx'
import { NotesKept } from './notes-kept.tsx'
import { SearchableNotes } from './searchable-notes.tsx'

/** The reader's marks and notes in papers. */
export function Component() {
  const { person } = usePortal()
  if (hasClosedRecords(person)) return <ClosedNotes />
  // A member view has no notes.
  return canKeepReading(person) ? <OwnNotes /> : <NobodysNotes />
}

function OwnNotes() {
  const { call } = usePortal()
  const notes = useQuery(listedNotesQuery(call))
  const hasNotes = notes.data !== undefined && notes.data.length > 0
  return (
    <>
      <PageHeader
        title="My notes"
        subtitle={onlyYouSee('them')}
        actions={hasNotes && <NotesExports listed={notes.data} />}
      />
      <QueryStatus
        query={notes}
        loading="Loading your notes"
        loaded={(listed) => notesInWords(listed.length)}
      />
      <QueryPanel
        query={notes}
        failure="Failed to load your notes"
        skeleton={<Skeleton height="28rem" label="Loading your notes" />}
      >
        {(listed) => (listed.length === 0 ? <NoNotes /> : <AllNotes listed={listed} />)}
      </QueryPanel>
    </>
  )
}

function AllNotes({ listed }: { listed: ListedNote[] }) {
  return (
    <>
      <DestroyedSoon notes={listed}>
        To keep a copy, save them as a file above, or as a copy of the paper.
      </DestroyedSoon>
      <NotesKept />
      <SearchableNotes listed={listed} />
      <EraseNotes count={listed.length} />
    </>
  )
}

function NoNotes() {
  return (
    <EmptyState title="No notes yet" icon={<NotebookPen aria-hidden />}>
      <p>Select words in a paper to highlight them or to write a note. It shows here at once.</p>
    </EmptyState>
  )
}

function ClosedNotes() {
  return (
    <>
      <PageHeader title="My notes" />
      <div className={styles.nobody}>
        <EmptyState title="Your notes are closed" icon={<LockKeyhole aria-hidden />}>
          <p>
            An admin has set your password. Your notes are all here, and open again once the notice
            above is settled. Notes that weren’t saved yet stay on your device until then.
          </p>
        </EmptyState>
      </div>
    </>
  )
}

function NobodysNotes() {
  return (
    <>
      <PageHeader title="My notes" />
      <div className={styles.nobody}>
        <EmptyState title="No notes in this view" icon={<NotebookPen aria-hidden />}>
          <p>Notes are private to the member who writes them, so this view has none.</p>
        </EmptyState>
      </div>
    </>
  )
}

import type { ListedNote } from '@portal/contract/notes'
import { onlyYouSee } from '@portal/domain/privacy-promise'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, hasClosedRecords } from '@portal/remote-kit/queries/reading'
import { useQuery, useMutation, useQueryClient } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { LockKeyhole, NotebookPen, FileDown, FileText } from 'lucide-react'
import { DestroyedSoon } from '../shared/destroyed-soon.tsx'
import { EraseNotes } from './erase-notes.tsx'
import { counted } from '@portal/domain/counted'
import { listedNotesQuery } from '../shared/listed-notes-query.ts'
import styles from './my-notes-screen.module.css'
import { notesMarkdown } from './notes-markdown.ts'
import { picturedNote, SearchableNotes, placedNotesQuery } from './searchable-notes.tsx'
import { notedPapers, notesByPaper, placedNotes } from '@portal/domain/listed-notes'
import { getNotesList } from '@portal/contract/note-exports'
import { papersByQuarter } from '@portal/domain/papers-by-quarter'
import { dateFormat } from '@portal/domain/date-format'
import { Button } from '@portal/shared-ui/button'
import { notePictureUrl } from '@portal/shared-ui/note-picture'
import { saveOnDevice } from '@portal/shared-ui/save-on-device'
import { useSavedFile } from './save-file.ts'
import { everyHold, heldNotesText, notesRuleText } from '@portal/domain/notes-rule'
import { isolated } from '@portal/domain/shown-text'
import { notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { Banner } from '@portal/shared-ui/banner'
import keptStyles from '../shared/notes-notices.module.css'

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
        loaded={(listed) => counted(listed.length, 'note')}
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
            An admin has changed how you sign in. Your notes are all here, and open again once the
            notice above is settled. Notes that weren’t saved yet stay on your device until then.
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

/** How long the pictures of a file may take together, in ms. */
const longestDrawing = 60_000

/** Exports all of the reader's notes as a file. */
function NotesExports({ listed }: { listed: ListedNote[] }) {
  const { call, config } = usePortal()
  const client = useQueryClient()
  const list = useSavedFile()
  const markdown = useMutation({
    mutationFn: async () => {
      const byPaper = notesByPaper(listed)
      const placed = await placedNotes(listed, (id) =>
        client.ensureQueryData(placedNotesQuery(call, id, byPaper.get(id)!)),
      )
      const { timeZone } = config.foundation
      const day = dateFormat({ dateStyle: 'long', timeZone }).format(new Date())
      const end = performance.now() + longestDrawing
      return notesMarkdown(papersByQuarter(notedPapers(listed, placed)), day, (note, paper) => {
        const pictured = performance.now() < end ? picturedNote(note, paper) : undefined
        return pictured && notePictureUrl(pictured)
      })
    },
    onSuccess: (text) =>
      saveOnDevice(new Blob([text], { type: 'text/markdown;charset=utf-8' }), 'My notes.md'),
  })
  return (
    <div className={styles.exports} data-print="hide">
      <div className={styles.buttons}>
        <Button
          icon={<FileDown aria-hidden />}
          busy={list.isBusy}
          onClick={() => list.save(getNotesList.path, 'My notes.pdf')}
        >
          List (PDF)
        </Button>
        <Button
          icon={<FileText aria-hidden />}
          busy={markdown.isPending}
          onClick={() => markdown.mutate()}
        >
          Text (Markdown)
        </Button>
      </div>
      <p role="alert" className={styles.failure}>
        {list.failure ?? (markdown.error ? 'Failed to load your notes' : undefined)}
      </p>
    </div>
  )
}

/** How long the foundation keeps notes, and which are on hold and why. Renders nothing while there is no rule. */
function NotesKept() {
  const { call } = usePortal()
  const policy = useQuery(notesPolicyQuery(call))
  return (
    <QueryPanel query={policy} failure="Failed to load how long notes are kept" skeleton={null}>
      {({ days, ...kept }) => {
        const holds = everyHold(kept)
        return (
          (days !== undefined || holds.length > 0) && (
            <section className={keptStyles.notice} aria-label="How long notes are kept">
              <Banner kind="plain" icon={<LockKeyhole aria-hidden />}>
                <p>{notesRuleText(days)}</p>
                {holds.length > 0 && (
                  <>
                    <p>These are on legal hold and are not destroyed:</p>
                    <ul>
                      {holds.map((hold) => (
                        <li key={`${heldNotesText(hold.quarter, hold.meeting)} ${hold.reason}`}>
                          {heldNotesText(hold.quarter, hold.meeting)}: {isolated(hold.reason)}
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </Banner>
            </section>
          )
        )
      }}
    </QueryPanel>
  )
}

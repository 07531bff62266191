import { notedPapers, notesByPaper, placedNotes } from '@portal/contract/listed-notes'
import { getNotesList } from '@portal/contract/note-exports'
import type { ListedNote } from '@portal/contract/notes'
import { papersByQuarter } from '@portal/domain/papers-by-quarter'
import { dateFormat } from '@portal/domain/date-format'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { saveOnDevice } from '@portal/shared-ui/save-on-device'
import { FileDown, FileText } from 'lucide-react'
import styles from './my-notes-screen.module.css'
import { placedNotesQuery } from './my-notes-queries.ts'
import { notesMarkdown } from './notes-markdown.ts'
import { useSavedFile } from './save-file.ts'

/** Exports all of the reader's notes as a file. */
export function NotesExports({ listed }: { listed: ListedNote[] }) {
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
      return notesMarkdown(papersByQuarter(notedPapers(listed, placed)), day)
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

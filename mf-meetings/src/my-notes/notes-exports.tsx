import type { NotedPaper } from '@portal/contract/listed-notes'
import { getNotesList } from '@portal/contract/note-exports'
import { papersByQuarter } from '@portal/domain/papers-by-quarter'
import { dateFormat } from '@portal/domain/date-format'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { saveOnDevice } from '@portal/shared-ui/save-on-device'
import { FileDown, FileText } from 'lucide-react'
import styles from './my-notes-screen.module.css'
import { notesMarkdown } from './notes-markdown.ts'
import { useSavedFile } from './save-file.ts'

/** Exports all of the reader's notes as a file. */
export function NotesExports({ papers }: { papers: NotedPaper[] }) {
  const { config } = usePortal()
  const list = useSavedFile()
  const saveMarkdown = () => {
    const { timeZone } = config.foundation
    const day = dateFormat({ dateStyle: 'long', timeZone }).format(new Date())
    const markdown = notesMarkdown(papersByQuarter(papers), day)
    saveOnDevice(new Blob([markdown], { type: 'text/markdown;charset=utf-8' }), 'My notes.md')
  }
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
        <Button icon={<FileText aria-hidden />} onClick={saveMarkdown}>
          Text (Markdown)
        </Button>
      </div>
      <p role="alert" className={styles.failure}>
        {list.failure}
      </p>
    </div>
  )
}

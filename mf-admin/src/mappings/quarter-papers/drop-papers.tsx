import type { OtherMeeting } from '@portal/domain/meeting-ref'
import { paperTitle } from '@portal/domain/paper-match'
import { isolated } from '@portal/domain/shown-text'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { clsx } from 'clsx'
import { FileUp } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { errorMessage } from '../../shared/api-errors.ts'
import { useSettle } from '../../shared/corrections/correction-queries.ts'
import { usePlacePaper } from '../../shared/place-paper.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { PageUploads } from '../../shared/uploads/page-uploads.ts'
import { useFilesDrop } from '../../shared/uploads/use-files-drop.ts'
import styles from './quarter-papers.module.css'

/** Uploads files, and adds each to the end of a meeting's list of papers, under its file's name. */
export function DropPapers({ meeting }: { meeting: OtherMeeting }) {
  const { toast } = usePortal()
  const store = use(PageUploads)
  const settle = useSettle()
  const endRights = useEndRights()
  const place = usePlacePaper(meeting)
  const [added, setAdded] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // One after the other: each is placed after the one before.
  const last = useRef<Promise<void>>(Promise.resolve())

  const addStored = async (documentId: string, file: File) => {
    try {
      await place(meeting, documentId, paperTitle(file.name))
      settle(documentId, 'Added to the meeting')
      setAdded(`${isolated(file.name)} is a paper of this meeting now.`)
    } catch (error) {
      if (endRights(error)) return
      const why = isApiError(error) ? errorMessage(error) : (error as Error).message
      const sentence = `“${isolated(file.name)}” is uploaded, but was not added to the meeting.`
      toast(`${sentence} ${why ?? 'Please try again.'}`, { kind: 'bad' })
    }
  }
  const take = (files: DataTransfer | FileList) =>
    void store(files, ({ document }, file) => {
      last.current = last.current.then(() => addStored(document.id, file))
      return last.current
    })
  const { isOver, ...dropped } = useFilesDrop(take)
  return (
    <section
      className={clsx(styles.area, isOver && styles.over)}
      aria-label="Add files"
      {...dropped}
    >
      <p>Drop files here. Each one becomes a paper at the end of the list.</p>
      <Button icon={<FileUp />} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={({ target }) => {
          if (target.files) take(target.files)
          target.value = ''
        }}
      />
      <p role="status" className={styles.or}>
        {added}
      </p>
    </section>
  )
}

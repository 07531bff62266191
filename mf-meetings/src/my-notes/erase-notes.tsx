import { eraseNotes } from '@portal/contract/notes'
import { isApiError } from '@portal/remote-kit/client'
import { OlderBackups } from '@portal/remote-kit/older-backups'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { CircleAlert, Eraser } from 'lucide-react'
import { useState } from 'react'
import { counted } from '@portal/domain/counted'
import { myNotesKey } from '../shared/listed-notes-query.ts'
import styles from './my-notes-screen.module.css'

/** Erases everything that the reader has marked and written, after they have confirmed it. */
export function EraseNotes({ count }: { count: number }) {
  const { call, toast } = usePortal()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const erase = useMutation({
    mutationFn: () => call(eraseNotes),
    // Not in the call's own options: they aren't called once the empty list has replaced this section.
    onSuccess: () => {
      setAsked(false)
      toast('Your notes are erased.', { kind: 'good' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: myNotesKey }),
  })
  return (
    <section aria-labelledby="erase-notes" className={styles.erase} data-print="hide">
      <h2 id="erase-notes" className={styles.quarterName}>
        Erase my notes
      </h2>
      <p>
        Erasing removes them from the portal at once, on all your devices. Save them as a file first
        if you may need them again.
      </p>
      <Button icon={<Eraser aria-hidden />} onClick={() => setAsked(true)}>
        Erase all my notes
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Erase all your notes?"
        verb={`Erase ${counted(count, 'note')}`}
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onCancel={() => {
          erase.reset()
          setAsked(false)
        }}
      >
        <div role="alert">
          {erase.error && (
            <Banner kind="bad" icon={<CircleAlert aria-hidden />}>
              {isApiError(erase.error)
                ? erase.error.message
                : 'That didn’t work. Please try again.'}
            </Banner>
          )}
        </div>
        <div className={styles.question}>
          <p>
            Your highlights, notes and drawings in all papers are erased, on all your devices. This
            can’t be undone.
          </p>
          <OlderBackups what="them" />
        </div>
      </ConfirmDialog>
    </section>
  )
}

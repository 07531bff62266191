import { eraseReading, exportReading, setReading } from '@portal/contract/reading'
import { onlyYouSee } from '@portal/domain/privacy-promise'
import { OlderBackups } from '@portal/remote-kit/older-backups'
import { usePortal } from '@portal/remote-kit/portal'
import { hasClosedRecords, readingKey, readingQuery } from '@portal/remote-kit/queries/reading'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { saveOnDevice } from '@portal/shared-ui/save-on-device'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Switch } from '@portal/shared-ui/switch'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { RequestFailure } from './request-failure.tsx'
import readingStyles from './sign-ins.module.css'

/** Whether the portal keeps what the reader has read, and a way to erase it. */
export function KeptReading() {
  const { person } = usePortal()
  return hasClosedRecords(person) ? <ClosedReading /> : <OpenReading />
}

function ClosedReading() {
  return (
    <section aria-labelledby="kept-reading" className={readingStyles.section}>
      <h2 id="kept-reading">What you have read</h2>
      <p className={readingStyles.soft}>
        Closed together with your notes, because an admin has set your password.
      </p>
    </section>
  )
}

function OpenReading() {
  const { call, toast } = usePortal()
  const client = useQueryClient()
  const reading = useQuery(readingQuery(call))
  const refetch = () => invalidateShared(client, readingKey)
  const set = useMutation({
    mutationFn: (isOn: boolean) => call(setReading, { body: { isOn } }),
    onSettled: refetch,
  })
  const erase = useMutation({ mutationFn: () => call(eraseReading), onSettled: refetch })
  const download = useMutation({
    mutationFn: () => call(exportReading),
    onSuccess: (kept) => {
      const text = `${JSON.stringify(kept, undefined, 2)}\n`
      saveOnDevice(new Blob([text], { type: 'application/json' }), 'What I have read.json')
    },
  })
  const [isConfirming, setIsConfirming] = useState(false)
  const confirm = () =>
    erase.mutate(undefined, {
      onSuccess: () => {
        setIsConfirming(false)
        toast('What you have read is erased.', { kind: 'good' })
      },
    })
  return (
    <section aria-labelledby="kept-reading" className={readingStyles.section}>
      <h2 id="kept-reading">What you have read</h2>
      <p className={readingStyles.soft}>
        The portal remembers which pages you have read, to show you what is left and what has
        changed since. {onlyYouSee('it')}
      </p>
      <QueryPanel
        query={reading}
        failure="Failed to load your setting"
        skeleton={<Skeleton lines={2} />}
      >
        {({ isOn }) => (
          <Switch
            label="Remember what I read"
            showLabel
            checked={set.isPending ? set.variables : isOn}
            onChange={(wanted) => set.mutate(wanted)}
          />
        )}
      </QueryPanel>
      <RequestFailure error={set.error ?? download.error} />
      <Button
        icon={<Download />}
        className={readingStyles.everywhere}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        Download what the portal keeps about my reading
      </Button>
      <Button
        icon={<Eraser />}
        className={readingStyles.everywhere}
        onClick={() => setIsConfirming(true)}
      >
        Erase what I have read
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Erase what you have read?"
        verb="Erase"
        danger
        busy={erase.isPending}
        onConfirm={confirm}
        onCancel={() => {
          erase.reset()
          setIsConfirming(false)
        }}
      >
        <RequestFailure error={erase.error} />
        <div className={readingStyles.question}>
          <p>Every paper counts as unread again, on all your devices. This can’t be undone.</p>
          <OlderBackups what="what you have read" />
        </div>
      </ConfirmDialog>
    </section>
  )
}

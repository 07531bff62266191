import { listNotes, type ListedNote } from '@portal/contract/notes'
import { getOwnData } from '@portal/contract/own-data'
import { exportReading } from '@portal/contract/reading'
import { onlyYouSee } from '@portal/domain/privacy-promise'
import type { Call } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { hasClosedRecords } from '@portal/remote-kit/queries/reading'
import { useMutation } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { saveOnDevice } from '@portal/shared-ui/save-on-device'
import { Download } from 'lucide-react'
import { RequestFailure } from './request-failure.tsx'
import styles from './sign-ins.module.css'

/** Everything that the portal has about the reader, as one file. */
export function YourData() {
  const { call, person, toast } = usePortal()
  const isClosed = hasClosedRecords(person)
  const isMember = person.kind === undefined
  const download = useMutation({
    mutationFn: () => everythingOf(call, isMember && !isClosed),
    onSuccess: (data) => {
      const text = `${JSON.stringify(data, undefined, 2)}\n`
      saveOnDevice(
        new Blob([text], { type: 'application/json' }),
        'What the portal has about me.json',
      )
      toast('The file is in your downloads.', { kind: 'good' })
    },
  })
  return (
    <section aria-labelledby="your-data" className={styles.section}>
      <h2 id="your-data">Your data</h2>
      <p className={styles.soft}>
        {isMember
          ? `One file with your entry in the directory, your sign-ins, what you have changed and downloaded, your notes and what you have read. ${onlyYouSee('them')} If you are leaving, download it while you can still sign in.`
          : 'One file with your sign-ins and what you have downloaded. Download it while you can still sign in.'}
      </p>
      {isClosed && (
        <p className={styles.soft}>
          Your notes and what you have read aren’t in it while they are closed.
        </p>
      )}
      <RequestFailure error={download.error} />
      <Button
        icon={<Download />}
        className={styles.everywhere}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        Download your data
      </Button>
    </section>
  )
}

async function everythingOf(call: Call, withRecords: boolean) {
  const own = await call(getOwnData)
  if (!withRecords) return own
  const reading = await call(exportReading)
  const notes: ListedNote[] = []
  let after: string | undefined
  do {
    const page = await call(listNotes, { query: after === undefined ? {} : { after } })
    notes.push(...page.notes)
    after = page.next
  } while (after !== undefined)
  return { ...own, reading, notes }
}

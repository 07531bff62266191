import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { type Preparing, PreparingFailure, PreparingExplanation } from './preparing-quarter.tsx'
import styles from './prepare-next.module.css'

type PrepareNextProps = { preparing: Preparing; onOpen: () => void }

/**
 * Explains what preparing does, does it, and opens the next quarter, which may be in the next year.
 */
export function PrepareNext({ preparing, onOpen }: PrepareNextProps) {
  const [asking, setAsking] = useState(false)
  const { to, busy } = preparing
  const open = () => {
    setAsking(false)
    onOpen()
  }
  return (
    <>
      <Button variant="quiet" icon={<CalendarPlus />} onClick={() => setAsking(true)}>
        Prepare next quarter
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Prepare ${to}?`}
        verb={`Prepare ${to}`}
        busy={busy}
        onConfirm={() => preparing.start(open)}
        onCancel={() => setAsking(false)}
      >
        <div className={styles.words}>
          <PreparingFailure preparing={preparing} />
          <PreparingExplanation preparing={preparing} />
          <Button disabled={busy} onClick={open}>
            Open {to} as it is
          </Button>
        </div>
      </ConfirmDialog>
    </>
  )
}

import { compareQuarters, type Quarter, quarterName } from '@portal/domain/quarter'
import { useEffect, useState } from 'react'
import { PublicationBar } from './publication-bar.tsx'
import { usePreparedQuarter } from './prepared-quarter.ts'
import {
  PreparedNotice,
  usePreparing,
  type Preparing,
  PreparingFailure,
  PreparingExplanation,
} from './preparing-quarter.tsx'
import styles from './quarter-picker.module.css'
import { QuarterSelect } from './quarter-select.tsx'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { CalendarPlus } from 'lucide-react'

type QuarterPickerProps = { shown: Quarter; now: Quarter; onChange: (quarter: Quarter) => void }

/** A coming quarter that is chosen here is the one being prepared, on every screen. */
export function QuarterPicker({ shown, now, onChange }: QuarterPickerProps) {
  const preparing = usePreparing(now)
  const { prepare } = usePreparedQuarter()
  const { next } = preparing
  const [chosen, setChosen] = useState<Quarter>()
  useEffect(() => {
    // A screen with unsaved changes may have refused the choice.
    if (chosen && compareQuarters(chosen, shown) === 0) prepare(chosen)
  })
  const choose = (to: Quarter) => {
    setChosen(to)
    onChange(to)
  }
  const open = () => {
    prepare(next)
    onChange(next)
  }
  return (
    <>
      <div className={styles.picker}>
        <QuarterSelect shown={shown} now={now} onChange={choose} />
        <PrepareNext preparing={preparing} onOpen={open} />
      </div>
      <PublicationBar meeting={shown} name={quarterName(shown)} />
      {compareQuarters(shown, next) === 0 && (
        <div className={styles.prepared}>
          <PreparedNotice preparing={preparing} />
        </div>
      )}
    </>
  )
}

type PrepareNextProps = { preparing: Preparing; onOpen: () => void }

/**
 * Explains what preparing does, does it, and opens the next quarter, which may be in the next year.
 */
function PrepareNext({ preparing, onOpen }: PrepareNextProps) {
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

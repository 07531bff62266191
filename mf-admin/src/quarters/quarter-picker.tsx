import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { useEffect, useState } from 'react'
import { PublicationBar } from './publication-bar.tsx'
import { PrepareNext } from './prepare-next.tsx'
import { usePreparedQuarter } from './prepared-quarter.ts'
import { PreparedNotice, usePreparing } from './preparing-quarter.tsx'
import styles from './quarter-picker.module.css'
import { QuarterSelect } from './quarter-select.tsx'

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
      <PublicationBar quarter={shown} />
      {compareQuarters(shown, next) === 0 && (
        <div className={styles.prepared}>
          <PreparedNotice preparing={preparing} />
        </div>
      )}
    </>
  )
}

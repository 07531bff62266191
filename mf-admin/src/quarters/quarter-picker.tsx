import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { PrepareNext } from './prepare-next.tsx'
import { usePreparedQuarter } from './prepared-quarter.ts'
import { PreparedNotice, usePreparing } from './preparing-quarter.tsx'
import styles from './quarter-picker.module.css'
import { QuarterSelect } from './quarter-select.tsx'

type QuarterPickerProps = { shown: Quarter; now: Quarter; onChange: (quarter: Quarter) => void }

export function QuarterPicker({ shown, now, onChange }: QuarterPickerProps) {
  const preparing = usePreparing(now)
  const { prepare } = usePreparedQuarter()
  const { next } = preparing
  const open = () => {
    prepare(next)
    onChange(next)
  }
  return (
    <>
      <div className={styles.picker}>
        <QuarterSelect shown={shown} now={now} onChange={onChange} />
        <PrepareNext preparing={preparing} onOpen={open} />
      </div>
      {compareQuarters(shown, next) === 0 && (
        <div className={styles.prepared}>
          <PreparedNotice preparing={preparing} />
        </div>
      )}
    </>
  )
}

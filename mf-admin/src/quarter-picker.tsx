import { compareQuarters, type Quarter } from '@portal/contract/quarter'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import { PrepareNext } from './prepare-next.tsx'
import { PreparedNotice, usePreparing } from './preparing-quarter.tsx'
import styles from './quarter-picker.module.css'

type QuarterPickerProps = { shown: Quarter; now: Quarter; onChange: (quarter: Quarter) => void }

const quarters = ['1', '2', '3', '4'] as const

export function QuarterPicker({ shown, now, onChange }: QuarterPickerProps) {
  const preparing = usePreparing(now)
  const isNext = compareQuarters(shown, preparing.next) === 0
  return (
    <>
      <div className={styles.picker}>
        <SelectField
          className={styles.year}
          label="Year"
          hideLabel
          value={String(shown.year)}
          onChange={(year) => onChange({ ...shown, year: Number(year) })}
          options={offeredYears(shown.year, now.year).map((year) => ({
            value: String(year),
            label: String(year),
          }))}
        />
        <Segmented
          label="Quarter"
          value={String(shown.quarter) as (typeof quarters)[number]}
          onChange={(quarter) => onChange({ ...shown, quarter: Number(quarter) })}
          options={quarters.map((quarter) => ({ value: quarter, label: `Q${quarter}` }))}
        />
        <PrepareNext preparing={preparing} onOpen={() => onChange(preparing.next)} />
      </div>
      {isNext && (
        <div className={styles.prepared}>
          <PreparedNotice preparing={preparing} />
        </div>
      )}
    </>
  )
}

/** The current and the previous year, and the one that is shown when it is another; newest first. */
function offeredYears(shown: number, current: number): number[] {
  return [...new Set([shown, current, current - 1])].toSorted((a, b) => b - a)
}

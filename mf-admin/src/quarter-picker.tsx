import { compareQuarters, type Quarter, quarterAfter } from '@portal/contract/quarter'
import { Button } from '@portal/shared-ui/button'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import { CalendarPlus } from 'lucide-react'
import styles from './quarter-picker.module.css'

type QuarterPickerProps = { shown: Quarter; now: Quarter; onChange: (quarter: Quarter) => void }

const quarters = ['1', '2', '3', '4'] as const

export function QuarterPicker({ shown, now, onChange }: QuarterPickerProps) {
  const next = quarterAfter(now)
  return (
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
      {compareQuarters(shown, next) !== 0 && (
        <Button variant="quiet" icon={<CalendarPlus />} onClick={() => onChange(next)}>
          Prepare next quarter
        </Button>
      )}
    </div>
  )
}

/** The current and the previous year, and the one that is shown when it is another; newest first. */
function offeredYears(shown: number, current: number): number[] {
  return [...new Set([shown, current, current - 1])].toSorted((a, b) => b - a)
}

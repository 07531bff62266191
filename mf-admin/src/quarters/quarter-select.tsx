import type { Quarter } from '@portal/domain/quarter'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import styles from './quarter-picker.module.css'
import { useOfferedYears } from '../shared/use-offered-years.ts'

type QuarterSelectProps = { shown: Quarter; now: Quarter; onChange: (quarter: Quarter) => void }

const quarters = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: `Q${value}` }))

/** Every year in which something is set up, and its four quarters. */
export function QuarterSelect({ shown, now, onChange }: QuarterSelectProps) {
  const years = useOfferedYears(shown, now)
  return (
    <>
      <SelectField
        className={styles.year}
        label="Year"
        hideLabel
        value={String(shown.year)}
        onChange={(year) => onChange({ ...shown, year: Number(year) })}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
      />
      <Segmented
        label="Quarter"
        value={String(shown.quarter)}
        onChange={(quarter) => onChange({ ...shown, quarter: Number(quarter) })}
        options={quarters}
      />
    </>
  )
}

import { offeredYears, type Quarter } from '@portal/domain/quarter'
import { useNavigate } from '@portal/remote-kit/router'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import styles from './materials-screen.module.css'

const quarters = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: `Q${value}` }))

type QuarterPickerProps = {
  quarter: Quarter
  today: Quarter
  /** The quarters with papers. */
  filled: Quarter[]
  /** The address of another quarter. */
  pathOf: (quarter: Quarter) => string
}

export function QuarterPicker({ quarter, today, filled, pathOf }: QuarterPickerProps) {
  const navigate = useNavigate()
  const years = offeredYears(
    today.year,
    [quarter, ...filled].map(({ year }) => year),
  )
  const show = (wanted: Quarter) => void navigate(pathOf(wanted))

  return (
    <div className={styles.pickers}>
      <SelectField
        label="Year"
        hideLabel
        value={String(quarter.year)}
        onChange={(year) => show({ ...quarter, year: Number(year) })}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
      />
      <Segmented
        label="Quarter"
        value={String(quarter.quarter)}
        onChange={(value) => show({ ...quarter, quarter: Number(value) })}
        options={quarters}
      />
    </div>
  )
}

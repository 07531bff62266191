import { offeredYears, type Quarter } from '@portal/domain/quarter'
import { useNavigate } from '@portal/remote-kit/router'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import { useRef } from 'react'
import styles from './materials-screen.module.css'

const quarters = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: `Q${value}` }))

type QuarterPickerProps = {
  quarter: Quarter
  today: Quarter
  /** The years with papers. */
  years: number[]
  /** The address of another quarter; a promise if it has to be looked up. */
  pathOf: (quarter: Quarter) => string | Promise<string>
}

export function QuarterPicker({ quarter, today, years, pathOf }: QuarterPickerProps) {
  const navigate = useNavigate()
  const latest = useRef<Quarter>(undefined)
  const offered = offeredYears(today.year, [quarter.year, ...years])
  const show = (wanted: Quarter) => {
    latest.current = wanted
    const address = pathOf(wanted)
    if (typeof address === 'string') void navigate(address)
    else void address.then((found) => latest.current === wanted && navigate(found))
  }

  return (
    <div className={styles.pickers}>
      <SelectField
        label="Year"
        hideLabel
        value={String(quarter.year)}
        onChange={(year) => show({ ...quarter, year: Number(year) })}
        options={offered.map((year) => ({ value: String(year), label: String(year) }))}
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

import {
  type FoundEverything,
  type FoundKind,
  foundKinds,
} from '@portal/contract/search-everything'
import { currentQuarter, type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { quartersQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import { kindWords } from './kind-words.ts'
import { offeredQuarters, quarterValue } from './offered-quarters.ts'
import styles from './search-screen.module.css'

type KindFilterProps = {
  kind: FoundKind | undefined
  /** The number of results by kind, once known. */
  counts: FoundEverything['counts'] | undefined
  onChange: (kind: FoundKind | '') => void
}

export function KindFilter({ kind, counts, onChange }: KindFilterProps) {
  const sum = counts && foundKinds.reduce((all, one) => all + (counts[one] ?? 0), 0)
  const option = (label: string, count: number | undefined) => (
    <>
      {label} <span className={styles.number}>{count}</span>
    </>
  )
  return (
    <Segmented<FoundKind | 'all'>
      label="Show"
      value={kind ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? '' : value)}
      options={[
        { value: 'all', label: option('All', sum) },
        ...foundKinds.map((one) => ({
          value: one,
          label: option(kindWords[one].all, counts && (counts[one] ?? 0)),
        })),
      ]}
    />
  )
}

type QuarterFilterProps = {
  quarter: Quarter | undefined
  onChange: (value: string) => void
}

export function QuarterFilter({ quarter, onChange }: QuarterFilterProps) {
  const { call, config } = usePortal()
  const { year } = currentQuarter(config.foundation.timeZone)
  const { data } = useQuery(quartersQuery(call, year))
  const quarters = offeredQuarters(data?.years ?? [], quarter).map((one) => ({
    value: quarterValue(one),
    label: quarterName(one),
  }))
  return (
    <SelectField
      label="Quarter"
      value={quarter ? quarterValue(quarter) : ''}
      onChange={onChange}
      options={[{ value: '', label: 'All quarters' }, ...quarters]}
    />
  )
}

import type { ReleaseRecord } from '@portal/contract/publishing'
import { Badge } from '@portal/shared-ui/badge'
import { CircleCheck, CircleX } from 'lucide-react'
import styles from './trial-verdict.module.css'
import { faultsOf, verdictInWords, verdictOn, verdictWords } from './trial-words.ts'
import { useTimeFormat } from './use-time-format.ts'

type Tried = Pick<ReleaseRecord, 'tried' | 'trial'>

/** What the portal's own gate runner says about a release, with the faults it found. */
export function TrialVerdict({ record }: { record: Tried }) {
  const timeOf = useTimeFormat()
  return (
    <>
      {verdictInWords(record, timeOf)}
      <Faults record={record} />
    </>
  )
}

/** The same in a table's cell. */
export function ShortVerdict({ record }: { record: Tried }) {
  const verdict = verdictOn(record)
  const words = verdictWords[verdict]
  if (words === '') return null
  if (verdict === 'passed' || verdict === 'failed') {
    const isGood = verdict === 'passed'
    return (
      <div className={styles.short}>
        <Badge kind={isGood ? 'good' : 'bad'} icon={isGood ? <CircleCheck /> : <CircleX />}>
          {words}
        </Badge>
        <Faults record={record} />
      </div>
    )
  }
  return <div className={styles.soft}>{words}</div>
}

function Faults({ record }: { record: Tried }) {
  const faults = faultsOf(record)
  if (faults.length === 0) return null
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )
}

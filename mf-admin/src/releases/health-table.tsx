import { dateFormat } from '@portal/domain/date-format'
import { usePortal } from '@portal/remote-kit/portal'
import { Table } from '@portal/shared-ui/table'
import styles from './health-section.module.css'
import type { Span } from './health-spans.ts'
import type { Range } from './use-releases-place.ts'

type HealthTableProps = { release: string; spans: Span[]; range: Range }

const columns = [{ title: 'From' }, { title: 'Good' }, { title: 'Failed' }]

/** The bars' numbers, newest first; spans without a session are left out. */
export function HealthTable({ release, spans, range }: HealthTableProps) {
  const { config } = usePortal()
  const format = dateFormat({
    timeZone: config.foundation.timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    ...(range === '1' ? { minute: '2-digit' } : {}),
  })
  const told = spans.filter(({ good, failed }) => good + failed > 0).toReversed()
  return (
    <details className={styles.numbers}>
      <summary>The numbers of {release}</summary>
      <Table label={`Sessions of ${release}`} columns={columns}>
        {told.map(({ from, good, failed }) => (
          <tr key={from}>
            <th scope="row">{format.format(new Date(from))}</th>
            <td className={styles.count} data-label="Good">
              {good}
            </td>
            <td className={styles.count} data-label="Failed">
              {failed}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}

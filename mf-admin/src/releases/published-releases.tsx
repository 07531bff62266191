import type { ReleasePointer } from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Table } from '@portal/shared-ui/table'
import { Ban, Check, FlaskConical, History, ListPlus, PackageOpen } from 'lucide-react'
import { useId, useState } from 'react'
import type { AskedMove } from './asked-move.ts'
import { moverInWords } from './release-words.ts'
import { sentences } from './releases-sentences.ts'
import styles from './releases-screen.module.css'
import { useTimeFormat } from './use-time-format.ts'

type PublishedReleasesProps = {
  pointer: ReleasePointer
  query: UseQueryResult<ReleaseRecord[]>
  onAsk: (asked: AskedMove) => void
}

const columns = [
  { title: 'Release' },
  { title: 'Published' },
  { title: 'State' },
  { title: 'Actions' },
]
/** So few stand at first, and so many more are added at a time. */
const step = 8

/** Every release that was published, newest first, and what can become of it. */
export function PublishedReleases({ pointer, query, onAsk }: PublishedReleasesProps) {
  const titleId = useId()
  const [most, setMost] = useState(step)
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Published releases</h2>
      <QueryPanel query={query} failure={sentences.recordsFailed}>
        {(records) =>
          records.length === 0 ? (
            <Card>
              <EmptyState title="Nothing is published yet" icon={<PackageOpen />}>
                The remote’s team publishes a release from its own pipeline, with a release token.
              </EmptyState>
            </Card>
          ) : (
            <>
              <Table label={`Releases of ${pointer.remote}`} columns={columns}>
                {records.slice(0, most).map((record) => (
                  <Row key={record.release} record={record} pointer={pointer} onAsk={onAsk} />
                ))}
              </Table>
              {records.length > most && (
                <div className={styles.actions}>
                  <Button icon={<ListPlus />} onClick={() => setMost(most + step)}>
                    Show more releases
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryPanel>
    </section>
  )
}

type RowProps = {
  record: ReleaseRecord
  pointer: ReleasePointer
  onAsk: (asked: AskedMove) => void
}

function Row({ record, pointer, onAsk }: RowProps) {
  const timeOf = useTimeFormat()
  const { release, publishedAt, publishedBy, commit } = record
  const isDenied = pointer.denied.includes(release)
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {release}
      </th>
      <td>
        {timeOf(publishedAt)}
        <div className={styles.soft}>
          by {moverInWords(publishedBy)}
          {commit !== undefined && (
            <>
              , commit <code>{commit.slice(0, 10)}</code>
            </>
          )}
        </div>
      </td>
      <td>
        <State release={release} pointer={pointer} />
      </td>
      <td>
        <div className={styles.rowActions}>
          {!isDenied && release !== pointer.stable && (
            <Button
              aria-label={`Promote ${release}`}
              onClick={() => onAsk({ kind: 'promote', release })}
            >
              Promote
            </Button>
          )}
          {!isDenied && (
            <Button
              variant="quiet"
              aria-label={`Deny ${release}`}
              onClick={() => onAsk({ kind: 'deny', release })}
            >
              Deny
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

function State({ release, pointer }: { release: string; pointer: ReleasePointer }) {
  const { stable, candidate, lastGood, denied } = pointer
  if (denied.includes(release)) {
    return (
      <Badge kind="bad" icon={<Ban />}>
        Denied
      </Badge>
    )
  }
  if (release === stable) {
    return (
      <Badge kind="good" icon={<Check />}>
        Stable
      </Badge>
    )
  }
  if (release === candidate?.release) {
    return (
      <Badge kind="accent" icon={<FlaskConical />}>
        Candidate
      </Badge>
    )
  }
  if (lastGood.includes(release)) return <Badge icon={<History />}>Last good</Badge>
  return <span className={styles.soft}>Runs for nobody</span>
}

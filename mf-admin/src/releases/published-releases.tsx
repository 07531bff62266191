import { isolated } from '@portal/domain/shown-text'
import type { ReleasePointer } from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Ban, Check, FlaskConical, History, ListPlus, PackageOpen } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { useListView } from '../shared/use-list-view.ts'
import { approvalsOf, isApproved } from './approvals.ts'
import type { OpenMove } from './move-dialog-parts.tsx'
import { listedReleases, releaseOrders, type ReleaseState, stateOf } from './listed-releases.ts'
import { approvalInWords, moverInWords } from './release-words.ts'
import styles from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { SearchedTable } from './searched-table.tsx'
import { ShortVerdict } from './trial-verdict.tsx'
import { verdictOn } from './trial-words.ts'
import { useTimeFormat } from './use-time-format.ts'
import { useNameOf } from '../shared/rights/admin-rights.ts'

type PublishedReleasesProps = {
  pointer: ReleasePointer
  query: UseQueryResult<ReleaseRecord[]>
  onAsk: (move: OpenMove) => void
}

const columns = [
  { title: 'Release', by: 'release' as const },
  { title: 'Published', by: 'published' as const },
  { title: 'State' },
  { title: 'Actions' },
]
/** How many are shown at first, and how many are added at a time. */
const step = 8

const newestFirst = { by: 'published', down: true } as const

/** Every published release and its possible moves. */
export function PublishedReleases({ pointer, query, onAsk }: PublishedReleasesProps) {
  const titleId = useId()
  const [most, setMost] = useState(step)
  const view = useListView(releaseOrders, { first: newestFirst })
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Published releases</h2>
      <QueryPanel query={query} failure={releaseSentences.recordsFailed}>
        {(records) => {
          const listed = listedReleases(records, pointer, view)
          return (
            <>
              {records.some((record) => verdictOn(record) === 'no runner') && (
                <p className={styles.note}>
                  No gate runner is set up, so nobody tries releases under this portal’s shell. Only
                  an admin may promote them beyond the QA cohort. The portal’s operator sets one up.
                </p>
              )}
              <SearchedTable
                label={`Releases of ${pointer.remote}`}
                columns={columns}
                searchLabel="Search by release, state, publisher or commit"
                nothing="No release matches. Try fewer letters."
                found={listed.length}
                total={records.length}
                empty={{
                  title: 'Nothing is published yet',
                  icon: <PackageOpen />,
                  why: 'The remote’s team publishes a release from its own pipeline, with a release token or as a trusted pipeline.',
                }}
                view={view}
              >
                {listed.slice(0, most).map((record) => (
                  <Row key={record.release} record={record} pointer={pointer} onAsk={onAsk} />
                ))}
              </SearchedTable>
              {listed.length > most && (
                <div className={styles.actions}>
                  <Button icon={<ListPlus />} onClick={() => setMost(most + step)}>
                    Show more releases
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </QueryPanel>
    </section>
  )
}

type RowProps = {
  record: ReleaseRecord
  pointer: ReleasePointer
  onAsk: (move: OpenMove) => void
}

function Row({ record, pointer, onAsk }: RowProps) {
  const timeOf = useTimeFormat()
  const nameOf = useNameOf()
  const { release, publishedAt, publishedBy, commit } = record
  const state = stateOf(release, pointer)
  const isDenied = state === 'Denied'
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {release}
      </th>
      <td>
        {timeOf(publishedAt)}
        <div className={styles.soft}>
          by {isolated(nameOf(moverInWords(publishedBy)))}
          {commit !== undefined && (
            <>
              , commit <code>{commit.slice(0, 10)}</code>
            </>
          )}
        </div>
      </td>
      <td>
        <State state={state} />
        {!isDenied && <Approval pointer={pointer} release={release} />}
        {!isDenied && <ShortVerdict record={record} />}
      </td>
      <td>
        <div className={styles.rowActions}>
          {!isDenied && !isApproved(pointer, release) && (
            <Button
              aria-label={`Approve ${release}`}
              onClick={() => onAsk({ kind: 'approve', release })}
            >
              Approve
            </Button>
          )}
          {!isDenied && state !== 'Stable' && (
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

function Approval({ pointer, release }: Pick<RowProps, 'pointer'> & { release: string }) {
  const nameOf = useNameOf()
  const timeOf = useTimeFormat()
  const [newest] = approvalsOf(pointer, release)
  if (!newest)
    return !isApproved(pointer, release) && <div className={styles.soft}>Not approved</div>
  const { by, at, step: approvedStep } = newest
  return <div className={styles.soft}>{approvalInWords(nameOf(by), timeOf(at), approvedStep)}</div>
}

const badges: Partial<Record<ReleaseState, Pick<ComponentProps<typeof Badge>, 'kind' | 'icon'>>> = {
  Denied: { kind: 'bad', icon: <Ban /> },
  Stable: { kind: 'good', icon: <Check /> },
  Candidate: { kind: 'accent', icon: <FlaskConical /> },
  'Last good': { icon: <History /> },
}

function State({ state }: { state: ReleaseState }) {
  const badge = badges[state]
  return badge ? <Badge {...badge}>{state}</Badge> : <span className={styles.soft}>{state}</span>
}

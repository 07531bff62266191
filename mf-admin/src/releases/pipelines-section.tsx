import { isolated } from '@portal/domain/shown-text'
import { exchangedTokenMinutes, type TrustedPipeline } from '@portal/contract/trusted-pipelines'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Plus, Workflow } from 'lucide-react'
import { useId, useState } from 'react'
import { useListView } from '../shared/use-list-view.ts'
import { listedPipelines, tokenOrders } from './listed-releases.ts'
import styles from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { RemovePipelineDialog } from './remove-pipeline-dialog.tsx'
import { SearchedTable } from './searched-table.tsx'
import { TrustPipelineDialog } from './trust-pipeline-dialog.tsx'
import { useTimeFormat } from './use-time-format.ts'

const columns = [
  { title: 'Pipeline', by: 'name' as const },
  { title: 'For', by: 'remote' as const },
  { title: 'Runs from' },
  { title: 'Trusted since', by: 'created' as const },
  { title: 'Actions' },
]
const newestFirst = { by: 'created', down: true } as const

/** The CI pipelines that release one remote each without a stored token. */
export function PipelinesSection({ query }: { query: UseQueryResult<TrustedPipeline[]> }) {
  const titleId = useId()
  const view = useListView(tokenOrders, { name: 'pipeline', first: newestFirst })
  const [trusting, setTrusting] = useState(false)
  const [removing, setRemoving] = useState<TrustedPipeline>()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>Trusted pipelines</h2>
        <Button icon={<Plus />} onClick={() => setTrusting(true)}>
          Trust a pipeline
        </Button>
      </div>
      <p className={styles.note}>
        A trusted pipeline needs no stored secret: each run proves which repository and branch it
        belongs to, and gets a release token for {exchangedTokenMinutes} minutes.
      </p>
      <QueryPanel query={query} failure={releaseSentences.pipelinesFailed}>
        {(pipelines) => {
          const listed = listedPipelines(pipelines, view)
          return (
            <SearchedTable
              label="Trusted pipelines"
              columns={columns}
              searchLabel="Search by pipeline, part of the portal, repository or branch"
              nothing="No pipeline matches. Try fewer letters."
              found={listed.length}
              total={pipelines.length}
              empty={{
                title: 'No trusted pipelines yet',
                icon: <Workflow />,
                why: 'Trust the pipeline of a team whose CI provider signs OpenID Connect tokens, as GitHub Actions does. No secret can then leak from it.',
              }}
              view={view}
            >
              {listed.map((pipeline) => (
                <Row key={pipeline.id} pipeline={pipeline} onRemove={() => setRemoving(pipeline)} />
              ))}
            </SearchedTable>
          )
        }}
      </QueryPanel>
      {trusting && <TrustPipelineDialog onClose={() => setTrusting(false)} />}
      {removing && (
        <RemovePipelineDialog pipeline={removing} onClose={() => setRemoving(undefined)} />
      )}
    </section>
  )
}

type RowProps = { pipeline: TrustedPipeline; onRemove: () => void }

function Row({ pipeline, onRemove }: RowProps) {
  const timeOf = useTimeFormat()
  const { name, remote, repository, repositoryId, ref, workflow, environment } = pipeline
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td>{remote}</td>
      <td className={styles.name}>
        {repository} at {ref.replace(/^refs\/(heads|tags)\//, '')}
        <div className={styles.soft}>
          Repository {repositoryId}, {workflow ?? 'any workflow'}
          {environment !== undefined && `, environment ${environment}`}
        </div>
        <div className={styles.soft}>
          Signed by {pipeline.issuer} for {pipeline.audience}
        </div>
      </td>
      <td>
        {timeOf(pipeline.createdAt)}
        <div className={styles.soft}>by {isolated(pipeline.createdBy)}</div>
      </td>
      <td>
        <Button aria-label={`Remove ${isolated(name)}`} onClick={onRemove}>
          Remove
        </Button>
      </td>
    </tr>
  )
}

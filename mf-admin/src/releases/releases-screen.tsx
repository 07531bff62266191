import { zoneName } from '@portal/domain/time-text'
import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { Card } from '@portal/shared-ui/card'
import { Combobox } from '@portal/shared-ui/combobox'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Tabs } from '@portal/shared-ui/tabs'
import { PackageOpen, Plus, Workflow } from 'lucide-react'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { CompositionLookup } from './composition-lookup.tsx'
import { pipelinesQuery, useRemovePipeline, pointersQuery, tokensQuery } from './release-queries.ts'
import { ReleaseNotices } from './release-notices.tsx'

import styles from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { RemotePanel } from './remote-panel.tsx'
import { TokensSection } from './tokens-section.tsx'
import { useReleasesPlace } from './use-releases-place.ts'
import { isolated } from '@portal/domain/shown-text'
import { exchangedTokenMinutes, type TrustedPipeline } from '@portal/contract/trusted-pipelines'
import { Button } from '@portal/shared-ui/button'
import { useId, useState } from 'react'
import { useListView } from '../shared/use-list-view.ts'
import { listedPipelines, tokenOrders } from './listed-releases.ts'
import { SearchedTable } from './searched-table.tsx'
import { TrustPipelineDialog } from './trust-pipeline-dialog.tsx'
import { useTimeFormat } from './use-time-format.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { useNameOf } from '../shared/rights/admin-rights.ts'

/** The running releases of each part of the portal: for whom, and their health. */
export function Component() {
  const { call, config } = usePortal()
  const pointers = useQuery(pointersQuery(call))
  const tokens = useQuery(tokensQuery(call))
  const pipelines = useQuery(pipelinesQuery(call))
  const named = [...(tokens.data ?? []), ...(pipelines.data ?? [])].map(({ remote }) => remote)
  return (
    <AdminScreen
      title="Releases"
      subtitle={`Which release of each part of the portal runs, for whom, and how it does. Times are in ${zoneName(config.foundation.timeZone)}.`}
      queries={[pointers, tokens, pipelines]}
    >
      <ReleaseNotices />
      <div className={styles.parts}>
        {tokens.data?.length === 0 && pipelines.data?.length === 0 && (
          <Banner kind="plain" icon={<PackageOpen aria-hidden />}>
            {releaseSentences.noTeams}
          </Banner>
        )}
        <QueryPanel
          query={pointers}
          failure={releaseSentences.failed}
          skeleton={<Skeleton height="30rem" label="Loading the releases" />}
        >
          {(known) => <Remotes pointers={known} named={named} />}
        </QueryPanel>
        <CompositionLookup />
        <TokensSection query={tokens} />
        <PipelinesSection query={pipelines} />
      </div>
    </AdminScreen>
  )
}

/** More tabs wouldn't fit next to each other. */
const mostTabs = 6

const itself = (remote: string) => remote

/** `named`: remotes of tokens and trusted pipelines, which may have published no release yet. */
function Remotes({ pointers, named }: { pointers: ReleasePointer[]; named: string[] }) {
  const place = useReleasesPlace()
  const running = pointers.map(({ remote }) => remote).toSorted()
  const remotes = [...new Set([...running, ...named.toSorted()])]
  const chosen = remotes.find((remote) => remote === place.remote) ?? remotes[0]
  if (chosen === undefined) {
    return (
      <Card>
        <EmptyState title="No release runs yet" icon={<PackageOpen />}>
          A team publishes its first release with a release token or from a trusted pipeline. An
          admin adds either below.
        </EmptyState>
      </Card>
    )
  }
  const none = { remote: chosen, lastGood: [], denied: [], approvals: [], revision: 0 }
  const pointer = pointers.find(({ remote }) => remote === chosen) ?? none
  const panel = <RemotePanel key={chosen} pointer={pointer} />
  if (remotes.length > mostTabs) {
    return (
      <div className={styles.panel}>
        <div className={styles.search}>
          <Combobox
            label="Part of the portal"
            options={remotes}
            value={chosen}
            onChange={(remote) => remote !== null && place.setRemote(remote)}
            keyOf={itself}
            nameOf={itself}
          />
        </div>
        {panel}
      </div>
    )
  }
  return (
    <Tabs
      label="Parts of the portal"
      value={chosen}
      onChange={place.setRemote}
      tabs={remotes.map((remote) => ({ value: remote, label: remote }))}
    >
      {panel}
    </Tabs>
  )
}

const columns = [
  { title: 'Pipeline', by: 'name' as const },
  { title: 'For', by: 'remote' as const },
  { title: 'Runs from' },
  { title: 'Trusted since', by: 'created' as const },
  { title: 'Actions' },
]

const newestFirst = { by: 'created', down: true } as const

/** The CI pipelines that each release one remote without a stored token. */
function PipelinesSection({ query }: { query: UseQueryResult<TrustedPipeline[]> }) {
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
  const nameOf = useNameOf()
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
        <div className={styles.soft}>by {isolated(nameOf(pipeline.createdBy))}</div>
        {pipeline.owner !== undefined && (
          <div className={styles.soft}>handed over to {isolated(nameOf(pipeline.owner))}</div>
        )}
      </td>
      <td>
        <Button aria-label={`Remove ${isolated(name)}`} onClick={onRemove}>
          Remove
        </Button>
      </td>
    </tr>
  )
}

type RemovePipelineDialogProps = { pipeline: TrustedPipeline; onClose: () => void }

function RemovePipelineDialog({ pipeline, onClose }: RemovePipelineDialogProps) {
  return (
    <WithdrawDialog
      verb={`Remove ${isolated(pipeline.name)}`}
      withdrawing={useRemovePipeline()}
      id={pipeline.id}
      done={releaseSentences.pipelineRemoved(pipeline.name)}
      onClose={onClose}
    >
      <strong>{pipeline.repository}</strong> can publish and promote nothing of {pipeline.remote}{' '}
      any more, and a run that is under way stops at its next step. What was published stays.
    </WithdrawDialog>
  )
}

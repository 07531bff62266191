import { zoneName } from '@portal/domain/time-text'
import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { Combobox } from '@portal/shared-ui/combobox'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Tabs } from '@portal/shared-ui/tabs'
import { PackageOpen } from 'lucide-react'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { CompositionLookup } from './composition-lookup.tsx'
import { pipelinesQuery } from './pipeline-queries.ts'
import { PipelinesSection } from './pipelines-section.tsx'
import { ReleaseNotices } from './release-notices.tsx'
import { pointersQuery } from './release-queries.ts'
import { tokensQuery } from './release-token-queries.ts'
import styles from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { RemotePanel } from './remote-panel.tsx'
import { TokensSection } from './tokens-section.tsx'
import { useReleasesPlace } from './use-releases-place.ts'

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

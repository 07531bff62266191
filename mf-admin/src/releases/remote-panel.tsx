import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useState } from 'react'
import { policyQuery, recordsQuery } from './release-queries.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import type { OpenMove } from './open-move.ts'
import { CohortsSection } from './cohorts-section.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { HealthSection } from './health-section.tsx'
import { MoveHistory } from './move-history.tsx'
import { PointerCard } from './pointer-card.tsx'
import { PolicySection } from './policy-section.tsx'
import { PreviewsSection } from './previews-section.tsx'
import { PromoteDialog } from './promote-dialog.tsx'
import { PublishedReleases } from './published-releases.tsx'
import styles from './releases-screen.module.css'
import { RollbackDialog } from './rollback-dialog.tsx'
import { StartAgainDialog, StopDialog } from './stop-dialog.tsx'

/** One remote: who runs which release, its health, its published releases and its history. */
export function RemotePanel({ pointer }: { pointer: ReleasePointer }) {
  const { call } = usePortal()
  const { remote } = pointer
  const records = useQuery(recordsQuery(call, remote))
  const policy = useQuery(policyQuery(call, remote))
  const [asked, setAsked] = useState<OpenMove>()
  const close = () => setAsked(undefined)
  const promotable = (records.data ?? []).filter(
    ({ release }) => release !== pointer.stable && !pointer.denied.includes(release),
  )
  const running = pointer.stable ?? pointer.candidate?.release
  const isForAdmins =
    records.data?.find(({ release }) => release === running)?.audience === 'admins'
  const dialog = { pointer, onClose: close }
  return (
    <div className={styles.panel}>
      <PointerCard
        pointer={pointer}
        policy={policy.data}
        newest={promotable[0]?.release}
        isForAdmins={isForAdmins}
        onAsk={setAsked}
      />
      <HealthSection remote={remote} />
      <PublishedReleases pointer={pointer} query={records} onAsk={setAsked} />
      <PreviewsSection remote={remote} />
      <MoveHistory remote={remote} />
      <PolicySection remote={remote} query={policy} />
      <CohortsSection remote={remote} />
      {asked?.kind === 'promote' && (
        <PromoteDialog
          {...dialog}
          policy={policy.data}
          releases={promotable}
          release={asked.release}
        />
      )}
      {asked?.kind === 'approve' && (
        <ApproveDialog
          {...dialog}
          policy={policy.data}
          record={records.data?.find(({ release }) => release === asked.release)}
          release={asked.release}
        />
      )}
      {asked?.kind === 'stop' && <StopDialog {...dialog} />}
      {asked?.kind === 'resume' && <StartAgainDialog {...dialog} />}
      {asked?.kind === 'rollback' && <RollbackDialog {...dialog} channel={asked.channel} />}
      {asked?.kind === 'deny' && (
        <DenyDialog {...dialog} release={asked.release} isForAdmins={isForAdmins} />
      )}
    </div>
  )
}

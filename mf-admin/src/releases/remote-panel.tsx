import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useState } from 'react'
import { recordsQuery } from '../release-queries.ts'
import type { AskedMove } from './asked-move.ts'
import { CohortsSection } from './cohorts-section.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { HealthSection } from './health-section.tsx'
import { MoveHistory } from './move-history.tsx'
import { PointerCard } from './pointer-card.tsx'
import { PromoteDialog } from './promote-dialog.tsx'
import { PublishedReleases } from './published-releases.tsx'
import styles from './releases-screen.module.css'
import { RollbackDialog } from './rollback-dialog.tsx'

/** One remote: who runs what, how it does, what was published, and what was done. */
export function RemotePanel({ pointer }: { pointer: ReleasePointer }) {
  const { call } = usePortal()
  const { remote } = pointer
  const records = useQuery(recordsQuery(call, remote))
  const [asked, setAsked] = useState<AskedMove>()
  const close = () => setAsked(undefined)
  const promotable = (records.data ?? []).filter(
    ({ release }) => release !== pointer.stable && !pointer.denied.includes(release),
  )
  const dialog = { pointer, onClose: close }
  return (
    <div className={styles.panel}>
      <PointerCard pointer={pointer} newest={promotable[0]?.release} onAsk={setAsked} />
      <HealthSection remote={remote} />
      <PublishedReleases pointer={pointer} query={records} onAsk={setAsked} />
      <MoveHistory remote={remote} />
      <CohortsSection remote={remote} />
      {asked?.kind === 'promote' && (
        <PromoteDialog {...dialog} releases={promotable} release={asked.release} />
      )}
      {asked?.kind === 'rollback' && <RollbackDialog {...dialog} channel={asked.channel} />}
      {asked?.kind === 'deny' && <DenyDialog {...dialog} release={asked.release} />}
    </div>
  )
}

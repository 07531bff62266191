import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useState } from 'react'
import { policyQuery, recordsQuery } from './release-queries.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { type OpenMove, MovedMeanwhile, ReasonField } from './move-dialog-parts.tsx'
import { CohortsSection } from './cohorts-section.tsx'
import { HealthSection } from './health-section.tsx'
import { LimitsSection } from './limits/limits-section.tsx'
import { MoveHistory } from './move-history.tsx'
import { PointerCard } from './pointer-card.tsx'
import { PolicySection } from './policy-section.tsx'
import { PreviewsSection } from './previews-section.tsx'
import { PromoteDialog } from './promote-dialog.tsx'
import { PublishedReleases } from './published-releases.tsx'
import styles from './releases-screen.module.css'
import { StartAgainDialog, StopDialog } from './stop-dialog.tsx'
import { EndingSupport } from './ending-support.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'

import { releaseSentences } from './releases-sentences.ts'
import { useMove } from './use-move.ts'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { Switch } from '@portal/shared-ui/switch'

/** One remote: who runs which release, its health, its published releases and its history. */
export function RemotePanel({ pointer }: { pointer: ReleasePointer }) {
  const { call } = usePortal()
  const { remote } = pointer
  const records = useQuery(recordsQuery(call, remote))
  const policy = useQuery(policyQuery(call, remote))
  const [openMove, setOpenMove] = useState<OpenMove>()
  const close = () => setOpenMove(undefined)
  const promotable = (records.data ?? []).filter(
    ({ release }) => release !== pointer.stable && !pointer.denied.includes(release),
  )
  const running = pointer.stable ?? pointer.candidate?.release
  const runningRecord = records.data?.find(({ release }) => release === running)
  const isForAdmins = runningRecord?.audience === 'admins'
  const dialog = { pointer, onClose: close }
  return (
    <div className={styles.panel}>
      <EndingSupport pointer={pointer} records={records.data ?? []} />
      <PointerCard
        pointer={pointer}
        policy={policy.data}
        newest={promotable[0]?.release}
        isForAdmins={isForAdmins}
        onAsk={setOpenMove}
      />
      <HealthSection remote={remote} />
      <PublishedReleases pointer={pointer} query={records} onAsk={setOpenMove} />
      <PreviewsSection remote={remote} />
      <LazySettings remote={remote} />
      <MoveHistory remote={remote} />
      <PolicySection remote={remote} query={policy} />
      <LimitsSection remote={remote} query={policy} claims={runningRecord} />
      <CohortsSection remote={remote} />
      {openMove?.kind === 'promote' && (
        <PromoteDialog
          {...dialog}
          policy={policy.data}
          records={records.data ?? []}
          releases={promotable}
          release={openMove.release}
        />
      )}
      {openMove?.kind === 'approve' && (
        <ApproveDialog
          {...dialog}
          policy={policy.data}
          records={records.data}
          release={openMove.release}
        />
      )}
      {openMove?.kind === 'stop' && <StopDialog {...dialog} />}
      {openMove?.kind === 'resume' && <StartAgainDialog {...dialog} />}
      {openMove?.kind === 'rollback' && <RollbackDialog {...dialog} channel={openMove.channel} />}
      {openMove?.kind === 'deny' && (
        <DenyDialog {...dialog} release={openMove.release} isForAdmins={isForAdmins} />
      )}
    </div>
  )
}

const loadSettings = () => import('./settings/settings-section.tsx')

/** Most remotes have none, so their form comes in a script of its own. */
function LazySettings({ remote }: { remote: string }) {
  const { value, error } = useLoaded(loadSettings)
  if (error !== undefined) return <p role="alert">{releaseSentences.settingsFailed}</p>
  return value ? <value.SettingsSection remote={remote} /> : <Skeleton lines={3} />
}

type DenyDialogProps = {
  pointer: ReleasePointer
  release: string
  isForAdmins: boolean
  onClose: () => void
}

/** Never offers a release again: unlike a rollback, this is permanent. */
function DenyDialog({ pointer, release, isForAdmins, onClose }: DenyDialogProps) {
  const [reason, setReason] = useState('')
  const move = useMove(pointer, onClose)
  const { remote, stable, lastGood, candidate } = move.known
  const isOnly = stable === release && lastGood[0] === undefined
  return (
    <FormDialog
      title={`Deny ${release}`}
      verb={`Deny ${release}`}
      danger
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || isOnly}
      refused={move.refused}
      onSubmit={() =>
        void move.send({ kind: 'deny', release }, reason, releaseSentences.denied(release))
      }
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} by={move.replacedBy} />
      <p>
        <strong>{release}</strong> is never offered to anyone again. This can’t be taken back: its
        team publishes another release.
      </p>
      {stable === release && (
        <p>
          {lastGood[0] === undefined
            ? `It is the only release of ${remote} that can run. Publish and promote another one first${isForAdmins ? '' : ', or use the emergency stop'}.`
            : `${lastGood[0]} runs for everyone in its place, or the next last good release where it can’t run here any more.`}
        </p>
      )}
      {candidate?.release === release && stable !== undefined && (
        <p>People who try it run {stable} at their next load.</p>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

type RollbackDialogProps = {
  pointer: ReleasePointer
  channel: 'stable' | 'candidate'
  onClose: () => void
}

/** Withdraws the candidate, or replaces the stable release by the newest last good one. */
function RollbackDialog({ pointer, channel, onClose }: RollbackDialogProps) {
  const [reason, setReason] = useState('')
  const [anyway, setAnyway] = useState(false)
  const isStable = channel === 'stable'
  const move = useMove(pointer, onClose)
  const { stable = 'nothing', lastGood, candidate, remote } = move.known
  const target = isStable ? lastGood[0] : candidate?.release
  const named = target ?? 'nothing'
  return (
    <FormDialog
      title={isStable ? `Roll back ${remote}` : `Take ${named} back`}
      verb={isStable ? `Roll back to ${named}` : `Take ${named} back`}
      danger
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || target === undefined}
      refused={move.refused}
      onSubmit={() => {
        const done = isStable
          ? releaseSentences.rolledBack(named)
          : releaseSentences.takenBack(named)
        void move.send({ kind: 'rollback', channel, anyway }, reason, done)
      }}
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} by={move.replacedBy} />
      <p>
        {isStable
          ? `Everyone runs ${named} at their next load, instead of ${stable}. No build is needed, and ${stable} can be promoted again.`
          : `People who try ${named} run ${stable} at their next load. It can be promoted again.`}
      </p>
      {isStable && (move.refused !== undefined || anyway) && (
        <Switch
          label={`Roll back to ${named} anyway`}
          checked={anyway}
          onChange={setAnyway}
          showLabel
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

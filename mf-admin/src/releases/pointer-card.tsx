import { isolated } from '@portal/domain/shown-text'
import type { ReleasePointer, ReleasePolicy } from '@portal/contract/pointers'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Ban, ChevronsUp, CirclePause, CirclePlay, ShieldCheck, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { approvalsOf, isApproved, needsApproval } from './approvals.ts'
import type { OpenMove } from './move-dialog-parts.tsx'
import styles from './pointer-card.module.css'
import { approvalInWords, nextStep, stepWords } from './release-words.ts'
import { useTimeFormat } from './use-time-format.ts'
import { useNameOf } from '../shared/rights/admin-rights.ts'

type PointerCardProps = {
  pointer: ReleasePointer
  /** Absent while it is being read. */
  policy: ReleasePolicy | undefined
  /** The newest release that could be promoted. */
  newest: string | undefined
  /** It can't be stopped: admins would have nowhere to start it again. */
  isForAdmins: boolean
  onAsk: (move: OpenMove) => void
}

/** Who runs which release now, in words, and the possible changes. */
export function PointerCard(props: PointerCardProps) {
  const { pointer, policy, newest, isForAdmins, onAsk } = props
  const titleId = useId()
  const { remote, stable, candidate, lastGood, stopped } = pointer
  const waits = candidate !== undefined && needsApproval(pointer, candidate.release, policy)
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId}>Who runs what of {remote}</h2>
      {stopped && <Stopped stopped={stopped} onStart={() => onAsk({ kind: 'resume' })} />}
      <dl className={styles.places}>
        <div className={styles.place}>
          <dt>Stable</dt>
          <dd className={styles.release}>{stable ?? 'None yet'}</dd>
          <dd className={styles.who}>
            {stable === undefined
              ? 'Nobody has this part of the portal before a release is promoted to everyone.'
              : candidate
                ? 'Runs for everyone else.'
                : 'Runs for everyone.'}
          </dd>
        </div>
        <Candidate pointer={pointer} />
        <div className={styles.place}>
          <dt>Last good</dt>
          <dd className={styles.release}>{lastGood.length > 0 ? lastGood.join(', ') : 'None'}</dd>
          <dd className={styles.who}>
            {lastGood.length > 0
              ? 'Used if the stable release can’t be loaded.'
              : 'Nothing to roll back to.'}
          </dd>
        </div>
      </dl>
      <div className={styles.buttons}>
        {candidate ? (
          <>
            {waits && (
              <Button
                variant="primary"
                icon={<ShieldCheck />}
                onClick={() => onAsk({ kind: 'approve', release: candidate.release })}
              >
                Approve {candidate.release}
              </Button>
            )}
            <Button
              variant={waits ? 'secondary' : 'primary'}
              icon={<ChevronsUp />}
              onClick={() => onAsk({ kind: 'promote', release: candidate.release })}
            >
              Promote to {stepWords[nextStep(pointer, candidate.release)]}
            </Button>
            <Button
              icon={<Undo2 />}
              onClick={() => onAsk({ kind: 'rollback', channel: 'candidate' })}
            >
              Take the candidate back
            </Button>
            <Button
              icon={<Ban />}
              onClick={() => onAsk({ kind: 'deny', release: candidate.release })}
            >
              Deny the candidate
            </Button>
          </>
        ) : (
          newest !== undefined && (
            <Button
              variant="primary"
              icon={<ChevronsUp />}
              onClick={() => onAsk({ kind: 'promote', release: newest })}
            >
              Promote a release
            </Button>
          )
        )}
        {lastGood[0] !== undefined && (
          <Button icon={<Undo2 />} onClick={() => onAsk({ kind: 'rollback', channel: 'stable' })}>
            Roll back to {lastGood[0]}
          </Button>
        )}
        {!stopped && !isForAdmins && (stable ?? candidate) !== undefined && (
          <Button variant="danger" icon={<CirclePause />} onClick={() => onAsk({ kind: 'stop' })}>
            Emergency Stop
          </Button>
        )}
      </div>
    </Card>
  )
}

type StoppedProps = { stopped: NonNullable<ReleasePointer['stopped']>; onStart: () => void }

function Stopped({ stopped: { by, at, reason }, onStart }: StoppedProps) {
  const nameOf = useNameOf()
  const timeOf = useTimeFormat()
  return (
    <Banner
      kind="bad"
      icon={<CirclePause />}
      action={
        <Button variant="primary" icon={<CirclePlay />} onClick={onStart}>
          Start Again
        </Button>
      }
    >
      <strong>The emergency stop is on: nobody is served any release.</strong>{' '}
      {isolated(nameOf(by))} stopped it on {timeOf(at)}: {isolated(reason)}
    </Banner>
  )
}

function Candidate({ pointer }: { pointer: ReleasePointer }) {
  const nameOf = useNameOf()
  const timeOf = useTimeFormat()
  const { candidate } = pointer
  return (
    <div className={styles.place}>
      <dt>Candidate</dt>
      <dd className={styles.release}>{candidate?.release ?? 'None'}</dd>
      <dd className={styles.who}>
        {candidate
          ? `Tried by ${stepWords[candidate.step]} since ${timeOf(candidate.since)}; its share of everyone is ${candidate.share} %.`
          : 'Nothing is being tried.'}
      </dd>
      {candidate && pointer.approvals && (
        <dd className={styles.who}>
          {isApproved(pointer, candidate.release)
            ? approvalsOf(pointer, candidate.release)
                .map(({ by, at, step }) => approvalInWords(nameOf(by), timeOf(at), step))
                .join(' ')
            : 'No admin has approved it yet: nobody with admin rights runs it.'}
        </dd>
      )}
    </div>
  )
}

import type { ReleasePointer } from '@portal/contract/pointers'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Ban, ChevronsUp, Undo2 } from 'lucide-react'
import { useId } from 'react'
import type { AskedMove } from './asked-move.ts'
import styles from './pointer-card.module.css'
import { nextStep, stepWords } from './release-words.ts'
import { useTimeFormat } from './use-time-format.ts'

type PointerCardProps = {
  pointer: ReleasePointer
  /** The newest release that could be promoted. */
  newest: string | undefined
  onAsk: (asked: AskedMove) => void
}

/** Who runs what now, in words, and what can be done about it. */
export function PointerCard({ pointer, newest, onAsk }: PointerCardProps) {
  const titleId = useId()
  const { remote, stable, candidate, lastGood } = pointer
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId}>Who runs what of {remote}</h2>
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
              ? 'Stand in where the stable release can’t be loaded.'
              : 'Nothing to roll back to.'}
          </dd>
        </div>
      </dl>
      <div className={styles.buttons}>
        {candidate ? (
          <>
            <Button
              variant="primary"
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
      </div>
    </Card>
  )
}

function Candidate({ pointer: { candidate } }: { pointer: ReleasePointer }) {
  const timeOf = useTimeFormat()
  return (
    <div className={styles.place}>
      <dt>Candidate</dt>
      <dd className={styles.release}>{candidate?.release ?? 'None'}</dd>
      <dd className={styles.who}>
        {candidate
          ? `Tried by ${stepWords[candidate.step]} since ${timeOf(candidate.since)}; its share of everyone is ${candidate.share} %.`
          : 'Nothing is being tried.'}
      </dd>
    </div>
  )
}

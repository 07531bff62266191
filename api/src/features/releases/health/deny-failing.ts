import type { ComparedSpeed } from '@portal/contract/release-health'
import { vitalsInWords } from '@portal/contract/vitals'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { noticesCollection } from './health-records.ts'
import type { Evaluation } from './evaluate-candidate.ts'
import { changePointer, pointerOf } from '../pointers/pointer-change.ts'
import { denied } from '../pointers/pointer-moves.ts'
import { pointersCollection, releaseKey, type StoredPointer } from '../release-records.ts'

type Failing = {
  remote: string
  /** As it was evaluated: one that has been moved since is left alone. */
  candidate: NonNullable<StoredPointer['candidate']>
  evaluation: Evaluation
  now: () => Date
}

/**
 * Denies a candidate that fails or is slower, with its entries and a notice, all or nothing. Returns the reason;
 * undefined if the pointer has been moved meanwhile.
 */
export async function denyFailing(
  store: DocumentStore,
  { remote, candidate, evaluation, now }: Failing,
): Promise<string | undefined> {
  const { release, since } = candidate
  const reason = reasonOf(evaluation)
  return store.transaction(async (inside) => {
    const stored = await pointersCollection.in(inside).get(remote)
    const current = stored?.candidate
    if (!stored || current?.release !== release || current.since !== since) return undefined
    const at = now()
    // Nothing replaces a candidate.
    const standIn = { mayStand: () => false, alone: `Only ${release} of ${remote} can run.` }
    const moved = denied(pointerOf(stored), release, standIn)
    await changePointer(inside, { remote, stored, moved, at, by: { portal: 'health' }, reason })
    const notices = noticesCollection.in(inside)
    await notices.create(releaseKey(remote, release), {
      remote,
      release,
      reason,
      at: at.toISOString(),
    })
    return reason
  })
}

function reasonOf(evaluation: Evaluation): string {
  if (evaluation.verdict !== 'failing' && evaluation.speed) return slownessOf(evaluation.speed)
  const { candidate, stable } = evaluation
  const { failed, sessions, failedPeople } = candidate
  const itself = `It failed in ${failed} of ${sessions} sessions, of ${failedPeople} people`
  if (!stable) return `${itself}; no stable release ran beside it.`
  return `${itself}; the stable ${stable.release} failed in ${stable.failed} of ${stable.sessions}.`
}

/** `It was slower than the stable release: pages take 2.9 s instead of 1.8 s (212 and 340 people).` */
function slownessOf({ metrics, people }: ComparedSpeed): string {
  const slower = metrics
    .filter(({ isSlower }) => isSlower)
    .map(({ metric, candidate, stable }) => vitalsInWords(metric, candidate, stable))
  const compared = `${people.candidate} people compared with ${people.stable}`
  return `It was slower than the stable release: ${slower.join(', ')} (${compared}).`
}

import type { RemoteHealth } from '@portal/contract/release-health'
import type { HealthSessions } from './health-sessions.ts'
import { tallyOf } from './health-tally.ts'
import { verdictOn } from './health-verdict.ts'
import { speedVerdict } from './speed-verdict.ts'
import { speedTallyOf } from './vital-tally.ts'
import type { StoredPointer } from '../release-records.ts'

/** How far back a verdict looks, in ms. */
const longest = 7 * 86_400_000

export type Evaluation = NonNullable<RemoteHealth['judged']>

/** Evaluates a pointer’s candidate by the sessions since its last step; undefined without a candidate. */
export async function evaluateCandidate(
  sessions: Pick<HealthSessions, 'since'>,
  remote: string,
  { candidate, stable }: StoredPointer,
  now: Date,
): Promise<Evaluation | undefined> {
  if (!candidate) return undefined
  // An admin who promotes it a step further has seen the earlier sessions.
  const from = Math.max(Date.parse(candidate.since), now.getTime() - longest)
  const tallied = async (release: string) => {
    const counted = await sessions.since(remote, release, from)
    return {
      evaluated: { release, ...tallyOf(counted.sessions) },
      speed: speedTallyOf(counted, from),
    }
  }
  const tally = await tallied(candidate.release)
  if (stable === undefined) {
    return { verdict: verdictOn(tally.evaluated, undefined), candidate: tally.evaluated }
  }
  const against = await tallied(stable)
  return {
    verdict: verdictOn(tally.evaluated, against.evaluated),
    candidate: tally.evaluated,
    stable: against.evaluated,
    speed: speedVerdict(tally.speed, against.speed),
  }
}

/** Whether nobody should run the candidate any more. */
export function isToBeDenied({ verdict, speed }: Evaluation): boolean {
  return verdict === 'failing' || speed?.verdict === 'slower'
}

import { createHash } from 'node:crypto'
import { comparableEmail } from '@portal/domain/email-address'
import type { Person } from '@portal/contract/portal'
import type { Rollout } from '@portal/domain/remote-settings'
import type { PromotionStep } from '@portal/contract/pointers'

export const shareOf: Record<PromotionStep, number> = {
  qa: 0,
  team: 0,
  '10': 10,
  '50': 50,
  '100': 100,
}

export type Cohorts = { qa: readonly string[]; team: readonly string[] }

/** Whether this person was chosen to run candidates; others are selected at random. */
export function isChosen(
  { email, isQa }: Pick<Person, 'email' | 'isQa'>,
  { qa, team }: Cohorts = { qa: [], team: [] },
): boolean {
  const address = comparableEmail(email)
  return isQa === true || qa.includes(address) || team.includes(address)
}

/**
 * Whether this person runs the candidate. A person who does at one step does at every later one.
 */
export function isInShare(
  { uid, email, isQa }: Pick<Person, 'uid' | 'email' | 'isQa'>,
  remote: string,
  { release, step }: { release: string; step: PromotionStep },
  { qa, team }: Cohorts = { qa: [], team: [] },
): boolean {
  if (isQa) return true
  const address = comparableEmail(email)
  if (qa.includes(address)) return true
  if (step !== 'qa' && team.includes(address)) return true
  return bucketOf(`${remote} ${release} ${uid}`) < shareOf[step]
}

/** Whether a flag is on for this person. A person for whom it is on at one share has it at every larger one. */
export function isInRollout(
  { uid, email, isQa }: Pick<Person, 'uid' | 'email' | 'isQa'>,
  remote: string,
  { flag, share, cohorts }: Rollout & { flag: string },
  { qa, team }: Cohorts = { qa: [], team: [] },
): boolean {
  const address = comparableEmail(email)
  if (cohorts.includes('qa') && (isQa === true || qa.includes(address))) return true
  if (cohorts.includes('team') && team.includes(address)) return true
  return bucketOf(`${remote} ${flag} ${uid}`) < share
}

/** From 0 to below 100, evenly distributed and deterministic: each release and flag starts with different people. */
function bucketOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32) * 100
}

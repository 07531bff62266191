import { promotionPlan, type PromotionStep } from '@portal/contract/pointers'
import { Refusal } from '../../../refusal.ts'
import type { StoredPointer, StoredPolicy } from '../release-records.ts'

const minute = 60_000

/** Why a candidate may not leave its step yet; undefined if it may, or goes no further. */
export function stepDurationObjection(
  { candidate }: StoredPointer,
  { release, step }: { release: string; step: PromotionStep },
  { stepMinutes }: StoredPolicy,
  now: Date,
): Refusal | undefined {
  if (candidate?.release !== release || candidate.step === 'qa') return undefined
  if (promotionPlan.indexOf(step) <= promotionPlan.indexOf(candidate.step)) return undefined
  const until = Date.parse(candidate.since) + stepMinutes * minute
  if (now.getTime() >= until) return undefined
  // To the minute, and never before the exact time.
  const told = new Date(Math.ceil(until / minute) * minute).toISOString()
  return new Refusal(
    'conflict',
    `${release} stays at the step ${candidate.step} for at least ${stepMinutes} minutes: it may continue at ${told.slice(0, 10)} ${told.slice(11, 16)} UTC.`,
  )
}

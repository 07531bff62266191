import type { PromotionStep, ReleaseApproval } from '@portal/contract/pointers'
import { Refusal } from '../../../refusal.ts'
import { offeredBy, type StoredPointer, type StoredPolicy } from '../release-records.ts'

/** A pointer with explicit approvals. */
export type ApprovingPointer = StoredPointer & { approvals: ReleaseApproval[] }

/** How many approvals of releases that nobody is offered any more are kept. */
const approvalLimit = 100

/**
 * The approvals of a remote's releases. A pointer from before approvals existed has none: its stable release counts as
 * approved, and its candidate doesn't.
 */
export function approvalsOf(pointer: StoredPointer, since: string): ReleaseApproval[] {
  if (pointer.approvals) return pointer.approvals
  return [...approvedReleases(pointer)].map((release) => ({ release, at: since, by: 'start' }))
}

/** The releases that people with admin rights may be served. */
export function approvedReleases({ approvals, stable, lastGood }: StoredPointer): Set<string> {
  if (approvals) return new Set(approvals.map(({ release }) => release))
  return new Set([...(stable === undefined ? [] : [stable]), ...lastGood])
}

/** Adds an approval; the oldest ones of releases that nobody is offered any more are dropped. */
export function withApproval(
  pointer: ApprovingPointer,
  approval: ReleaseApproval,
): ApprovingPointer {
  if (covers(pointer.approvals, approval)) return pointer
  const offered = new Set([...offeredBy(pointer), approval.release])
  const all = [...pointer.approvals, approval]
  const surplus = all.length - approvalLimit
  const approvals = all.filter(({ release }, n) => n >= surplus || offered.has(release))
  return { ...pointer, approvals }
}

/** Whether this approval was already given: for this step, or for all of them. */
export function covers(
  approvals: ReleaseApproval[],
  { release, step }: { release: string; step?: PromotionStep | undefined },
): boolean {
  return approvals.some((approval) => approval.release === release && approval.step === step)
}

/** Why a release token may not take a release to a step; undefined if it may. */
export function lackingApproval(
  pointer: StoredPointer,
  { release, step }: { release: string; step: PromotionStep },
  { approval }: StoredPolicy,
): Refusal | undefined {
  if (step === 'qa') return undefined
  if (approval === 'every step') {
    const isNamed = pointer.approvals?.some(
      (other) => other.release === release && other.step === step,
    )
    return isNamed
      ? undefined
      : new Refusal(
          'conflict',
          `${release} needs an admin’s approval for the step ${step}: an admin gives it on Releases.`,
        )
  }
  return approvedReleases(pointer).has(release)
    ? undefined
    : new Refusal(
        'conflict',
        `${release} needs an admin’s approval before it goes beyond the QA cohort: an admin gives it on Releases.`,
      )
}

/** Why people with admin rights are not served a release. */
export function unapproved(remote: string, release: string): Refusal {
  return new Refusal(
    'conflict',
    `No admin has approved ${release} of ${remote} yet, so it isn’t served to admins.`,
  )
}

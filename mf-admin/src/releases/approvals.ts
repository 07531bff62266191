import {
  type ApprovalStep,
  approvalStep,
  approvalSteps,
  type ReleaseApproval,
  type ReleasePointer,
  type ReleasePolicy,
} from '@portal/contract/pointers'
import { nextStep } from './release-words.ts'

/** The approvals of a release, newest first; none from an API without approvals. */
export function approvalsOf(
  { approvals = [] }: ReleasePointer,
  release: string,
): ReleaseApproval[] {
  return approvals.filter((approval) => approval.release === release).toReversed()
}

/** An API from before approvals existed requires none. */
export function isApproved(pointer: ReleasePointer, release: string): boolean {
  return pointer.approvals === undefined || approvalsOf(pointer, release).length > 0
}

/** The step that an approval is for: the next one beyond the QA cohort. */
function stepToApprove(pointer: ReleasePointer, release: string): ApprovalStep {
  return approvalStep.safeParse(nextStep(pointer, release)).data ?? 'team'
}

/** The unapproved steps of a release, from the next one on. */
export function unapprovedSteps(pointer: ReleasePointer, release: string): ApprovalStep[] {
  const given = approvalsOf(pointer, release)
  const from = approvalSteps.indexOf(stepToApprove(pointer, release))
  return approvalSteps.filter(
    (step, n) => n >= from && !given.some((approval) => approval.step === step),
  )
}

/** Whether a release needs an admin's approval to go further. */
export function needsApproval(
  pointer: ReleasePointer,
  release: string,
  policy: Pick<ReleasePolicy, 'approval'> | undefined,
): boolean {
  if (pointer.denied.includes(release) || pointer.stable === release) return false
  if (!isApproved(pointer, release)) return true
  return policy?.approval === 'every step' && unapprovedSteps(pointer, release).length > 0
}

/** When a candidate may leave its step, in ms; undefined if it may now. */
export function stepEnds(
  { candidate }: ReleasePointer,
  release: string,
  policy: Pick<ReleasePolicy, 'stepMinutes'> | undefined,
  now: number,
): number | undefined {
  if (candidate?.release !== release || candidate.step === 'qa' || !policy) return undefined
  const end = Date.parse(candidate.since) + policy.stepMinutes * 60_000
  return end > now ? end : undefined
}

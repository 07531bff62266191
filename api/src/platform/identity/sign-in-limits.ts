import type { Person } from '@portal/contract/portal'

/** How long sign-ins last. */
export type SignInLimits = Record<
  SignInRule,
  {
    /** Since the last sign-in by password or Google, in ms. */
    longest: number
    /** Since the last use, in ms. */
    idle: number
  }
>

/** Whose limits apply. */
export type SignInRule = 'member' | 'admin' | 'qa'

export function signInRuleOf({ isAdmin, isQa }: Pick<Person, 'isAdmin' | 'isQa'>): SignInRule {
  if (isQa) return 'qa'
  return isAdmin ? 'admin' : 'member'
}

/** Records of sign-ins are kept for this long, so no setting may exceed it. In days. */
export const longestSignInDays = 90

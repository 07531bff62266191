/** How long sign-ins last. */
export type SignInLimits = {
  /** Since the password or Google was last asked, in ms. */
  longest: number
  /** Since the last use, in ms. */
  memberIdle: number
  adminIdle: number
}

/** Records of sign-ins are kept for this long, so no setting may exceed it. In days. */
export const longestSignInDays = 90

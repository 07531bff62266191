import type { SampleAccount } from '@portal/contract/portal'

/** How the reader wants to sign in. Only the embedded chooser knows which account it will be. */
export type SignInWay =
  | { kind: 'password'; email: string; password: string }
  | { kind: 'google'; account?: SampleAccount }

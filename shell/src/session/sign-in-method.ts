import type { SampleAccount } from '@portal/contract/portal'

/** How the reader wants to sign in. Only the embedded chooser has the account in advance. */
export type SignInMethod =
  | { kind: 'password'; email: string; password: string }
  | { kind: 'google'; account?: SampleAccount }

import type { PortalConfig, SampleAccount } from '@portal/contract/portal'
import type { FactorSetUp } from './second-step.ts'

/** How the reader wants to sign in. Only the embedded chooser has the account in advance. */
export type SignInMethod =
  | { kind: 'password'; email: string; password: string }
  | { kind: 'google'; account?: SampleAccount }

/** Signing in waits for the code of the account's authenticator app; after a wrong code, another can be given. */
export type NeedsCode<T> = { giveCode: (code: string) => Promise<T> }

export type SignedInAccount = { email: string | undefined; provider: string }

export type Identity = {
  /**
   * The current ID token; `fresh` requests a new one from the provider. Undefined when nobody is
   * signed in.
   */
  idToken: (fresh: boolean) => Promise<string | undefined>
  /** Called at once, and at every change: sign-in, refresh, sign-out. */
  onToken: (listener: (token: string | undefined) => void) => void
  signIn: (method: SignInMethod) => Promise<SignedInAccount | NeedsCode<SignedInAccount>>
  /** How the current person signed in. */
  signedInBy: () => Promise<SignInMethod['kind']>
  /** The current person signs in again; rejects another account. */
  reauthenticate: (method: SignInMethod) => Promise<void | NeedsCode<void>>
  /** Begins to set up a second factor for the current person. */
  startSetUp: () => Promise<FactorSetUp>
  signOut: () => Promise<void>
}

/** Loads the code of the service that signs people in to this portal, and no other. */
export async function loadIdentity(config: PortalConfig): Promise<Identity> {
  const { openIdentity } =
    config.identity.kind === 'portal'
      ? await import('./portal-identity.ts')
      : await import('./firebase.ts')
  return openIdentity(config)
}

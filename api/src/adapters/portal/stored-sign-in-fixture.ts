import type { TestIdentity } from '../../testing/test-api.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { ignoring } from '../../refusal.ts'
import { accountsCollection, addSecret, type SignInSecret } from './account-records.ts'

export type StoredSecret = SignInSecret

/** Every token has its own sign-in time, so that ending one sign-in doesn't end the others. */
let signIns = 0

/** Stores an account and a secret as a sign-in stores them, and returns the secret. */
export async function storeSignIn(
  store: DocumentStore,
  person: TestIdentity & { uid: string },
  issuer: string,
  secret: Partial<SignInSecret>,
): Promise<string> {
  const { uid, email, provider, displayName, hasSecondFactor = false } = person
  const account = {
    email,
    emailVerified: person.emailVerified ?? provider === 'google.com',
    ...(displayName === undefined ? {} : { displayName }),
    providers: [provider],
    disabled: false,
    createdAt: new Date().toISOString(),
    validAfter: 0,
    secrets: { names: [] },
  }
  await accountsCollection.in(store).create(uid, account).catch(ignoring('conflict'))
  const seconds = Math.floor(Date.now() / 1000)
  return addSecret(store, {
    kind: 'token',
    uid,
    provider: provider === 'google.com' ? issuer : provider,
    signedInAt: person.signedInAt ?? seconds - signIns++,
    hasSecondFactor,
    expiresAt: new Date(Date.now() + (person.expiresIn ?? 3600) * 1000).toISOString(),
    ...secret,
  })
}

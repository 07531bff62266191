import { randomUUID } from 'node:crypto'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { accountNamesCollection, accountsCollection, emailName } from './account-records.ts'
import { createPasswordHashes } from './password-hashes.ts'
import { portalSignIn, type PortalSignInOptions } from './portal-sign-in.ts'

/** The portal’s own sign-in over this store, for tests: hashing takes no time. */
export const ownSignIn = (
  store: DocumentStore,
  now = () => new Date(),
  more: Partial<PortalSignInOptions> = {},
) =>
  portalSignIn({
    store,
    publicUrl: 'http://portal.test',
    foundation: { name: 'Larkspur Foundation', domain: 'larkspur.example' },
    hashes: createPasswordHashes({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    now,
    ...more,
  })

/** Stores accounts without the time that hashing takes; nobody knows their passwords. */
export async function addAccounts(store: DocumentStore, count: number): Promise<void> {
  const uids = Array.from({ length: count }, () => randomUUID())
  while (uids.length > 0) {
    const some = uids.splice(0, 100)
    await store.transaction(async (transaction) => {
      for (const uid of some) {
        const name = emailName(`${uid}@larkspur.example`)
        await accountNamesCollection.in(transaction).create(name, { uid })
        await accountsCollection.in(transaction).create(uid, {
          email: `${uid}@larkspur.example`,
          emailVerified: false,
          providers: ['password'],
          disabled: false,
          createdAt: new Date().toISOString(),
          validAfter: 0,
          secrets: { names: [name] },
        })
      }
    })
  }
}

/** Stores the account of a person who has signed in with Google, and returns its uid. */
export async function googleAccount(store: DocumentStore, email: string, displayName: string) {
  const uid = randomUUID()
  await store.transaction(async (transaction) => {
    await accountNamesCollection.in(transaction).create(emailName(email), { uid })
    await accountsCollection.in(transaction).create(uid, {
      email,
      emailVerified: true,
      displayName,
      providers: ['google.com'],
      disabled: false,
      createdAt: new Date().toISOString(),
      validAfter: 0,
      secrets: { names: [emailName(email)] },
    })
  })
  return uid
}

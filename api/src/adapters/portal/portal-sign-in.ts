import type { OpenIdProvider } from '../../platform/env/identity.ts'
import type { OwnSignIn } from '../../platform/identity/own-sign-in.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { deleteExpired, secretsCollection } from './account-records.ts'
import { createIssuedSignIns } from './issued-sign-ins.ts'
import { openIdIssuer } from './open-id-issuer.ts'
import { createOpenIdSignIn } from './open-id-sign-in.ts'
import { createPasswordHashes, type PasswordHashes } from './password-hashes.ts'
import { createPasswordLinks } from './password-links.ts'
import { createPasswordSignIn } from './password-sign-in.ts'
import { portalAccounts } from './portal-accounts.ts'
import { attemptsCollection } from './sign-in-attempts.ts'

export type PortalSignInOptions = {
  store: DocumentStore
  /** The portal's own address, for links. */
  publicUrl: string
  foundation: { name: string; domain: string }
  hashes?: PasswordHashes
  /** Where people can sign in too. */
  provider?: OpenIdProvider | undefined
  now: () => Date
}

/** Signs people in to the portal's own accounts. */
export function portalSignIn(options: PortalSignInOptions): OwnSignIn {
  const { store, publicUrl, foundation, hashes = createPasswordHashes(), provider, now } = options
  const signIns = createIssuedSignIns({ store, provider, now })
  const issuer = provider && openIdIssuer({ provider, publicUrl, domain: foundation.domain })
  const parts = { store, signIns, hashes, foundation, now }
  return {
    identity: { verify: signIns.verify },
    accounts: portalAccounts({ store, publicUrl, hashes, now }),
    calls: {
      ...createPasswordSignIn({ ...parts, issuer: issuer?.issuer }),
      ...createOpenIdSignIn({ ...parts, issuer }),
      ...createPasswordLinks(parts),
      renew: signIns.renew,
      end: signIns.end,

      async prune() {
        await deleteExpired(store, secretsCollection, now())
        await deleteExpired(store, attemptsCollection, now())
      },
    },
  }
}

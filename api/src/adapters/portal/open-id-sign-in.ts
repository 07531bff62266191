import type { SignInCalls } from '../../platform/identity/own-sign-in.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { ignoring, Refusal } from '../../refusal.ts'
import {
  accountsCollection,
  addSecret,
  deleteSecret,
  findSecret,
  secretsCollection,
} from './account-records.ts'
import { anotherAccount, type IssuedSignIns, stepTime, tookTooLong } from './issued-sign-ins.ts'
import { accountOfPerson, type OpenIdIssuer } from './open-id-issuer.ts'

type Parts = {
  store: DocumentStore
  signIns: IssuedSignIns
  issuer: OpenIdIssuer | undefined
  now: () => Date
}

/** Signs people in at the OpenID provider, if the settings name one. */
export function createOpenIdSignIn({
  store,
  signIns,
  issuer,
  now,
}: Parts): Pick<SignInCalls, 'startAtIssuer' | 'returnFromIssuer' | 'finishAtIssuer'> {
  return {
    async startAtIssuer({ as }) {
      const expected = as === undefined ? undefined : await accountsCollection.in(store).get(as)
      const { url, ...issued } = await mustHave(issuer).start(expected?.email)
      const record = { kind: 'issuer' as const, uid: '', issuer: issued }
      const expiresAt = new Date(now().getTime() + stepTime).toISOString()
      const secret = await addSecret(store, { ...record, expiresAt })
      return { url, secret, seconds: stepTime / 1000 }
    },

    async returnFromIssuer(secret, address) {
      const stored = await findSecret(store, 'issuer', secret, now())
      if (!stored?.issuer || stored.uid !== '') throw tookTooLong()
      const { id, revision, updatedAt: _updated, failure: _failure, ...record } = stored
      try {
        const person = await mustHave(issuer).finish(address, stored.issuer)
        await store.transaction(async (transaction) => {
          const uid = await accountOfPerson(transaction, person, now())
          await secretsCollection.in(transaction).update(id, { ...record, uid }, revision)
        })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // For the page that waits for the answer.
        await secretsCollection
          .in(store)
          .update(id, { ...record, failure: error.message }, revision)
          .catch(ignoring('notFound', 'stale'))
        throw error
      }
    },

    async finishAtIssuer({ secret, as }, source) {
      const stored = await findSecret(store, 'issuer', secret, now())
      if (!stored) throw tookTooLong()
      const { uid, failure } = stored
      if (uid === '' && failure !== undefined) throw new Refusal('unauthenticated', failure)
      if (uid === '') throw tookTooLong()
      if (as !== undefined && as !== uid) throw anotherAccount()
      const account = await accountsCollection.in(store).get(uid)
      const provider = mustHave(issuer).issuer
      if (account?.secrets.totp) {
        await deleteSecret(store, secret)
        return signIns.needCode({ uid, provider })
      }
      const verified = { uid, provider, hasSecondFactor: false, used: secret }
      return signIns.start({ ...verified, device: source.device })
    },
  }
}

function mustHave(issuer: OpenIdIssuer | undefined): OpenIdIssuer {
  if (issuer) return issuer
  throw new Refusal('notFound', 'People sign in to this portal with a password.')
}

import { comparableEmail } from '@portal/domain/email-address'
import { freshSignInMinutes } from '@portal/contract/sign-ins'
import { Secret, TOTP } from 'otpauth'
import { accountDisabled } from '../../platform/identity/sign-in-limits.ts'
import type { AttemptSource, SignInCalls } from '../../platform/identity/own-sign-in.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountByName,
  accountsCollection,
  addSecret,
  emailName,
  findSecret,
  isDisabled,
  secretId,
} from './account-records.ts'
import {
  anotherAccount,
  type IssuedSignIns,
  stepTime,
  tookTooLong,
  wrongCode,
  wrongPassword,
} from './issued-sign-ins.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { createAttempts } from './sign-in-attempts.ts'

type Parts = {
  store: DocumentStore
  signIns: IssuedSignIns
  hashes: PasswordHashes
  foundation: { name: string }
  /** Of the OpenID provider, if people can sign in there too. */
  issuer: string | undefined
  now: () => Date
}

/** An authenticator's code is valid for this long, in seconds. */
const period = 30

/** Signs people in with a password and an authenticator's code, and sets up authenticators. */
export function createPasswordSignIn({
  store,
  signIns,
  hashes,
  foundation,
  issuer,
  now,
}: Parts): Pick<SignInCalls, 'signIn' | 'giveCode' | 'startSetUp' | 'confirmSetUp'> {
  const attempts = createAttempts({ store, now })

  /** The key that attempts are counted by. A browser that has signed in to this account before isn't slowed by others. */
  const countedAs = async ({ address, device }: AttemptSource, uid: string | undefined) => {
    const known =
      device === undefined ? undefined : await findSecret(store, 'device', device, now())
    const isKnown = known !== undefined && known.uid === uid
    return { isKnown, source: isKnown ? `device ${secretId(device!)}` : `address ${address}` }
  }

  return {
    async signIn({ email, password, as }, source) {
      const address = comparableEmail(email)
      const account = await accountByName(store, emailName(address))
      const counted = await countedAs(source, account?.id)
      const key = `${counted.source} ${address}`
      await attempts.begin(key)
      const passwordHash = account?.secrets.passwordHash
      if (!(await hashes.isPassword(password, passwordHash)) || !account) throw wrongPassword()
      if (isDisabled(account)) throw accountDisabled()
      if (as !== undefined && as !== account.id) throw anotherAccount()
      const verified = { uid: account.id, provider: 'password', passwordHash }
      // The attempt still counts: who knows the password mustn't guess codes without a limit.
      if (account.secrets.totp) return signIns.needCode(verified)
      const { device } = source
      const started = await signIns.start({ ...verified, hasSecondFactor: false, device })
      await attempts.clear([key])
      return started
    },

    async giveCode({ step, code, as }, source) {
      const secret = await findSecret(store, 'code', step, now())
      if (!secret) throw tookTooLong()
      const { uid, passwordHash } = secret
      if (as !== undefined && as !== uid) throw anotherAccount()
      const account = await accountsCollection.in(store).get(uid)
      if (!account) throw tookTooLong()
      const { isKnown, source: from } = await countedAs(source, uid)
      const keys = [`${from} code of ${uid}`, ...(isKnown ? [] : [`code of ${uid}`])]
      await attempts.begin(keys[0]!)
      if (keys[1] !== undefined) await attempts.begin(keys[1], { free: 20 })
      const totpStep = stepOf(account.secrets.totp?.secret, code, now())
      if (totpStep === undefined) throw wrongCode()
      const started = await signIns.start({
        uid,
        provider: secret.provider!,
        passwordHash,
        totpStep,
        hasSecondFactor: true,
        used: step,
        device: source.device,
      })
      await attempts.clear([...keys, `${from} ${account.email}`])
      return started
    },

    async startSetUp(token) {
      const claims = await signIns.verify(token)
      const at = now().getTime()
      if (Math.floor(at / 1000) - claims.signedInAt > freshSignInMinutes * 60) {
        throw new Refusal(
          'reauthenticate',
          'That took too long. Please sign in again and start over.',
        )
      }
      const secret = new Secret({ size: 20 }).base32
      const step = await addSecret(store, {
        kind: 'set up',
        uid: claims.uid,
        totpSecret: secret,
        expiresAt: new Date(at + stepTime).toISOString(),
      })
      const uri = new TOTP({ issuer: foundation.name, label: claims.email, secret }).toString()
      return { step, secret, uri }
    },

    async confirmSetUp({ token, step, code }, source) {
      const claims = await signIns.verify(token)
      const setUp = await findSecret(store, 'set up', step, now())
      if (!setUp || setUp.uid !== claims.uid) throw tookTooLong()
      const totpStep = stepOf(setUp.totpSecret, code, now())
      if (totpStep === undefined) throw wrongCode()
      return signIns.start({
        uid: claims.uid,
        // A provider's token is valid only while the settings name the provider.
        provider: claims.provider === 'password' ? 'password' : issuer!,
        hasSecondFactor: true,
        totpStep,
        totpSecret: setUp.totpSecret!,
        used: step,
        device: source.device,
      })
    },
  }
}

/** The time step of a code, if it is right now or was a step ago; undefined if it is wrong. */
function stepOf(secret: string | undefined, code: string, now: Date): number | undefined {
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: 1,
  })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

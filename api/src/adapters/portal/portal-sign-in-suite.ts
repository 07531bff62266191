import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsSuite } from '../../platform/identity/accounts-suite.ts'
import type { AttemptSource, OwnSignIn } from '../../platform/identity/own-sign-in.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { accountsCollection, secretsCollection } from './account-records.ts'
import { addAccounts, googleAccount, ownSignIn } from './portal-fixture.ts'
import { attemptsCollection, delayAfter } from './sign-in-attempts.ts'

const password = 'four words of a board'
const home: AttemptSource = { address: '198.51.100.7' }
const stranger: AttemptSource = { address: '203.0.113.9' }

/** The code that an authenticator app shows. */
const codeOf = (secret: string, at = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at })

/** Accounts and sign-ins of the portal's own, on one kind of store. */
export function portalSignInSuite(name: string, open: () => Promise<DocumentStore>): void {
  let accountsStore: DocumentStore
  accountsSuite(`the portal’s own, ${name}`, async () => {
    accountsStore = await open()
    const own = ownSignIn(accountsStore)
    return {
      accounts: own.accounts,
      signInByGoogle: (email, displayName) => googleAccount(accountsStore, email, displayName),
      setUpSecondFactor: async ({ email, password: known }) => {
        await setUpFactor(own, { email, password: known }, Date.now())
      },
      addMany: (count) => addAccounts(accountsStore, count),
      close: () => accountsStore.close(),
    }
  })

  describe(`signing in to the portal’s own accounts (${name})`, () => {
    let store: DocumentStore
    let time: number
    let own: OwnSignIn
    beforeAll(async () => {
      store = await open()
      time = Date.now()
      own = ownSignIn(store, () => new Date(time))
    })
    afterAll(() => store.close())

    const create = (email = `${randomUUID()}@larkspur.example`) =>
      own.accounts.create({ email, password, displayName: 'Ada Park' })
    const signIn = (email: string, source = home, given = password) =>
      own.calls.signIn({ email, password: given }, source)
    const started = async (email: string, source = home) => {
      const outcome = await signIn(email, source)
      if (outcome.kind !== 'signedIn') throw new Error('A code is needed.')
      return outcome
    }

    it('signs in with the password, regardless of the case of the address', async () => {
      const { uid, email } = await create()
      const outcome = await started(email.toUpperCase())
      expect(outcome).toMatchObject({ uid, email, provider: 'password' })
      expect(await own.identity.verify(outcome.token)).toEqual({
        uid,
        email,
        emailVerified: false,
        displayName: 'Ada Park',
        provider: 'password',
        createdByAdmin: true,
        hasSecondFactor: false,
        signedInAt: Math.floor(time / 1000),
        expiresAt: Math.floor(time / 1000) + 3600,
      })
      expect((await own.accounts.get(uid))?.lastSignInAt).toBe(new Date(time).toISOString())
    })

    it('signs in guests and assistants without the claim, and an earlier release doesn’t', async () => {
      const email = 'guest@elsewhere.example'
      const account = { email, password, displayName: 'Sam Guest', isOutsiders: true }
      const { uid } = await own.accounts.create(account)
      const stored = async () => (await accountsCollection.raw(store).get(uid))?.['disabled']
      const { token } = await started(email)
      expect(await own.identity.verify(token)).toMatchObject({ uid, createdByAdmin: false })
      // An earlier release reads this alone, and takes every account with a password for a member's.
      expect(await stored()).toBe(true)
      await own.accounts.update(uid, { disabled: true })
      await expect(signIn(email)).rejects.toThrow('has been disabled')
      expect((await own.accounts.update(uid, { disabled: false })).disabled).toBe(false)
      expect([await stored(), (await started(email)).uid]).toEqual([true, uid])
    })

    it('signs in a guest who was made a member with the claim, in an earlier release too', async () => {
      const email = 'newcomer@elsewhere.example'
      const { uid } = await own.accounts.create({ email, password, isOutsiders: true })
      const account = await own.accounts.update(uid, { isMembers: true })
      expect(account).not.toHaveProperty('isOutsiders')
      const { token } = await started(email)
      expect(await own.identity.verify(token)).toMatchObject({ uid, createdByAdmin: true })
      expect((await accountsCollection.raw(store).get(uid))?.['disabled']).toBe(false)
    })

    it('refuses a wrong password and an unknown address with the same sentence', async () => {
      const { email } = await create()
      const refusal = {
        code: 'unauthenticated',
        message: 'Invalid email or password. Please check your credentials.',
      }
      await expect(signIn(email, home, 'not the password')).rejects.toMatchObject(refusal)
      await expect(signIn('nobody@larkspur.example')).rejects.toMatchObject(refusal)
    })

    it('stores neither a password nor a token', async () => {
      const { email } = await create()
      const { token, renewal, device } = await started(email)
      const stored = JSON.stringify([
        (await accountsCollection.raw(store).list()).documents,
        (await secretsCollection.raw(store).list()).documents,
      ])
      for (const secret of [password, token, renewal.secret, device.secret]) {
        expect(stored).not.toContain(secret)
      }
      expect(stored).toContain('$argon2id$')
    })

    it('names a disabled account only to someone who knows its password', async () => {
      const { uid, email } = await create()
      const { token, renewal } = await started(email)
      await own.accounts.update(uid, { disabled: true })
      const disabled = { message: expect.stringMatching(/has been disabled/) }
      await expect(signIn(email)).rejects.toMatchObject(disabled)
      await expect(signIn(email, home, 'not the password')).rejects.toMatchObject({
        message: expect.stringMatching(/^Invalid email or password/),
      })
      await expect(own.identity.verify(token)).rejects.toMatchObject(disabled)
      await expect(own.calls.renew(renewal.secret)).rejects.toMatchObject(disabled)
    })

    it('renews a token, which keeps the time of its sign-in, until the sign-in is ended', async () => {
      const { email } = await create()
      const { token, renewal } = await started(email)
      const { signedInAt } = await own.identity.verify(token)
      time += 3_600_000
      await expect(own.identity.verify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
      const [renewed] = await Promise.all([
        own.calls.renew(renewal.secret),
        own.calls.renew(renewal.secret),
      ])
      expect(await own.identity.verify(renewed.token)).toMatchObject({ signedInAt })
      await own.calls.end(renewal.secret)
      await own.calls.end(renewal.secret)
      await expect(own.calls.renew(renewal.secret)).rejects.toMatchObject({
        code: 'unauthenticated',
      })
    })

    it('accepts no secret in the place of another', async () => {
      const { email } = await create()
      const { token, renewal, device } = await started(email)
      for (const secret of [renewal.secret, device.secret, '', 'x', '../x', 'é'.repeat(43)]) {
        await expect(own.identity.verify(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
      }
      for (const secret of [token, device.secret, '']) {
        await expect(own.calls.renew(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
        await expect(own.calls.linkOwner(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
      }
    })

    it('ends sign-ins with a new password', async () => {
      const { uid, email } = await create()
      const { token, renewal } = await started(email)
      time += 2000
      await own.accounts.update(uid, { password: `${password} again` })
      await expect(own.identity.verify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
      await expect(own.calls.renew(renewal.secret)).rejects.toMatchObject({
        code: 'unauthenticated',
      })
    })

    it('signs in twice at the same time', async () => {
      const { email } = await create()
      const both = await Promise.all([started(email), started(email)])
      const [first, second] = await Promise.all(both.map(({ token }) => own.identity.verify(token)))
      expect(first).toEqual(second)
      await own.calls.end(both[0].renewal.secret)
      await own.calls.renew(both[1].renewal.secret)
    })

    describe('too many attempts', () => {
      const guess = (email: string, source: AttemptSource) =>
        signIn(email, source, 'a wrong guess').catch((error: { code: string }) => error.code)
      const exhaust = async (email: string, source: AttemptSource) => {
        const codes = []
        for (let count = 0; count < 8; count += 1) codes.push(await guess(email, source))
        return codes
      }

      it('delay an address, twice as long with each further attempt', async () => {
        const { email } = await create()
        const codes = await exhaust(email, stranger)
        expect(codes).toEqual([
          ...Array<string>(5).fill('unauthenticated'),
          ...Array<string>(3).fill('tooMany'),
        ])
        await expect(signIn(email, stranger)).rejects.toMatchObject({
          message: 'Too many failed attempts. Please try again later.',
          details: { retryAfter: 1 },
        })
        time += 1000
        expect(await guess(email, stranger)).toBe('unauthenticated')
        await expect(signIn(email, stranger)).rejects.toMatchObject({ details: { retryAfter: 2 } })
        expect([0, 4, 5, 6, 12, 40].map((count) => delayAfter(count, 5))).toEqual([
          0, 0, 1000, 2000, 128_000, 3_600_000,
        ])
      })

      it('don’t delay a member who is at another address', async () => {
        const { email } = await create()
        await exhaust(email, stranger)
        await started(email, home)
      })

      it('don’t delay a browser at the same address that has signed in before', async () => {
        const { email } = await create()
        const { device } = await started(email, home)
        await exhaust(email, home)
        await started(email, { ...home, device: device.secret })
        // The cookie of another account has no effect.
        const other = await create()
        const foreign = await started(other.email, home)
        expect(await guess(email, { ...home, device: foreign.device.secret })).toBe('tooMany')
      })

      it('are all counted if they happen at the same time', async () => {
        const { email } = await create()
        const codes = await Promise.all(
          Array.from({ length: 12 }, () => guess(email, { address: '203.0.113.77' })),
        )
        expect(codes.filter((code) => code === 'unauthenticated').length).toBeLessThanOrEqual(5)
      })

      it('are forgotten with a success, and after a day', async () => {
        const { email } = await create()
        for (let round = 0; round < 3; round += 1) {
          for (let count = 0; count < 4; count += 1) await guess(email, stranger)
          await started(email, stranger)
        }
        await exhaust(email, stranger)
        time += 86_400_001
        await started(email, stranger)
      })
    })

    describe('a second factor', () => {
      it('is needed once it is set up', async () => {
        const { uid, email } = await create()
        const { secret, after } = await setUpFactor(own, { email, password }, time)
        expect(await own.identity.verify(after.token)).toMatchObject({ hasSecondFactor: true })
        expect(await own.accounts.get(uid)).toMatchObject({ hasSecondFactor: true })
        time += 30_000
        const outcome = await signIn(email)
        if (outcome.kind !== 'code') throw new Error('No code is needed.')
        const { step } = outcome
        const wrong = own.calls.giveCode({ step, code: '000000' }, home)
        await expect(wrong).rejects.toMatchObject({
          code: 'invalid',
          message: 'That code isn’t right. Please type the one that your app shows now.',
        })
        const { token } = await own.calls.giveCode({ step, code: codeOf(secret, time) }, home)
        expect(await own.identity.verify(token)).toMatchObject({ uid, hasSecondFactor: true })
        await expect(own.identity.verify(step)).rejects.toMatchObject({ code: 'unauthenticated' })
      })

      it('accepts each code once, also from two sign-ins at the same time', async () => {
        const { email } = await create()
        const { secret } = await setUpFactor(own, { email, password }, time)
        const stepOf = async () => {
          const outcome = await signIn(email)
          if (outcome.kind !== 'code') throw new Error('No code is needed.')
          return outcome.step
        }
        const code = codeOf(secret, time)
        // The code that set it up.
        await expect(own.calls.giveCode({ step: await stepOf(), code }, home)).rejects.toThrow(
          'That code isn’t right',
        )
        time += 30_000
        const next = codeOf(secret, time)
        const steps = [await stepOf(), await stepOf()]
        const outcomes = await Promise.allSettled(
          steps.map((step) => own.calls.giveCode({ step, code: next }, home)),
        )
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      })

      it('can’t be guessed, not even from many addresses, by someone who knows the password', async () => {
        const { email } = await create()
        const { secret, after } = await setUpFactor(own, { email, password }, time)
        time += 60_000
        let refused = 0
        for (let from = 0; from < 26; from += 1) {
          const source = { address: `192.0.2.${from}` }
          const outcome = await signIn(email, source)
          if (outcome.kind !== 'code') throw new Error('No code is needed.')
          await own.calls
            .giveCode({ step: outcome.step, code: '000000' }, source)
            .catch(({ code }: { code: string }) => (refused += code === 'tooMany' ? 1 : 0))
        }
        expect(refused).toBeGreaterThan(4)
        // The member's own browser isn't affected.
        const source = { ...home, device: after.device.secret }
        const outcome = await signIn(email, source)
        if (outcome.kind !== 'code') throw new Error('No code is needed.')
        await own.calls.giveCode({ step: outcome.step, code: codeOf(secret, time) }, source)
      })

      it('is set up only after a recent sign-in, and only by its own account', async () => {
        const [{ email }, other] = [await create(), await create()]
        const { token } = await started(email)
        const foreign = await started(other.email)
        const { step, secret } = await own.calls.startSetUp(token)
        const code = codeOf(secret, time)
        await expect(
          own.calls.confirmSetUp({ token: foreign.token, step, code }, home),
        ).rejects.toMatchObject({ code: 'unauthenticated' })
        await own.calls.confirmSetUp({ token, step, code }, home)
        time += 16 * 60_000
        await expect(own.calls.startSetUp(foreign.token)).rejects.toMatchObject({
          code: 'reauthenticate',
        })
      })
    })

    describe('a link', () => {
      const linkFor = async (email: string) => {
        const reset = await own.accounts.resetPassword(email)
        if (reset.sent) throw new Error('There is no mail.')
        return new URL(reset.link)
      }
      const chosen = 'another four good words'

      it('lets its person choose a password once, also when it is sent again', async () => {
        const { email } = await create()
        const url = await linkFor(email)
        expect(url.pathname).toBe('/choose-password')
        const link = url.hash.slice(1)
        expect(await own.calls.linkOwner(link)).toEqual({ email })
        await own.calls.choosePassword({ link, password: chosen })
        await own.calls.choosePassword({ link, password: chosen })
        await expect(
          own.calls.choosePassword({ link, password: 'something else' }),
        ).rejects.toMatchObject({ code: 'conflict' })
        await expect(own.calls.linkOwner(link)).rejects.toMatchObject({
          message: 'This link has been used already. Please sign in.',
        })
        expect(await signIn(email, home, chosen)).toMatchObject({ kind: 'signedIn' })
        await expect(signIn(email)).rejects.toMatchObject({ code: 'unauthenticated' })
        const { documents } = await store.list('audit', { where: { what: 'password chosen' } })
        expect(documents.filter((entry) => entry['subject'] !== '')).not.toHaveLength(0)
        expect(JSON.stringify(documents)).not.toContain('argon2')
      })

      it('is used by one of two requests at the same time', async () => {
        const { email } = await create()
        const link = (await linkFor(email)).hash.slice(1)
        const outcomes = await Promise.allSettled(
          [chosen, 'five more words than before'].map((tried) =>
            own.calls.choosePassword({ link, password: tried }),
          ),
        )
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      })

      it('is void after a newer one, a new password, or its time', async () => {
        const { uid, email } = await create()
        const used = { code: 'unauthenticated' }
        const first = (await linkFor(email)).hash.slice(1)
        const second = (await linkFor(email)).hash.slice(1)
        await expect(own.calls.linkOwner(first)).rejects.toMatchObject(used)
        await own.accounts.update(uid, { password: chosen })
        await expect(own.calls.linkOwner(second)).rejects.toMatchObject(used)
        const invitation = (await linkFor(email)).hash.slice(1)
        time += 13 * 86_400_000
        expect(await own.calls.linkOwner(invitation)).toEqual({ email })
        time += 86_400_001
        await expect(own.calls.linkOwner(invitation)).rejects.toMatchObject(used)
        await signIn(email, home, chosen)
        const reset = (await linkFor(email)).hash.slice(1)
        time += 86_400_001
        await expect(own.calls.linkOwner(reset)).rejects.toMatchObject(used)
      })

      it('keeps the rules for passwords', async () => {
        const { email } = await create()
        const link = (await linkFor(email)).hash.slice(1)
        for (const weak of ['short', 'password2026', 'Larkspur2026', 'adapark1']) {
          await expect(own.calls.choosePassword({ link, password: weak })).rejects.toMatchObject({
            code: 'invalid',
          })
        }
        await own.calls.choosePassword({ link, password: chosen })
      })
    })

    it('deletes what has expired, and nothing else', async () => {
      const { email } = await create()
      const { renewal } = await started(email)
      time += 2 * 86_400_000
      const fresh = await own.calls.renew(renewal.secret)
      for (let round = 0; round < 3; round += 1) await own.calls.prune()
      const expiredOnes = { orderBy: 'expiresAt', to: new Date(time).toISOString() }
      for (const collection of [secretsCollection, attemptsCollection]) {
        expect((await collection.raw(store).list(expiredOnes)).documents).toEqual([])
      }
      await own.identity.verify(fresh.token)
      await own.calls.renew(renewal.secret)
    })
  })
}

/** Signs in, and sets up an authenticator app with the code of this time. */
async function setUpFactor(
  own: OwnSignIn,
  account: { email: string; password: string },
  at: number,
) {
  const outcome = await own.calls.signIn(account, home)
  if (outcome.kind !== 'signedIn') throw new Error('There is a factor already.')
  const { token } = outcome
  const { step, secret } = await own.calls.startSetUp(token)
  const after = await own.calls.confirmSetUp({ token, step, code: codeOf(secret, at) }, home)
  return { secret, after }
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndings, endedBefore } from '../../testing/call-endings-fixture.ts'
import type { Accounts } from './accounts.ts'

export type AccountsUnderTest = {
  accounts: Accounts
  /** Simulates a first Google sign-in; returns the uid. */
  signInByGoogle: (email: string, displayName: string) => Promise<string>
  /** Signs in with a password and sets up a second factor, as a browser does. */
  setUpSecondFactor: (account: { uid: string; email: string; password: string }) => Promise<void>
  /** Adds this many password accounts at once. */
  addMany: (count: number) => Promise<void>
  close?: () => Promise<void>
}

/** The contract of `Accounts`. */
export function accountsSuite(name: string, open: () => Promise<AccountsUnderTest>): void {
  describe(`accounts (${name})`, () => {
    let opened: AccountsUnderTest
    let accounts: Accounts
    beforeAll(async () => {
      opened = await open()
      accounts = opened.accounts
    })
    afterAll(() => opened.close?.())

    const password = 'larkspur-board-2026'
    const address = () => `${randomUUID()}@larkspur.example`
    const create = (email = address(), displayName = 'Ada Park') =>
      accounts.create({ email, password, displayName })
    const seconds = () => Math.floor(Date.now() / 1000)

    it.each(callEndings)('ends a call because %s', async (_, reason) => {
      const { uid, email } = await create()
      const signal = endedBefore(reason)
      await expect(accounts.list({}, signal)).rejects.toBe(reason)
      await expect(accounts.get(uid, signal)).rejects.toBe(reason)
      await expect(accounts.getMany([uid], signal)).rejects.toBe(reason)
      await expect(accounts.create({ email: address(), password }, signal)).rejects.toBe(reason)
      await expect(accounts.update(uid, { disabled: true }, signal)).rejects.toBe(reason)
      await expect(accounts.delete(uid, signal)).rejects.toBe(reason)
      await expect(accounts.revokeSessions(uid, signal)).rejects.toBe(reason)
      await expect(accounts.removeSecondFactors(uid, signal)).rejects.toBe(reason)
      await expect(accounts.resetPassword(email, {}, signal)).rejects.toBe(reason)
      expect(await accounts.get(uid)).toMatchObject({ disabled: false })
    })

    it('makes the account of a guest one of a member', async () => {
      const email = address()
      const { uid, isOutsiders } = await accounts.create({ email, password, isOutsiders: true })
      expect(isOutsiders).toBe(true)
      const member = await accounts.update(uid, { isMembers: true })
      expect(member).toMatchObject({ uid, email, disabled: false })
      expect(member).not.toHaveProperty('isOutsiders')
      expect(await accounts.get(uid)).not.toHaveProperty('isOutsiders')
    })

    it('creates a password account that can be found', async () => {
      const email = address()
      const before = seconds()
      const account = await create(email.toUpperCase())
      expect(account).toMatchObject({
        email,
        displayName: 'Ada Park',
        providers: ['password'],
        disabled: false,
        hasSecondFactor: false,
      })
      expect(account.validAfter).toBeGreaterThanOrEqual(before - 1)
      expect(Date.parse(account.createdAt)).toBeGreaterThanOrEqual((before - 1) * 1000)
      expect(await accounts.get(account.uid)).toEqual(account)
    })

    it('creates accounts without a name', async () => {
      const { displayName } = await accounts.create({ email: address(), password })
      expect(displayName).toBeUndefined()
    })

    it('refuses an e-mail that has an account, regardless of case', async () => {
      const { email } = await create()
      await expect(create(email.toUpperCase())).rejects.toMatchObject({ code: 'conflict' })
      const google = address()
      await opened.signInByGoogle(google, 'Wei Chen')
      await expect(create(google)).rejects.toMatchObject({ code: 'conflict' })
    })

    it.each(['', 'ada', 'ada@'])('refuses %j as an e-mail', async (email) => {
      const creating = accounts.create({ email, password })
      await expect(creating).rejects.toMatchObject({
        code: 'invalid',
        message: 'Invalid email address format.',
      })
    })

    it('refuses a password that the provider rejects, and leaves no account behind', async () => {
      const email = address()
      const creating = accounts.create({ email, password: 'short' })
      await expect(creating).rejects.toMatchObject({ code: 'invalid' })
      const { uid } = await create(email)
      const changing = accounts.update(uid, { password: 'short' })
      await expect(changing).rejects.toMatchObject({ code: 'invalid' })
    })

    it('changes and removes a name, and keeps fields that aren’t given', async () => {
      const { uid, email } = await create()
      expect(await accounts.update(uid, { displayName: 'Ada Lee' })).toMatchObject({
        email,
        displayName: 'Ada Lee',
      })
      expect(await accounts.update(uid, { password })).toMatchObject({ displayName: 'Ada Lee' })
      expect((await accounts.update(uid, { displayName: '' })).displayName).toBeUndefined()
      expect((await accounts.get(uid))?.displayName).toBeUndefined()
    })

    it('changes the address, which only one account may have', async () => {
      const [{ uid, email }, other] = [await create(), await create()]
      const next = address()
      const changed = await accounts.update(uid, { email: next.toUpperCase() })
      expect(changed).toMatchObject({ uid, email: next, displayName: 'Ada Park' })
      expect(await accounts.get(uid)).toMatchObject({ email: next })
      await expect(accounts.resetPassword(email)).rejects.toMatchObject({ code: 'notFound' })
      for (const taken of [next, next.toUpperCase()]) {
        const taking = accounts.update(other.uid, { email: taken })
        await expect(taking).rejects.toMatchObject({ code: 'conflict' })
      }
      await expect(accounts.update(uid, { email: 'ada@' })).rejects.toMatchObject({
        code: 'invalid',
      })
      // The earlier address is free again.
      expect(await accounts.update(other.uid, { email })).toMatchObject({ email })
    })

    it('disables and enables an account', async () => {
      const { uid } = await create()
      expect((await accounts.update(uid, { disabled: true })).disabled).toBe(true)
      expect((await accounts.get(uid))?.disabled).toBe(true)
      expect((await accounts.update(uid, { disabled: false })).disabled).toBe(false)
    })

    it('invalidates earlier sign-ins with a new password, and on request', async () => {
      const { uid, validAfter } = await create()
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const changed = await accounts.update(uid, { password: `${password}-2` })
      expect(changed.validAfter).toBeGreaterThan(validAfter)
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const revoked = await accounts.revokeSessions(uid)
      expect(revoked.validAfter).toBeGreaterThan(changed.validAfter)
      expect((await accounts.get(uid))?.validAfter).toBe(revoked.validAfter)
    })

    it('deletes an account, and succeeds again when it is gone', async () => {
      const { uid } = await create()
      await accounts.delete(uid)
      expect(await accounts.get(uid)).toBeUndefined()
      await accounts.delete(uid)
    })

    it('finds no account for an unknown uid', async () => {
      const uid = randomUUID()
      const missing = { name: 'Refusal', code: 'notFound', message: 'User not found' }
      expect(await accounts.get(uid)).toBeUndefined()
      await expect(accounts.update(uid, { displayName: 'x' })).rejects.toMatchObject(missing)
      await expect(accounts.revokeSessions(uid)).rejects.toMatchObject(missing)
      await expect(accounts.removeSecondFactors(uid)).rejects.toMatchObject(missing)
      await expect(accounts.resetPassword(address())).rejects.toMatchObject(missing)
    })

    it('finds several accounts at once, and leaves out unknown ones', async () => {
      const [first, second] = [await create(), await create()]
      const many = await accounts.getMany([first.uid, randomUUID(), second.uid])
      expect(many.map(({ uid }) => uid).toSorted()).toEqual([first.uid, second.uid].toSorted())
      expect(await accounts.getMany([])).toEqual([])
    })

    it('distinguishes Google accounts from password accounts', async () => {
      const email = address()
      const uid = await opened.signInByGoogle(email, 'Wei Chen')
      expect(await accounts.get(uid)).toMatchObject({
        uid,
        email,
        emailVerified: true,
        displayName: 'Wei Chen',
        providers: ['google.com'],
      })
    })

    it('shows who has a second factor, and removes it', async () => {
      const { uid, email } = await create()
      await opened.setUpSecondFactor({ uid, email, password })
      expect(await accounts.get(uid)).toMatchObject({ hasSecondFactor: true })
      expect((await accounts.getMany([uid]))[0]).toMatchObject({ hasSecondFactor: true })
      for (const _ of ['the first time', 'when repeated']) {
        expect(await accounts.removeSecondFactors(uid)).toMatchObject({ hasSecondFactor: false })
      }
      expect(await accounts.get(uid)).toMatchObject({ hasSecondFactor: false, disabled: false })
    })

    it('provides a way to choose a new password', async () => {
      const { email } = await create()
      const reset = await accounts.resetPassword(email)
      expect(reset.sent || new URL(reset.link).protocol).toBeTruthy()
      const invitation = await accounts.resetPassword(email, { onlyLink: true })
      expect(invitation).toEqual({ sent: false, link: expect.stringMatching(/^https?:/) })
    })

    it('lists page by page, each account once, beyond a thousand', async () => {
      await opened.addMany(1010)
      const known = await create()
      const seen: string[] = []
      let pageToken: string | undefined
      let pages = 0
      do {
        const page = await accounts.list({ limit: 400, ...(pageToken ? { pageToken } : {}) })
        expect(page.accounts.length).toBeLessThanOrEqual(400)
        seen.push(...page.accounts.map(({ uid }) => uid))
        pageToken = page.nextPageToken
        pages += 1
      } while (pageToken !== undefined)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBeGreaterThan(1010)
      expect(seen).toContain(known.uid)
      expect(pages).toBeGreaterThanOrEqual(3)
      const whole = await accounts.list()
      expect(whole.accounts).toHaveLength(1000)
      expect(whole.nextPageToken).toBeTruthy()
    })
  })
}

import { getPortal } from '@portal/contract/portal'
import {
  dismissResetNotice,
  noteSecondFactor,
  turnOffSecondFactor,
} from '@portal/contract/second-factor'
import { listUsers, resetUserSecondFactor, updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../refusal.ts'
import {
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'

const password: TestIdentity = testPeople.member
const maria = uidOf(password)
/** The same person, signed in with the code as well. */
const withCode: TestIdentity = { ...password, hasSecondFactor: true }
const refused = (code: string) => ({ name: 'ApiError', code })

let api: TestApi
let time: number
beforeEach(async () => {
  time = Date.now()
  await open()
})
afterEach(() => api.close())

async function open(env: Record<string, string> = {}): Promise<void> {
  // Advances with every read, so that audit entries have an order.
  api = await testApi({ env, now: () => new Date((time += 1)) })
}
/** Sets up a second factor, as a browser does with the sign-in service. */
const setUp = (uid = maria) =>
  api.accounts.put({ ...api.accounts.known(uid), hasSecondFactor: true })
const note = () => api.call(withCode)(noteSecondFactor)
const portal = (as: TestIdentity) => api.call(as)(getPortal)
const reset = (uid = maria) => api.call('admin')(resetUserSecondFactor, { params: { uid } })
const changes = async () => {
  const { documents } = await api.ports.store.list('audit', { orderBy: 'at' })
  return documents.map(({ what, subject }) => [what, subject])
}

describe('a second factor', () => {
  it('reports the second factor as off for password accounts, and leaves Google accounts to Google', async () => {
    expect((await portal(password)).person.secondFactor).toEqual({ isOn: false })
    expect((await api.call('staff')(getPortal)).person.secondFactor).toBeUndefined()
  })

  it('reports the second factor as on, audited once and visible to admins, once a browser has set it up', async () => {
    setUp()
    expect(await note()).toEqual({ isOn: true })
    expect(await note()).toEqual({ isOn: true })
    expect((await portal(withCode)).person.secondFactor).toEqual({ isOn: true })
    expect(await changes()).toEqual([['second factor turned on', maria]])
    const { users } = await api.call('admin')(listUsers)
    expect(users.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ uid }) => uid)).toEqual([
      maria,
    ])
  })

  it('changes nothing if the sign-in service reports no second factor', async () => {
    expect(await api.call(password)(noteSecondFactor)).toEqual({ isOn: false })
    expect(await changes()).toEqual([])
    expect((await portal(password)).person.secondFactor).toEqual({ isOn: false })
  })

  it('refuses tokens of the account without the code, of any sign-in, once it is on', async () => {
    await portal(password)
    setUp()
    await note()
    await expect(portal(password)).rejects.toMatchObject({
      ...refused('secondFactorRequired'),
      status: 401,
      message: 'Please sign in again with the code from your authenticator app.',
    })
    const byGoogle = { ...testPeople.staff, uid: maria }
    await expect(portal(byGoogle)).rejects.toMatchObject(refused('secondFactorRequired'))
  })

  it('ends the sign-ins from before it was set up, and keeps the one that set it up', async () => {
    const signedInAt = Math.floor(time / 1000)
    setUp()
    await api.call({ ...withCode, signedInAt })(noteSecondFactor)
    await portal({ ...withCode, signedInAt })
    const before = { ...withCode, signedInAt: signedInAt - 1 }
    await expect(portal(before)).rejects.toMatchObject(refused('unauthenticated'))
  })

  it('notices a second factor, or that it is gone, within one check of the accounts in use', async () => {
    await portal(password)
    setUp()
    await api.features.users.watch.check()
    await expect(portal(password)).rejects.toMatchObject(refused('secondFactorRequired'))
    await api.accounts.removeSecondFactors(maria)
    await api.features.users.watch.check()
    await portal(password)
  })

  it('lets its owner turn the factor off with a fresh sign-in, and audits that', async () => {
    setUp()
    await note()
    const stale = { ...withCode, signedInAt: Math.floor(time / 1000) + 1 - 16 * 60 }
    await expect(api.call(stale)(turnOffSecondFactor)).rejects.toMatchObject({ status: 401 })
    await api.call(withCode)(turnOffSecondFactor)
    await api.call(withCode)(turnOffSecondFactor)
    expect(await api.accounts.get(maria)).toMatchObject({ hasSecondFactor: false })
    expect((await portal(password)).person.secondFactor).toEqual({ isOn: false })
    expect((await changes()).at(-1)).toEqual(['second factor turned off', maria])
    expect(await changes()).toHaveLength(2)
  })
})

describe('a portal that requires a second factor', () => {
  beforeEach(async () => {
    await api.close()
    await open({ REQUIRE_SECOND_FACTOR: 'true' })
  })

  it('refuses a sign-in with a password alone, and states the requirement in the settings', async () => {
    await expect(portal(password)).rejects.toMatchObject({
      ...refused('secondFactorRequired'),
      message:
        'Signing in with a password needs a code from an authenticator app as well. Please set it up.',
    })
    const { config } = await portal(withCode)
    expect(config.identity.secondFactorRequired).toBe(true)
  })

  it('doesn’t affect Google sign-ins', async () => {
    await api.call('staff')(getPortal)
    await api.call('admin')(getPortal)
  })

  it('serves the cookie’s page as signed out until the code is given', async () => {
    const cookie = (as: TestIdentity) => ({ headers: { cookie: `__session=${api.tokenFor(as)}` } })
    expect((await api.request('/api/portal', cookie(password))).status).toBe(401)
    expect((await api.request('/api/portal', cookie(withCode))).status).toBe(200)
  })

  it('refuses to turn the factor off while it is required', async () => {
    setUp()
    await note()
    await expect(api.call(withCode)(turnOffSecondFactor)).rejects.toMatchObject(refused('conflict'))
    expect(await api.accounts.get(maria)).toMatchObject({ hasSecondFactor: true })
  })
})

describe('a reset by an admin', () => {
  beforeEach(async () => {
    setUp()
    await note()
    time += 2000
  })

  it('removes the factor, ends the sign-ins, and is audited once', async () => {
    expect(await reset()).toMatchObject({ uid: maria, hasSecondFactor: false })
    expect(await reset()).toMatchObject({ uid: maria, hasSecondFactor: false })
    const before = { ...withCode, signedInAt: Math.floor(time / 1000) - 2 }
    await expect(portal(before)).rejects.toMatchObject(refused('unauthenticated'))
    expect((await changes()).map(([what]) => what)).toEqual([
      'second factor turned on',
      'second factor reset',
    ])
  })

  it('shows the person a notice at the next sign-in, until they dismiss it', async () => {
    await reset()
    time += 2000
    const { resetAt } = (await portal(password)).person.secondFactor!
    expect(Date.parse(resetAt!)).toBeGreaterThan(time - 10_000)
    setUp()
    expect(await note()).toEqual({ isOn: true, resetAt })
    time += 2000
    for (const _ of ['the first time', 'when repeated']) {
      await api.call(withCode)(dismissResetNotice)
    }
    expect((await portal(withCode)).person.secondFactor).toEqual({ isOn: true })
  })

  it('leaves nothing behind once it is dismissed', async () => {
    await reset()
    time += 2000
    await api.call(password)(dismissResetNotice)
    expect((await api.ports.store.list('second_factors')).documents).toEqual([])
  })

  it('keeps a disabled account disabled', async () => {
    await api.call('admin')(updateUser, { params: { uid: maria }, body: { disabled: true } })
    await reset()
    time += 2000
    await expect(portal(password)).rejects.toThrow('This account has been disabled.')
  })

  it('completes a reset that is sent again after recording it failed', async () => {
    const { store } = api.ports
    let transactions = 0
    const flaky = await testApi({
      now: () => new Date((time += 1)),
      ports: {
        accounts: api.accounts,
        store: {
          ...store,
          transaction(work) {
            transactions += 1
            return transactions === 2
              ? Promise.reject(new Refusal('storageFull', 'The disk is full.'))
              : store.transaction(work)
          },
        },
      },
    })
    transactions = 0
    const again = () => flaky.call('admin')(resetUserSecondFactor, { params: { uid: maria } })
    await expect(again()).rejects.toMatchObject(refused('storageFull'))
    await again()
    expect((await changes()).filter(([what]) => what === 'second factor reset')).toHaveLength(1)
    await flaky.stop()
  })

  it('refuses an unknown account, and does nothing for one without a factor', async () => {
    await expect(reset('nobody')).rejects.toMatchObject(refused('notFound'))
    const staff = uidOf(testPeople.staff)
    expect(await reset(staff)).toMatchObject({ uid: staff, hasSecondFactor: false })
    expect((await changes()).map(([what]) => what)).not.toContain('second factor reset')
  })
})

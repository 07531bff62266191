import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getPortal } from '@portal/contract/portal'
import { promoteRelease } from '@portal/contract/pointers'
import { getUserAccess } from '@portal/contract/users'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { qaAccountsCheck } from '../../features/doctor/admins-check.ts'
import { runChecks } from '../../features/doctor/finding.ts'
import { testApi, type TestApi, type TestIdentity, testPeople } from '../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../../features/releases/published-build-fixture.ts'

const day = 86_400_000
const qa = { email: 'qa@larkspur.example', provider: 'password', createdByAdmin: true } as const
const qaAdmin = { email: 'qa.admin@larkspur.example', provider: 'google.com' } as const

let time: number
let api: TestApi
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({
    now: () => new Date(time),
    env: {
      QA_ACCOUNTS: `QA@Larkspur.example,${qaAdmin.email}`,
      REQUIRE_SECOND_FACTOR: '1',
    },
  })
})
afterEach(() => api.close())

function signIn(who: TestIdentity) {
  const signedInAt = Math.floor(time / 1000)
  return async (): Promise<number> => {
    const authorization = `Bearer ${api.tokenFor({ ...who, signedInAt })}`
    return (await api.request('/api/portal', { headers: { authorization } })).status
  }
}

it('requires no second factor from a QA account where every other password account needs one', async () => {
  await expect(api.call(testPeople.member)(getPortal)).rejects.toMatchObject({
    code: 'secondFactorRequired',
  })
  expect((await api.call(qa)(getPortal)).person).toMatchObject({ isQa: true, isAdmin: false })
})

it('keeps a QA account signed in for 90 days without use, also with admin rights', async () => {
  await api.call('admin')(addDesignatedAdmin, { body: { email: qaAdmin.email } })
  for (const who of [qa, qaAdmin]) {
    const ask = signIn(who)
    expect(await ask()).toBe(200)
    time += 89 * day
    expect(await ask()).toBe(200)
    time += 2 * day
    expect(await ask()).toBe(401)
  }
})

it('shows how many of the account’s sign-ins would end by an admin’s limits', async () => {
  const account = { email: qa.email, password: 'larkspur-board-2026' }
  const { uid } = await api.accounts.create(account)
  await signIn({ ...qa, uid })()
  time += 60 * day
  const params = { uid }
  expect(await api.call('admin')(getUserAccess, { params })).toMatchObject({ signIns: 1 })
})

it('offers a QA account what the QA cohort runs, without listing it in the cohort', async () => {
  const running = async (who: TestIdentity) => {
    const { composition } = await api.call(who)(getPortal)
    return composition.remotes.find(({ name }) => name === 'board')?.releases[0]?.release
  }
  const machine = await machineOf(api, 'board')
  for (const release of ['1.0.0-a', '1.1.0-b']) {
    await machine.publish(publishedBuild({ name: 'board', release }))
  }
  const promote = (release: string, step: '100' | 'qa', revision: number | 'new') =>
    api.call('admin')(promoteRelease, {
      params: { remote: 'board' },
      body: { release, step, reason: 'A first look' },
      revision,
    })
  const { revision } = await promote('1.0.0-a', '100', 'new')
  await promote('1.1.0-b', 'qa', revision)
  expect(await running(qa)).toBe('1.1.0-b')
  expect(await running(testPeople.staff)).toBe('1.0.0-a')
})

it('reports QA accounts in production', async () => {
  const look = async (names: string[], production: boolean) =>
    (await runChecks([qaAccountsCheck({ accounts: new Set(names), production })]))[0]
  expect(await look([], true)).toMatchObject({ verdict: 'ok' })
  expect(await look([qa.email], false)).toMatchObject({ verdict: 'ok' })
  expect(await look([qa.email], true)).toMatchObject({
    verdict: 'caution',
    message: expect.stringContaining(`${qa.email} can read`),
  })
})

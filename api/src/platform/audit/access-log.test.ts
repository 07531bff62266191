import { listAudit } from '@portal/contract/audit'
import { forgetToken, getPortal, syncToken } from '@portal/contract/portal'
import { endSignIn, listSignIns } from '@portal/contract/sign-ins'
import { listUsers } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  testAdminKey,
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
} from '../../testing/test-api.ts'

const day = 86_400_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const maria = testPeople.member.email
const ruth = testPeople.admin.email

let api: TestApi
let clock: number
beforeEach(async () => {
  clock = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now: () => new Date(clock) })
})
afterEach(() => api.close())

/** The access log as stored, from the oldest entry on, without what `who` did. */
const entries = async () => {
  await api.stop()
  const { documents } = await api.ports.store.list('audit_access', { orderBy: 'at' })
  return documents.map(({ who, what, subject, reason, times, after }) => {
    const more = {
      ...(reason !== undefined && { reason, times }),
      ...(after !== null && { after }),
    }
    return { who, what, subject, ...more }
  })
}
const kinds = async () => (await entries()).map(({ who, what }) => `${String(who)} ${String(what)}`)
const as = (who: TestIdentity, signedInAt = clock) =>
  api.call({ ...who, signedInAt: signedInAt / 1000 }, { 'user-agent': firefox })

describe('a sign-in', () => {
  /** Returns the status. */
  const signIn = async (who: TestIdentity, signedInAt = clock) => {
    const token = api.tokenFor({ ...who, signedInAt: signedInAt / 1000 })
    const headers = { authorization: `Bearer ${token}`, 'user-agent': firefox }
    return (await api.request('/api/auth/token', { method: 'POST', headers })).status
  }

  it('records a sign-in once with its device, however many requests follow', async () => {
    const call = as(testPeople.member)
    await Promise.all([call(syncToken), call(getPortal), call(syncToken)])
    clock += day
    await as(testPeople.member, clock - day)(getPortal)
    expect(await entries()).toEqual([
      { who: maria, what: 'signed in', subject: 'Firefox on Linux' },
    ])
  })

  it('records a sign-in together with the record of its session or not at all', async () => {
    await as(testPeople.member)(syncToken)
    const [records, access] = await Promise.all(
      ['sign_ins', 'audit_access'].map(
        async (name) => (await api.ports.store.list(name)).documents,
      ),
    )
    expect([records!.length, access!.length]).toEqual([1, 1])
    expect(access![0]).toMatchObject({ seq: 1, at: records![0]!['startedAt'] })
  })

  it('records refused sign-ins: of a stranger, a disabled and an expired account', async () => {
    expect(await signIn(testPeople.stranger)).toBe(403)
    await api.disable('member')
    expect(await signIn(testPeople.member)).toBe(401)
    expect(await signIn(testPeople.staff, clock - 31 * day)).toBe(401)
    const refused = (await entries()).filter(({ what }) => what === 'sign-in refused')
    expect(refused).toMatchObject([
      { who: testPeople.stranger.email, subject: 'Firefox on Linux', times: 1 },
      { who: maria, times: 1, reason: expect.stringMatching(/disabled/) },
      { who: testPeople.staff.email, reason: 'Your sign-in has expired. Please sign in again.' },
    ])
    const { documents } = await api.ports.store.list('audit', {
      where: { what: 'denied' },
      orderBy: 'at',
    })
    expect(documents).toEqual([])
  })

  it('counts a sign-in that is refused again and again', async () => {
    for (let n = 0; n < 5; n++) expect(await signIn(testPeople.stranger)).toBe(403)
    expect((await entries()).map((entry) => 'times' in entry && entry.times)).toEqual([1, 4])
  })

  it('records no refusal for an invalid token, or without one', async () => {
    await api.request('/api/auth/token', { method: 'POST' })
    await api.request('/api/auth/token', {
      method: 'POST',
      headers: { authorization: 'Bearer nonsense' },
    })
    expect(await entries()).toEqual([])
  })
})

describe('a sign-out', () => {
  it('records a sign-out once, even if the request is sent again', async () => {
    const call = as(testPeople.member)
    await call(syncToken)
    await call(forgetToken)
    await call(forgetToken)
    expect(await kinds()).toEqual([`${maria} signed in`, `${maria} signed out`])
  })

  it('records the sign-out of another device with that device', async () => {
    await api.call({ ...testPeople.member, signedInAt: clock / 1000 })(syncToken)
    clock += 60_000
    const call = as(testPeople.member)
    await call(syncToken)
    const { signIns } = await call(listSignIns)
    const other = signIns.find(({ isCurrent }) => !isCurrent)!
    await call(endSignIn, { params: { id: other.id } })
    expect((await entries()).at(-1)).toEqual({
      who: maria,
      what: 'signed out',
      subject: 'Unknown device',
    })
  })
})

describe('a paper', () => {
  const content = async (query: string, { method = 'GET', range = '' } = {}) => {
    const headers = { authorization: `Bearer ${await api.tokenOf('member')}`, range }
    const path = `/api/documents/budget/content${query}`
    const response = await api.request(path, { method, headers })
    await response.body?.cancel()
    return response.status
  }
  const downloads = async () => (await entries()).filter(({ what }) => what === 'paper downloaded')
  beforeEach(async () => {
    await api.putPaper('budget', { name: 'Budget.pdf', sha256: 'b' })
    await api.ports.blobs.put('originals/b', Buffer.from('a paper'))
    await api.ready
  })

  it('records a downloaded paper with its name', async () => {
    expect(await content('')).toBe(200)
    expect(await downloads()).toEqual([
      { who: maria, what: 'paper downloaded', subject: 'budget', after: { name: 'Budget.pdf' } },
    ])
  })

  it('records a download in parts once', async () => {
    expect(await content('', { range: 'bytes=0-2' })).toBe(206)
    expect(await content('', { range: 'bytes=3-' })).toBe(206)
    expect(await downloads()).toHaveLength(1)
  })

  it('doesn’t record a paper that is read in the viewer or only requested by HEAD', async () => {
    expect(await content('?rendition=fast')).toBe(200)
    expect(await content('?rendition=fast', { range: 'bytes=0-2' })).toBe(206)
    expect(await content('', { method: 'HEAD' })).toBe(200)
    await api.request('/api/documents/budget/text')
    expect(await downloads()).toEqual([])
  })
})

describe('what an admin opens', () => {
  const opened = async () => (await kinds()).filter((kind) => !kind.endsWith('signed in'))

  it('records once an hour that an admin opened the list of users, the audit or its download', async () => {
    for (let n = 0; n < 3; n++) {
      const call = api.call('admin')
      await call(listUsers)
      await call(listAudit)
      const headers = { authorization: `Bearer ${await api.tokenOf('admin')}` }
      await (await api.request('/api/audit/csv', { headers })).text()
      await api.request('/api/audit/csv', { method: 'HEAD', headers })
      clock += 25 * 60_000
    }
    const hourly = [`${ruth} user list opened`, `${ruth} audit opened`, `${ruth} audit downloaded`]
    expect(await opened()).toEqual(hourly)
    clock += 3_600_000
    await api.call('admin')(listUsers)
    expect(await opened()).toEqual([...hourly, `${ruth} user list opened`])
  })

  it('records access by a server with the admin key, but not a refused one', async () => {
    await api.request('/api/admin/users', { headers: { 'x-admin-key': testAdminKey } })
    await expect(api.call('staff')(listAudit)).rejects.toMatchObject({ status: 403 })
    expect(await opened()).toEqual(['admin key user list opened'])
  })
})

it('lists and downloads the access log separately from the changes, with the same filters', async () => {
  await as(testPeople.member)(syncToken)
  await api.disable('staff')
  await api.stop()
  const list = async (query: Parameters<typeof shown>[0]) =>
    (await shown(query)).map(({ what }) => what)
  const shown = async (query: { show?: 'changes' | 'access'; q?: string; who?: string }) =>
    (await api.call('admin')(listAudit, { query })).entries
  expect(await list({})).toEqual(['user disabled'])
  expect(await list({ show: 'access', who: maria })).toEqual(['signed in'])
  expect(await list({ show: 'access', q: 'firefox linux' })).toEqual(['signed in'])
  const headers = { authorization: `Bearer ${await api.tokenOf('admin')}` }
  const csv = await api.request(`/api/audit/csv?show=access&who=${maria}`, { headers })
  expect(await csv.text()).toContain(`${maria},signed in,Firefox on Linux,`)
})

it('deletes entries after the set number of days, and records that in the audit', async () => {
  await as(testPeople.member)(syncToken)
  clock += 399 * day
  await api.features.audit.watch.look()
  expect(await entries()).toHaveLength(1)
  clock += 2 * day
  await api.features.audit.watch.look()
  expect(await entries()).toEqual([])
  const { entries: changes } = await api.call('admin')(listAudit)
  expect(changes).toMatchObject([
    { by: 'retention', what: 'old sign-ins and downloads deleted', after: { entries: 1 } },
  ])
})

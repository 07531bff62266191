import { listAudit } from '@portal/contract/audit'
import { getEvent } from '@portal/contract/calendar'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { listSignIns } from '@portal/contract/sign-ins'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../log.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, type TestApi, type TestPersonName } from '../../testing/test-api.ts'
import { createDenials } from '../http/server.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const save = (who?: TestPersonName) =>
  api.call(who)(saveMapping, {
    params: { id: 'governance-bylaws' },
    body: { title: 'Bylaws' },
    revision: 'new',
  })
const denials = async () => {
  await api.stop()
  const { entries } = await api.call('admin')(listAudit, { query: { what: 'denied' } })
  return entries
}

describe('a refused request', () => {
  it('records a refusal with who, where and why', async () => {
    await expect(save('member')).rejects.toMatchObject({ status: 403 })
    expect(await denials()).toEqual([
      {
        id: expect.any(String),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        by: 'maria.lopez@larkspur.example',
        byName: 'Maria Lopez',
        byId: 'uid-maria.lopez@larkspur.example-password',
        what: 'denied',
        subject: 'PUT /api/resource-mappings/{id}',
        reason: 'Only admins may do this.',
        times: 1,
        before: null,
        after: null,
      },
    ])
  })

  it('records a refusal for a signed-in non-member at any endpoint', async () => {
    await expect(api.call('stranger')(listMappings)).rejects.toMatchObject({ status: 403 })
    await expect(save('selfMade')).rejects.toMatchObject({ status: 403 })
    expect((await denials()).map(({ by, subject }) => `${by} ${subject}`).toSorted()).toEqual([
      'someone@evil-larkspur.example GET /api/resource-mappings',
      'visitor@larkspur.example PUT /api/resource-mappings/{id}',
    ])
  })

  it('counts repeated refusals, and records them once more with the count', async () => {
    for (let n = 0; n < 6; n++) await expect(save('member')).rejects.toMatchObject({ status: 403 })
    await expect(save('staff')).rejects.toMatchObject({ status: 403 })
    const of = (email: string, entries: Awaited<ReturnType<typeof denials>>) =>
      entries.filter(({ by }) => by === email).map(({ times }) => times)
    const entries = await denials()
    expect(of('maria.lopez@larkspur.example', entries)).toHaveLength(2)
    expect(of('maria.lopez@larkspur.example', entries)).toEqual(expect.arrayContaining([1, 5]))
    expect(of('wei.chen@larkspur.example', entries)).toEqual([1])
  })
})

it('records nothing when signed out, for an unknown address or for an invalid request', async () => {
  await expect(save()).rejects.toMatchObject({ status: 401 })
  const params = { id: 'unknown' }
  await expect(api.call('member')(getEvent, { params })).rejects.toMatchObject({ status: 404 })
  const invalid = await api.request('/api/audit?limit=x', {
    headers: { authorization: `Bearer ${await api.tokenOf('admin')}` },
  })
  expect(invalid.status).toBe(400)
  expect(await denials()).toEqual([])
})

it('records nothing that an admin’s view as a member refuses', async () => {
  const asMember = api.call('admin', { [memberViewHeader]: 'member' })
  await expect(asMember(listSignIns)).rejects.toMatchObject({ status: 403 })
  await expect(asMember(listAudit)).rejects.toMatchObject({ status: 403 })
  expect(await denials()).toEqual([])
})

it('records a member’s refusal regardless of the view they request', async () => {
  const call = api.call('member', { [memberViewHeader]: 'member' })
  await expect(call(listAudit)).rejects.toMatchObject({ status: 403 })
  expect((await denials()).map(({ subject }) => subject)).toEqual(['GET /api/audit'])
})

it('serves a refusal that can’t be recorded', async () => {
  const { store } = api.ports
  const broken = { ...store, create: () => Promise.reject(new Error('the disk is gone')) }
  const logged: string[] = []
  const log = { ...silentLog, warn: (msg: string) => void logged.push(msg) }
  const recorder = createDenials({ store: broken, now: () => new Date(), log })
  recorder.record(new Refusal('forbidden', 'No.'), {
    caller: { uid: 'u', email: 'e' },
    endpoint: 'GET /',
    device: 'Firefox',
    isMember: true,
  })
  await recorder.flush()
  expect(logged).toEqual(['a refusal was not recorded'])
})

describe('repeated refusals', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const refusal = new Refusal('forbidden', 'No.')
  const stored = async () =>
    (await api.ports.store.list('audit', { orderBy: 'at' })).documents.map(({ times }) => times)
  const written = async (count: number) => {
    while ((await stored()).length < count) await new Promise((resolve) => setImmediate(resolve))
  }

  it('writes one entry a minute for repeated refusals, and none after they have ended', async () => {
    let seconds = 0
    const now = () => new Date(Date.UTC(2026, 10, 20, 9, 0, seconds++))
    const recorder = createDenials({ store: api.ports.store, now, log: silentLog })
    const request = {
      caller: { uid: 'u', email: 'a@b.example' },
      endpoint: 'GET /api/audit',
      device: 'Firefox',
      isMember: true,
    }
    for (let n = 0; n < 1000; n++) recorder.record(refusal, request)
    vi.advanceTimersByTime(60_000)
    for (let n = 0; n < 10; n++) recorder.record(refusal, request)
    vi.advanceTimersByTime(60_000)
    await written(3)
    vi.advanceTimersByTime(600_000)
    recorder.record(refusal, request)
    await recorder.flush()
    expect(await stored()).toEqual([1, 999, 10, 1])
  })

  it('limits how many refusals of new accounts are recorded', async () => {
    const logged: string[] = []
    const log = { ...silentLog, warn: (msg: string) => void logged.push(msg) }
    const recorder = createDenials({ store: api.ports.store, now: () => new Date(), log })
    for (let n = 0; n < 1200; n++) {
      recorder.record(refusal, {
        caller: { uid: `u${n}`, email: 'a@b.example' },
        endpoint: 'GET /',
        device: 'Firefox',
        isMember: false,
      })
    }
    const member = { uid: 'maria', email: 'maria.lopez@larkspur.example' }
    recorder.record(refusal, {
      caller: member,
      endpoint: 'GET /',
      device: 'Firefox',
      isMember: true,
    })
    await recorder.flush()
    expect(await stored()).toHaveLength(101)
    expect(logged).toEqual(['too many refusals to record each one'])
  })

  it('counts a person’s refusals at more than twenty endpoints together', async () => {
    const recorder = createDenials({
      store: api.ports.store,
      now: () => new Date(),
      log: silentLog,
    })
    for (let n = 0; n < 134; n++) {
      recorder.record(refusal, {
        caller: { uid: 'u', email: 'a@b.example' },
        endpoint: `GET /${n}`,
        device: 'Firefox',
        isMember: false,
      })
    }
    await recorder.flush()
    const { documents } = await api.ports.store.list('audit')
    const others = documents.filter(({ subject }) => subject === 'other endpoints')
    expect(documents).toHaveLength(22)
    const counted = others.map(({ times }) => Number(times))
    expect(counted.toSorted((a, b) => a - b)).toEqual([1, 113])
  })
})

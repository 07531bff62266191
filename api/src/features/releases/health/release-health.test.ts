import { randomUUID } from 'node:crypto'
import { listAudit } from '@portal/contract/audit'
import { type ReleaseOutcome, sendOutcomes } from '@portal/contract/outcomes'
import {
  getPointer,
  listMoves,
  promoteRelease,
  type PromotionStep,
  saveCohorts,
} from '@portal/contract/pointers'
import { findCompositions } from '@portal/contract/compositions'
import { getPortal, sendReport } from '@portal/contract/portal'
import { dismissNotice, getHealth, listNotices } from '@portal/contract/release-health'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, type TestIdentity, testPeople } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const params = { remote: 'meetings' }
const stable = '1.0.0-a'
const candidate = '1.0.0-b'
const reader = (n: number): TestIdentity => ({
  email: `reader-${n}@larkspur.example`,
  provider: 'google.com',
})

let time: Date
let api: TestApi
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  time = new Date('2026-11-22T09:30:00Z')
  api = await testApi({ now: () => time })
  machine = await machineOf(api, 'meetings', 'meetings ci')
  const qa = Array.from({ length: 9 }, (_, n) => reader(n).email)
  await api.call('admin')(saveCohorts, { params, body: { qa, team: [] }, revision: 'new' })
  await machine.publish(publishedBuild({ release: stable }))
  await promote(stable, '100')
  await machine.publish(publishedBuild({ release: candidate }))
  await promote(candidate, 'qa')
})
afterEach(() => api.close())

async function promote(release: string, step: PromotionStep) {
  const stored = await api.ports.store.get('release_pointers', 'meetings')
  const revision = stored?.revision ?? ('new' as const)
  const body = { release, step, reason: 'It is time' }
  await api.call('admin')(promoteRelease, { params, body, revision })
}

type Said = { session?: string; of?: TestApi; release?: string }

const tell = async (
  who: TestIdentity,
  outcome: 'good' | 'failed',
  { session = randomUUID(), of = api, release = candidate }: Said = {},
) => {
  const report: ReleaseOutcome = { remote: 'meetings', release, outcome }
  await of.call(who)(sendOutcomes, {
    body: {
      session,
      composition: 'meetings@1.0.0-b_1.0.0-a',
      outcomes: [
        outcome === 'failed' ? { ...report, stage: 'render', message: 'It broke' } : report,
      ],
    },
  })
  return session
}
/** The candidate fails, and the stable release replaces it in the same tab. */
const fallBack = async (who: TestIdentity, of = api) => {
  const session = await tell(who, 'failed', { of })
  await tell(who, 'good', { session, of, release: stable })
}
const health = async (of = api) => {
  await of.features.releases.watch.flush()
  return of.call('admin')(getHealth, { params })
}
const countsOf = async (release: string) => {
  const match = (await health()).releases.find((listed) => listed.release === release)
  return match && { good: match.good, failed: match.failed }
}
const pointer = () => machine.call(getPointer, { params })
const deniedMoves = async () =>
  (await machine.call(listMoves, { params })).moves.filter(({ what }) => what === 'denied')

describe('what browsers report', () => {
  it('counts a report once per session, and a failure is final', async () => {
    const session = await tell(reader(1), 'good')
    await tell(reader(1), 'good', { session })
    expect(await countsOf(candidate)).toEqual({ good: 1, failed: 0 })
    await tell(reader(1), 'failed', { session })
    await tell(reader(1), 'good', { session })
    expect(await countsOf(candidate)).toEqual({ good: 0, failed: 1 })
    // Another person's tab can't report for it.
    await tell(reader(2), 'good', { session })
    expect(await countsOf(candidate)).toEqual({ good: 1, failed: 1 })
  })

  it('counts reports by the hour, and returns as many days as requested', async () => {
    await tell(reader(1), 'good')
    time = new Date('2026-11-23T10:59:00Z')
    await tell(reader(1), 'good')
    await tell(reader(2), 'failed')
    const { releases, since } = await health()
    expect(since).toBe('2026-11-16T10:59:00.000Z')
    expect(releases[0]).toEqual({
      release: candidate,
      place: 'candidate',
      good: 2,
      failed: 1,
      failedPeople: 1,
      stages: { render: 1 },
      hours: [
        { hour: '2026-11-22T09:00:00.000Z', good: 1, failed: 0 },
        { hour: '2026-11-23T10:00:00.000Z', good: 1, failed: 1 },
      ],
    })
    const lastDay = await machine.call(getHealth, { params, query: { days: 1 } })
    expect(lastDay.releases[0]).toMatchObject({ good: 1, failed: 1 })
  })

  it('adds up the reports of all instances', async () => {
    const { store, blobs } = api.ports
    const other = await testApi({ ports: { store, blobs }, now: () => time })
    const session = await tell(reader(1), 'good')
    await tell(reader(1), 'good', { session, of: other })
    await tell(reader(2), 'good', { of: other })
    await Promise.all([api.features.releases.watch.flush(), other.features.releases.watch.flush()])
    expect(await countsOf(candidate)).toEqual({ good: 2, failed: 0 })
  })

  it('ignores a report if this person isn’t offered the release', async () => {
    await tell(testPeople.member, 'failed')
    await tell(reader(1), 'failed', { release: '1.0.0-unknown' })
    await api.features.releases.watch.flush()
    expect((await api.ports.store.list('release_health')).documents).toEqual([])
    expect(api.logged.join('\n')).not.toContain('failed in a browser')
  })

  it('counts a release that is broken without an error, and logs its kind and the pattern of its route', async () => {
    const route = '/meetings/:year/q/:quarter'
    const report = { remote: 'meetings', release: candidate, outcome: 'failed', stage: 'render' }
    const body = {
      session: randomUUID(),
      composition: 'meetings@1.0.0-b_1.0.0-a',
      outcomes: [{ ...report, kind: 'unresponsive', route } as ReleaseOutcome],
    }
    await api.call(reader(1))(sendOutcomes, { body })
    expect(await countsOf(candidate)).toEqual({ good: 0, failed: 1 })
    const line = api.logged.find((logged) => logged.includes('failed in a browser'))!
    expect(JSON.parse(line)).toMatchObject({ kind: 'unresponsive', route })
    expect(line).not.toContain(reader(1).email)
  })

  it('refuses reports that come faster than anyone reads', async () => {
    for (let n = 0; n < 60; n++) await tell(reader(1), 'good')
    await expect(tell(reader(1), 'good')).rejects.toMatchObject({ status: 429 })
    await tell(reader(2), 'good')
  })

  it('stores no names of people', async () => {
    await tell(reader(1), 'failed')
    await api.features.releases.watch.flush()
    const stored = JSON.stringify((await api.ports.store.list('release_health')).documents)
    expect(stored).toContain('"failed":true')
    expect(stored).not.toContain('reader-1')
  })

  it('logs and counts a report, with composition, release and session', async () => {
    const session = await tell(reader(1), 'failed')
    const line = api.logged.find((logged) => logged.includes('failed in a browser'))
    expect(JSON.parse(line!)).toMatchObject({
      level: 'warn',
      remote: 'meetings',
      release: candidate,
      stage: 'render',
      composition: 'meetings@1.0.0-b_1.0.0-a',
      session,
      message: 'It broke',
    })
    const metrics = await api.metrics.text()
    expect(metrics).toContain(
      'portal_release_outcomes_total{remote="meetings",outcome="failed",stage="render"} 1',
    )
    const body = { message: 'It broke', path: '/', composition: 'none', session }
    await api.call('member')(sendReport, { body })
    expect(api.logged.at(-1)).toContain(`"composition":"none","session":"${session}"`)
  })

  it('logs one outcome per release and message, a failure before a success', async () => {
    const good = { remote: 'meetings', release: candidate, outcome: 'good' } as const
    const failed = { ...good, outcome: 'failed', stage: 'download' } as const
    const outcomes = [good, failed, failed, good]
    const body = { session: randomUUID(), composition: 'none', outcomes }
    await api.call(reader(1))(sendOutcomes, { body })
    const lines = api.logged.filter((line) => line.includes('failed in a browser'))
    expect(lines).toHaveLength(1)
    expect(await api.metrics.text()).not.toContain('outcome="good",stage')
    expect(await countsOf(candidate)).toEqual({ good: 0, failed: 1 })
  })

  it('keeps reports in memory while the store is down', async () => {
    const { transaction } = api.ports.store
    api.ports.store.transaction = () => Promise.reject(new Error('away'))
    await tell(reader(1), 'good')
    await api.features.releases.watch.flush()
    expect(api.logged.join('\n')).toContain('was not stored; it will be retried')
    api.ports.store.transaction = transaction
    expect(await countsOf(candidate)).toEqual({ good: 1, failed: 0 })
  })

  it('deletes reports after a month', async () => {
    await tell(reader(1), 'good')
    await api.features.releases.watch.flush()
    const days = async () => (await api.ports.store.list('release_health')).documents.length
    time = new Date('2026-12-22T09:30:00Z')
    await api.features.releases.retention.collect()
    expect(await days()).toBe(1)
    time = new Date('2026-12-24T09:30:00Z')
    await api.features.releases.retention.collect()
    expect(await days()).toBe(0)
  })
})

describe('a candidate that fails', () => {
  it('denies a candidate after three failed sessions of two people, with its entries and a notice', async () => {
    await fallBack(reader(1))
    await fallBack(reader(1))
    await fallBack(reader(2))
    const reason = 'It failed in 3 of 3 sessions, of 2 people; the stable 1.0.0-a failed in 0 of 3.'
    const { judged, releases } = await health()
    expect(judged).toBeUndefined()
    expect(releases.map(({ release, place }) => [release, place])).toEqual([
      [stable, 'stable'],
      [candidate, 'denied'],
    ])
    expect(await pointer()).toEqual({
      remote: 'meetings',
      stable,
      lastGood: [],
      denied: [candidate],
      approvals: [stable, candidate].map((release) => ({
        release,
        at: '2026-11-22T09:30:00.000Z',
        by: testPeople.admin.email,
      })),
      revision: 3,
    })
    expect(await deniedMoves()).toEqual([
      {
        number: 3,
        remote: 'meetings',
        what: 'denied',
        channel: 'candidate',
        from: candidate,
        release: candidate,
        reason,
        at: time.toISOString(),
        by: 'health',
      },
    ])
    const { entries } = await api.call('admin')(listAudit, { query: { who: 'health' } })
    expect(entries.map(({ by, what, subject }) => [by, what, subject])).toEqual([
      ['health', 'release denied', 'meetings'],
    ])
    expect(await api.call('admin')(listNotices)).toEqual({
      notices: [{ remote: 'meetings', release: candidate, reason, at: time.toISOString() }],
      candidates: [],
      failedTrials: [],
    })
    const line = api.logged.find((logged) => logged.includes('a release was denied'))
    expect(JSON.parse(line!)).toMatchObject({ level: 'warn', release: candidate, reason })
    const { composition } = await api.call(reader(1))(getPortal)
    expect(composition.remotes[0]!.releases.map(({ release }) => release)).toEqual([stable])
    expect(await api.metrics.text()).toContain('portal_release_denials_total{remote="meetings"} 1')
  })

  it('keeps a candidate when only one person reports failures, however often', async () => {
    for (let n = 0; n < 12; n++) await fallBack(reader(1))
    expect((await health()).judged).toMatchObject({
      verdict: 'onePerson',
      candidate: { release: candidate, sessions: 3, failed: 3, failedPeople: 1 },
      stable: { release: stable, sessions: 3, failed: 0 },
    })
    expect(await pointer()).toMatchObject({ candidate: { release: candidate } })
  })

  it('keeps a candidate when the stable release fails as well', async () => {
    for (const n of [1, 2, 3, 4]) {
      const session = await tell(reader(n), 'failed')
      await tell(reader(n), 'failed', { session, release: stable })
    }
    expect((await health()).judged?.verdict).toBe('unclear')
    expect(await deniedMoves()).toEqual([])
  })

  it('denies a candidate once, even if two instances decide it', async () => {
    const { store, blobs } = api.ports
    const other = await testApi({ ports: { store, blobs }, now: () => time })
    for (const n of [1, 2, 3, 4]) await fallBack(reader(n), n % 2 ? api : other)
    await Promise.all([
      api.features.releases.watch.flush(),
      other.features.releases.watch.flush(),
      api.features.releases.watch.evaluateAll(),
      other.features.releases.watch.evaluateAll(),
    ])
    await Promise.all([
      api.features.releases.watch.evaluateAll(),
      other.features.releases.watch.evaluateAll(),
    ])
    expect(await deniedMoves()).toHaveLength(1)
  })

  it('denies a candidate at the next start when the last process ended before its verdict', async () => {
    const { store, blobs } = api.ports
    const stored = { ...store }
    // The last instance stores its reports, and gets no further.
    const ended = await testApi({
      ports: { store: { ...stored, get: async () => undefined }, blobs },
      now: () => time,
    })
    for (const n of [1, 2, 3]) await fallBack(reader(n), ended)
    await ended.features.releases.watch.flush()
    expect(await deniedMoves()).toEqual([])
    const next = await testApi({ ports: { store, blobs }, now: () => time })
    await next.features.releases.watch.evaluateAll()
    expect(await deniedMoves()).toHaveLength(1)
  })

  it('evaluates a candidate from its next step on', async () => {
    await fallBack(reader(1))
    await fallBack(reader(2))
    await api.features.releases.watch.flush()
    time = new Date('2026-11-22T09:31:00Z')
    await promote(candidate, 'team')
    await fallBack(reader(3))
    expect((await health()).judged).toMatchObject({
      verdict: 'few',
      candidate: { sessions: 1, failed: 1 },
    })
  })
})

describe('a notice', () => {
  beforeEach(async () => {
    for (const n of [1, 2, 3]) await fallBack(reader(n))
    await api.features.releases.watch.flush()
  })
  const release = { remote: 'meetings', release: candidate }

  it('keeps a notice until an admin dismisses it, which is audited', async () => {
    const admin = api.call('admin')
    expect((await admin(listNotices)).notices).toHaveLength(1)
    await admin(dismissNotice, { params: release })
    await admin(dismissNotice, { params: release })
    expect((await admin(listNotices)).notices).toEqual([])
    const { entries } = await admin(listAudit, { query: { what: 'release notice dismissed' } })
    expect(entries.map(({ subject }) => subject)).toEqual([`meetings@${candidate}`])
  })

  it('deletes a notice when a later release becomes stable, but not with its first step', async () => {
    const noticed = async () => (await api.call('admin')(listNotices)).notices
    await machine.publish(publishedBuild({ release: '1.0.0-c' }))
    await promote('1.0.0-c', 'qa')
    expect(await noticed()).toHaveLength(1)
    await promote('1.0.0-c', '100')
    expect(await noticed()).toEqual([])
  })

  it('shows notices to admins only', async () => {
    for (const call of [api.call('member'), api.call('staff')]) {
      await expect(call(listNotices)).rejects.toMatchObject({ status: 403 })
      await expect(call(dismissNotice, { params: release })).rejects.toMatchObject({ status: 403 })
    }
    await expect(machine.call(listNotices)).rejects.toMatchObject({ status: 401 })
  })
})

describe('which composition a person has', () => {
  const ask = (email: string, as: 'admin' | 'member' = 'admin') =>
    api.call(as)(findCompositions, { query: { email } })

  it('shows admins the composition of each of the person’s accounts, as of the next load', async () => {
    const email = testPeople.staff.email
    const { people } = await ask(email.toUpperCase())
    expect(people).toMatchObject([
      {
        email,
        composition: 'meetings@1.0.0-a',
        remotes: [{ name: 'meetings', releases: [stable] }],
      },
    ])
    await api.call('admin')(saveCohorts, {
      params,
      body: { qa: [email], team: [] },
      revision: 1,
    })
    const { composition } = await api.call('staff')(getPortal)
    expect((await ask(email)).people[0]?.composition).toBe(composition.id)
    expect(composition.id).toBe('meetings@1.0.0-b_1.0.0-a')
    // Both of her accounts: by Google she is an admin, by password she is a member.
    expect((await ask(testPeople.admin.email)).people).toHaveLength(2)
  })

  it('returns nothing without an account, and refuses members', async () => {
    expect((await ask('nobody@larkspur.example')).people).toEqual([])
    await expect(ask(testPeople.staff.email, 'member')).rejects.toMatchObject({ status: 403 })
  })
})

import { randomUUID } from 'node:crypto'
import { listAudit } from '@portal/contract/audit'
import { sendOutcomes } from '@portal/contract/outcomes'
import {
  getPointer,
  promoteRelease,
  type PromotionStep,
  saveCohorts,
} from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { getHealth, listNotices } from '@portal/contract/release-health'
import { type VitalMetric, vitalBucketOf } from '@portal/domain/vitals'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, type TestIdentity } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const params = { remote: 'meetings' }
const stable = '1.0.0-a'
const candidate = '1.0.0-b'
const route = '/meetings/:year'
const reader = (n: number): TestIdentity => ({
  email: `reader-${n}@larkspur.example`,
  provider: 'google.com',
})
const readers = Array.from({ length: 100 }, (_, n) => n)

let time: Date
let api: TestApi
beforeEach(async () => {
  time = new Date('2026-11-22T09:00:00Z')
  api = await testApi({ now: () => time })
  const machine = await machineOf(api, 'meetings', 'meetings ci')
  await machine.publish(publishedBuild({ release: stable }))
  await promote(stable, '100')
  await machine.publish(publishedBuild({ release: candidate }))
  await promote(candidate, '50')
})
afterEach(() => api.close())

async function promote(release: string, step: PromotionStep) {
  const stored = await api.ports.store.get('release_pointers', 'meetings')
  const revision = stored?.revision ?? ('new' as const)
  const body = { release, step, reason: 'It is time' }
  await api.call('admin')(promoteRelease, { params, body, revision })
}

type MeasureOptions = { of?: TestApi; session?: string; metric?: VitalMetric; at?: string }

const measure = (
  who: TestIdentity,
  release: string,
  value: number,
  options: MeasureOptions = {},
) => {
  const { of = api, session = randomUUID(), metric = 'lcp', at = route } = options
  const vitals = [{ remote: 'meetings', release, route: at, metric, bucket: vitalBucketOf(value) }]
  const body = { session, composition: 'none', outcomes: [], vitals }
  return of.call(who)(sendOutcomes, { body })
}

/** Each reader opens a page of the release that they run: their devices differ by the same factors. */
async function openPages(speeds: { candidate: number; stable: number }, of = api) {
  for (const n of readers) {
    const { composition } = await of.call(reader(n))(getPortal)
    const running = composition.remotes[0]!.releases[0]!.release
    const value = running === candidate ? speeds.candidate : speeds.stable
    await measure(reader(n), running, value * [0.7, 1, 1.4][n % 3]!, { of })
  }
  await of.features.releases.watch.flush()
}
const health = () => api.call('admin')(getHealth, { params })
const pointer = () => api.call('admin')(getPointer, { params })

describe('a candidate that half of everyone runs', () => {
  it('loses its place when its pages are clearly slower: with a reason, an audit entry and a notice', async () => {
    await openPages({ candidate: 2340, stable: 1800 })
    expect(await pointer()).toMatchObject({ stable, denied: [candidate] })
    expect((await pointer()).candidate).toBeUndefined()
    const { notices } = await api.call('admin')(listNotices)
    expect(notices).toMatchObject([{ release: candidate }])
    expect(notices[0]!.reason).toMatch(
      /^It was slower than the stable release: pages take \d\.\d s instead of 2\.\d s \(\d+ people compared with \d+\)\.$/,
    )
    const { entries } = await api.call('admin')(listAudit, { query: { who: 'health' } })
    expect(entries.map(({ what }) => what)).toEqual(['release denied'])
    const [running] = (await api.call(reader(1))(getPortal)).composition.remotes
    expect(running!.releases.map(({ release }) => release)).toEqual([stable])
    expect(await api.metrics.text()).toContain('portal_release_denials_total{remote="meetings"} 1')
  })

  it('stays when it is as fast, and its speed is reported', async () => {
    await openPages({ candidate: 1800, stable: 1800 })
    expect(await pointer()).toMatchObject({ candidate: { release: candidate } })
    const { judged, releases } = await health()
    expect(judged?.speed).toMatchObject({
      verdict: 'similar',
      metrics: [{ metric: 'lcp', isSlower: false }],
    })
    const people = judged!.speed!.people
    expect(people.candidate + people.stable).toBe(readers.length)
    expect(releases.map(({ release, speed }) => [release, speed?.[0]?.metric])).toEqual([
      [candidate, 'lcp'],
      [stable, 'lcp'],
    ])
  })

  it('counts what all instances have measured', async () => {
    const { store, blobs } = api.ports
    const other = await testApi({ ports: { store, blobs }, now: () => time })
    await openPages({ candidate: 1800, stable: 1800 }, other)
    expect((await health()).releases[0]!.speed![0]!.pages).toBeGreaterThan(30)
    await other.close()
  })
})

it('shows the speed of a cohort without a comparison, because its devices weren’t chosen at random', async () => {
  const qa = readers.map((n) => reader(n).email)
  await api.call('admin')(saveCohorts, { params, body: { qa, team: [] }, revision: 'new' })
  for (const n of readers) await measure(reader(n), n % 2 ? candidate : stable, n % 2 ? 9000 : 900)
  await api.features.releases.watch.flush()
  const { judged, releases } = await health()
  expect(judged?.speed).toMatchObject({ verdict: 'few', people: { candidate: 0, stable: 0 } })
  expect(releases[0]!.speed).toMatchObject([{ metric: 'lcp', pages: 50 }])
})

describe('what a browser reports', () => {
  const stored = async () => {
    await api.features.releases.watch.flush()
    return JSON.stringify((await api.ports.store.list('release_health')).documents)
  }

  it('counts the vitals of a session once, and ignores a release that isn’t offered', async () => {
    const session = randomUUID()
    await measure(reader(1), stable, 1000, { session })
    await measure(reader(1), stable, 9000, { session })
    await measure(reader(1), '1.0.0-unknown', 1000)
    await api.features.releases.watch.flush()
    expect(
      (await health()).releases.find(({ release }) => release === stable)!.speed,
    ).toMatchObject([{ metric: 'lcp', pages: 1 }])
    expect(await stored()).not.toContain('unknown')
  })

  it('stores remote, release, route, metric and counts, and no person', async () => {
    await measure(reader(1), stable, 1000)
    const text = await stored()
    expect(text).toContain('"counts":{"40":1}')
    expect(text).not.toContain('reader-1')
  })

  it('refuses an address with a query, an unknown metric and a value that isn’t a bucket', async () => {
    for (const wrong of [{ route: '/a b' }, { metric: 'ttfb' }, { bucket: 1.5 }, { bucket: 67 }]) {
      const vital = {
        remote: 'meetings',
        release: stable,
        route,
        metric: 'lcp',
        bucket: 1,
        ...wrong,
      }
      const body = { session: randomUUID(), composition: 'none', outcomes: [], vitals: [vital] }
      const sent = api.call('member')(sendOutcomes, { body: body as never })
      await expect(sent).rejects.toMatchObject({ status: 400 })
    }
  })

  it('counts reports of older shells, which have no vitals', async () => {
    const outcomes = [{ remote: 'meetings', release: stable, outcome: 'good' as const }]
    const body = { session: randomUUID(), composition: 'none', outcomes }
    await api.call(reader(1))(sendOutcomes, { body })
    await api.features.releases.watch.flush()
    const match = (await health()).releases.find(({ release }) => release === stable)!
    expect(match).toMatchObject({ good: 1 })
    expect(match).not.toHaveProperty('speed')
  })
})

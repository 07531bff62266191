import { randomUUID } from 'node:crypto'
import { sendOutcomes } from '@portal/contract/outcomes'
import { getHealth } from '@portal/contract/release-health'
import { vitalBucketOf } from '@portal/domain/vitals'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestIdentity } from '../../../testing/test-api.ts'
import { type PreviewApi, previewApi, previewed, stable } from './preview-fixture.ts'

const remote = 'meetings'
const reader = (n: number): TestIdentity => ({
  email: `reader-${n}@larkspur.example`,
  provider: 'google.com',
})
const people = [0, 1, 2, 3].map((n) => reader(n).email)

let portal: PreviewApi
beforeEach(async () => {
  portal = await previewApi()
  await portal.start({ people })
})
afterEach(() => portal.api.close())

type TabOptions = {
  release?: string
  outcome?: 'good' | 'failed'
  paint?: number
  isPreview?: boolean
}

/** A tab of this reader, with the preview or as usual. */
async function tab(n: number, options: TabOptions = {}) {
  const { release = previewed, outcome = 'good', paint, isPreview = true } = options
  const place = { remote, release }
  await portal.api.call(reader(n))(sendOutcomes, {
    body: {
      session: randomUUID(),
      composition: 'none',
      ...(isPreview ? { preview: portal.id } : {}),
      outcomes: [{ ...place, outcome }],
      ...(paint === undefined
        ? {}
        : {
            vitals: [{ ...place, route: '/meetings', metric: 'lcp', bucket: vitalBucketOf(paint) }],
          }),
    },
  })
  await portal.api.features.releases.watch.flush()
}
const comparison = async () => (await portal.list()).previews[0]!.comparison
const healthOf = async (release: string) => {
  const { releases } = await portal.admin()(getHealth, { params: { remote } })
  return releases.find((candidate) => candidate.release === release)
}
const countedKeys = async (name: string) =>
  (await portal.api.ports.store.list(name)).documents.map(({ id }) => id)

describe('what previewers’ tabs report', () => {
  it('counts for the preview, and not for the health of the release or of the stable one', async () => {
    await tab(0, { outcome: 'failed', paint: 900 })
    await tab(0, { release: stable, outcome: 'failed' })
    expect(await countedKeys('release_health')).toEqual([])
    expect(await countedKeys('preview_health')).toEqual([`meetings@${previewed}@2026-11-20`])
    expect(await healthOf(stable)).toMatchObject({ good: 0, failed: 0 })
    const logged = portal.api.logged.filter((line) => line.includes('a release failed'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('a release failed in a preview')
  })

  it('never denies a candidate that is previewed as well', async () => {
    await portal.promote(previewed, '50')
    for (const n of [0, 1, 2, 3, 0, 1, 2, 3]) await tab(n, { outcome: 'failed' })
    expect(await portal.pointer()).toMatchObject({ candidate: { release: previewed }, denied: [] })
    expect(await countedKeys('release_health')).toEqual([])
  })

  it('doesn’t count for people who are not named, for other releases or after the end', async () => {
    await tab(9)
    await tab(0, { release: '9.9.9-x' })
    await portal.end()
    await tab(0)
    expect(await countedKeys('preview_health')).toEqual([])
  })

  it('leaves usual tabs as they were', async () => {
    await tab(0, { release: stable, isPreview: false })
    await tab(0, { release: previewed, isPreview: false })
    expect(await countedKeys('release_health')).toEqual([`meetings@${stable}@2026-11-20`])
    expect(await countedKeys('preview_health')).toEqual([])
  })
})

describe('the comparison', () => {
  it('shows no visits before three people have previewed the release', async () => {
    await tab(0)
    await tab(0)
    await tab(1, { outcome: 'failed' })
    expect((await comparison()).visits).toBeUndefined()
    await tab(2)
    expect((await comparison()).visits).toEqual({ good: 3, failed: 1 })
  })

  it('shows no speed before three people were measured with both releases', async () => {
    // Counted in whole hours since the period began.
    for (const n of [0, 1, 2]) await tab(n, { paint: 1000 })
    for (const n of [4, 5]) await tab(n, { release: stable, paint: 2000, isPreview: false })
    expect((await comparison()).speed).toBeUndefined()
    await tab(6, { release: stable, paint: 2000, isPreview: false })
    const { speed } = await comparison()
    expect(speed).toMatchObject([{ metric: 'lcp' }])
    expect(Math.round(speed![0]!.stable / speed![0]!.preview)).toBe(2)
  })

  it('contains what the page of a previewer shows', async () => {
    for (const n of [0, 1, 2]) await tab(n)
    const page = await portal.open(reader(0))
    expect(page.override?.preview?.comparison).toEqual(await comparison())
  })
})

it('forgets what was reported a month later', async () => {
  await tab(0)
  portal.passDays(40)
  await portal.api.features.releases.retention.collect()
  expect(await countedKeys('preview_health')).toEqual([])
})

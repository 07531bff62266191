import { randomUUID } from 'node:crypto'
import { mostReleaseErrors, type ReleaseError, sendOutcomes } from '@portal/contract/outcomes'
import { getHealth, getReleaseErrors } from '@portal/contract/release-health'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestIdentity } from '../../../testing/test-api.ts'
import { type PreviewApi, previewApi, previewed, stable } from '../previews/preview-fixture.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const remote = 'meetings'
const reader = (n: number): TestIdentity => ({
  email: `reader-${n}@larkspur.example`,
  provider: 'google.com',
})

let portal: PreviewApi
beforeEach(async () => (portal = await previewApi()))
afterEach(() => portal.api.close())

const thrown = (release = stable, fields: Partial<ReleaseError> = {}): ReleaseError => ({
  remote,
  release,
  message: 'TypeError: The paper “Budget” of Ada Park is undefined',
  stack: `TypeError: of Ada Park\n    at Kr (http://portal.test/remotes/${remote}/${release}/container.js:1:20)`,
  ...fields,
})
type Report = { preview?: string; errors?: ReleaseError[]; of?: PreviewApi['api'] }
/** A tab of this reader reports errors. */
async function report(n: number, { errors = [thrown()], of = portal.api, ...more }: Report = {}) {
  const body = { session: randomUUID(), composition: 'none', outcomes: [], errors, ...more }
  await of.call(reader(n))(sendOutcomes, { body })
}
const errorsOf = async (release = stable, call = portal.team.call) => {
  await portal.api.features.releases.watch.flush()
  return call(getReleaseErrors, { params: { remote, release } })
}

describe('the errors of a release', () => {
  it('count reports of the tabs that run it, with people as numbers and nothing that they typed', async () => {
    for (const n of [1, 1, 2]) await report(n)
    const { usual, previews, hasMaps } = await errorsOf()
    expect(usual).toEqual({
      groups: [
        {
          id: expect.any(String),
          message: 'TypeError: The paper … of … is undefined',
          count: 3,
          people: 2,
          first: '2026-11-20T09:00:00.000Z',
          last: '2026-11-20T09:00:00.000Z',
          frames: [{ from: 'release', file: 'container.js', line: 1, column: 20, name: 'Kr' }],
        },
      ],
      others: 0,
    })
    expect(previews).toEqual({ groups: [], others: 0 })
    expect(hasMaps).toBe(false)
    const stored = JSON.stringify(await portal.api.ports.store.list('release_errors'))
    for (const told of ['Ada', 'Budget', 'reader', 'larkspur']) expect(stored).not.toContain(told)
  })

  it('include failures without an error', async () => {
    const failed = { remote, release: stable, outcome: 'failed', stage: 'render' } as const
    const silent = { kind: 'empty', route: '/meetings/:year' } as const
    await portal.api.call(reader(1))(sendOutcomes, {
      body: { session: randomUUID(), composition: 'none', outcomes: [{ ...failed, ...silent }] },
    })
    expect((await errorsOf()).usual.groups).toMatchObject([{ ...silent, count: 1, frames: [] }])
    const { releases } = await portal.team.call(getHealth, { params: { remote } })
    expect(releases[0]).toMatchObject({ release: stable, failed: 1, stages: { render: 1 } })
  })

  it('count only for a release that the person is offered', async () => {
    await report(1, { errors: [thrown(previewed)] })
    expect((await errorsOf(previewed)).usual.groups).toEqual([])
  })

  it('are forgotten 31 days after they last occurred', async () => {
    await report(1)
    await errorsOf()
    portal.passDays(31)
    expect((await errorsOf(stable, portal.admin())).usual.groups).toEqual([])
    await report(2, { errors: [thrown(stable, { message: 'Error: Failed' })] })
    const { groups } = (await errorsOf(stable, portal.admin())).usual
    expect(groups).toMatchObject([{ message: 'Error: Failed' }])
    const { documents } = await portal.api.ports.store.list('release_errors')
    expect(documents).toMatchObject([{ groups: { length: 1 } }])
  })

  it('add up at two instances', async () => {
    const { api } = portal
    const { store, blobs } = api.ports
    const other = await testApi({ ports: { store, blobs } })
    await report(1)
    await report(2, { of: other })
    await Promise.all([api, other].map(({ features }) => features.releases.watch.flush()))
    expect((await errorsOf()).usual.groups).toMatchObject([{ count: 2, people: 2 }])
    await other.close()
  })

  it('are taken up to ten at a time', async () => {
    const errors = Array.from({ length: mostReleaseErrors + 1 }, () => thrown())
    await expect(report(1, { errors })).rejects.toMatchObject({ code: 'badRequest' })
  })
})

describe('a stack', () => {
  /** Column 21 of the first line is line 11 of the source. */
  const map = JSON.stringify({
    version: 3,
    file: 'container.js',
    names: [],
    sources: ['webpack://meetings_1_0_0_a/./src/agenda-screen.tsx'],
    mappings: 'AAAA,oBAUE',
  })
  const mapped = { 'container.js.map': map }
  const resolved = { file: 'src/agenda-screen.tsx', line: 11, column: 3 }
  const stack = `at Kr (http://portal.test/remotes/${remote}/${stable}/container.js:1:21)`
  const framesOf = async () => {
    await report(1, { errors: [thrown(stable, { stack })] })
    const { hasMaps, usual } = await errorsOf()
    return { hasMaps, frames: usual.groups[0]!.frames }
  }

  it('is resolved with source maps that are published later, and no browser is served them', async () => {
    expect(await framesOf()).toMatchObject({ hasMaps: false, frames: [{ column: 21 }] })
    await portal.team.publish(publishedBuild({ release: stable, maps: mapped }))
    const { hasMaps, frames } = await framesOf()
    expect(hasMaps).toBe(true)
    expect(frames).toMatchObject([{ file: 'container.js', name: 'Kr', source: resolved }])
    const served = await portal.api.releaseFile(`${remote}/${stable}/container.js.map`)
    expect(served.status).toBe(404)
  })

  it('stays as it is if its map is damaged', async () => {
    const damaged = { 'container.js.map': '{"version":3,"sources":[],"names":[]}' }
    await portal.team.publish(publishedBuild({ release: stable, maps: damaged }))
    expect((await framesOf()).frames).toEqual([
      { from: 'release', file: 'container.js', line: 1, column: 21, name: 'Kr' },
    ])
  })

  it('keeps the first maps, which are deleted with the release only', async () => {
    await portal.team.publish(publishedBuild({ release: stable, maps: mapped }))
    await portal.team.publish(
      publishedBuild({ release: stable, maps: { 'container.js.map': '{}' } }),
    )
    portal.passDays(2)
    await portal.api.features.releases.retention.collect()
    expect((await framesOf()).frames).toMatchObject([{ source: resolved }])
  })

  it.each([
    ['of no script', { 'other.js.map': map }, 'invalid'],
    ['of more than 2 MB', { 'container.js.map': 'x'.repeat(2 * 1024 * 1024 + 1) }, 'tooLarge'],
  ])('is published without maps %s', async (_what, maps, code) => {
    const build = publishedBuild({ release: stable, maps })
    await expect(portal.team.publish(build)).rejects.toMatchObject({ code })
  })
})

describe('the errors of a preview', () => {
  beforeEach(async () => {
    await portal.start({ people: [1, 2, 3].map((n) => reader(n).email) })
  })
  const inPreview = (n: number) =>
    report(n, { preview: portal.id, errors: [thrown(previewed), thrown(stable)] })

  it('are counted apart, without numbers until three people had them', async () => {
    for (const n of [1, 2, 9]) await inPreview(n)
    const { usual, previews } = await errorsOf(previewed)
    expect(usual.groups).toEqual([])
    expect(previews.groups).toHaveLength(1)
    expect(previews.groups[0]).not.toHaveProperty('count')
    expect(previews.groups[0]).not.toHaveProperty('people')
    await inPreview(3)
    expect((await errorsOf(previewed)).previews.groups).toMatchObject([{ count: 3, people: 3 }])
    expect((await errorsOf()).usual.groups).toEqual([])
  })
})

describe('access to errors', () => {
  it('is limited to the team of the remote and admins', async () => {
    await report(1)
    const own = await errorsOf()
    expect(await errorsOf(stable, portal.admin())).toEqual(own)
    const others = await machineOf(portal.api, 'directory', 'directory ci')
    for (const call of [others.call, portal.api.call('member')]) {
      await expect(errorsOf(stable, call)).rejects.toMatchObject({ status: 403 })
    }
    await expect(errorsOf('9.9.9-x')).rejects.toMatchObject({ code: 'notFound' })
  })
})

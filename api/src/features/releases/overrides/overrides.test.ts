import { listAudit } from '@portal/contract/audit'
import { startOverride } from '@portal/contract/overrides'
import { approveRelease, denyRelease, promoteRelease, saveCohorts } from '@portal/contract/pointers'
import { getPortal, pageData, pageDataElement } from '@portal/contract/portal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { productionEnv } from '../../../platform/env/production-fixture.ts'
import { parseSettings, SettingsError } from '../../../platform/env/env.ts'
import type { ShellFiles } from '../../page/shell-files.ts'
import {
  testApi,
  type TestApi,
  testPeople,
  type TestPersonName,
} from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const shell: ShellFiles = {
  page: async () => '<!doctype html><!--preload--><!--page-data-->',
  file: () => undefined,
}
const params = { remote: 'meetings' }
const reason = 'It is time'

let api: TestApi
let clock: Date
let machine: Awaited<ReturnType<typeof machineOf>>
const open = async (overrides: string) => {
  clock = new Date('2026-11-20T09:00:00Z')
  api = await testApi({ env: { OVERRIDES: overrides }, ports: { shell }, now: () => clock })
  machine = await machineOf(api, 'meetings')
  for (const release of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) {
    await machine.publish(publishedBuild({ release }))
  }
  await promote('1.0.0-a')
  await approve('1.0.0-b')
}
afterEach(() => api.close())

const admin = () => api.call('admin')
const revision = async () =>
  (await api.ports.store.get('release_pointers', 'meetings'))?.revision ?? ('new' as const)
const promote = async (release: string) =>
  admin()(promoteRelease, {
    params,
    body: { release, step: '100', reason },
    revision: await revision(),
  })
const approve = async (release: string, remote = 'meetings') =>
  admin()(approveRelease, {
    params: { remote },
    body: { release, reason },
    revision: (await api.ports.store.get('release_pointers', remote))?.revision ?? ('new' as const),
  })
const deny = async (release: string) =>
  admin()(denyRelease, { params, body: { release, reason }, revision: await revision() })
const start = (release: string, as: TestPersonName = 'admin') =>
  api.call(as)(startOverride, { body: { remote: 'meetings', release } })

/** The page as a tab requests it. */
const page = async (query: string, as: TestPersonName = 'admin') => {
  const cookie = `__session=${api.tokenFor(testPeople[as])}`
  const response = await api.request(`/meetings?${query}`, { headers: { cookie } })
  const html = await response.text()
  const element = `<script type="application/json" id="${pageDataElement}">`
  const json = html.slice(html.indexOf(element) + element.length).split('</script>')[0]!
  const { portal, override } = z.parse(pageData, JSON.parse(json))
  return {
    override,
    id: portal?.composition.id,
    preloads: [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href),
    policy: response.headers.get('content-security-policy')!,
  }
}

describe('where published releases are for admins, for an hour', () => {
  beforeEach(() => open('admins'))

  it('runs nothing else before the hour is confirmed', async () => {
    const before = await page('mf=meetings@1.0.0-b')
    expect(before.override).toEqual({
      asked: 'mf=meetings@1.0.0-b',
      remotes: [],
      grantable: [{ remote: 'meetings', release: '1.0.0-b' }],
    })
    expect(before.id).toBe('meetings@1.0.0-a')
    expect(before.policy).not.toContain('1.0.0-b')
  })

  it('runs the release only in the page that requests it, under a policy for it', async () => {
    expect(await start('1.0.0-b')).toMatchObject({ until: '2026-11-20T10:00:00.000Z' })
    const requested = await page('mf=meetings@1.0.0-b')
    expect(requested.override).toEqual({
      asked: 'mf=meetings@1.0.0-b',
      remotes: [{ name: 'meetings', release: '1.0.0-b' }],
      until: '2026-11-20T10:00:00.000Z',
    })
    // Without a fallback: the release under test must not be replaced unnoticed.
    expect(requested.id).toBe('meetings@1.0.0-b')
    expect(requested.preloads).toEqual(['/remotes/meetings/1.0.0-b/container.js'])
    expect(requested.policy).toContain(' portal-meetings-1.0.0-b ')
    expect((await page('')).id).toBe('meetings@1.0.0-a')
    expect((await admin()(getPortal)).composition.id).toBe('meetings@1.0.0-a')
  })

  it('ends the override after the hour', async () => {
    await start('1.0.0-b')
    clock = new Date('2026-11-20T10:00:00Z')
    const late = await page('mf=meetings@1.0.0-b')
    expect(late.id).toBe('meetings@1.0.0-a')
    expect(late.override?.grantable).toHaveLength(1)
  })

  it('audits one override once, however often it is requested meanwhile', async () => {
    const first = await start('1.0.0-b')
    clock = new Date('2026-11-20T09:30:00Z')
    expect(await start('1.0.0-b')).toEqual(first)
    const { entries } = await admin()(listAudit, { query: { what: 'override started' } })
    expect(entries).toMatchObject([
      { by: testPeople.admin.email, subject: 'meetings@1.0.0-b', before: null },
    ])
  })

  it('applies an override to one person only', async () => {
    await start('1.0.0-b')
    const { override, id } = await page('mf=meetings@1.0.0-b', 'staff')
    expect(override?.refused).toBe('Only admins may do this.')
    expect(id).toBe('meetings@1.0.0-a')
    await expect(start('1.0.0-b', 'staff')).rejects.toMatchObject({ status: 403 })
  })

  it('never runs a release that is unpublished, denied, or on a reader’s machine', async () => {
    await start('1.0.0-b')
    await deny('1.0.0-b')
    const refused = async (mf: string) => (await page(`mf=${mf}`)).override?.refused
    expect(await refused('meetings@1.0.0-b')).toBe(
      '1.0.0-b of meetings was denied: it can’t be run instead of the usual version.',
    )
    expect(await refused('meetings@1.0.0-x')).toBe('meetings has no release 1.0.0-x.')
    expect(await refused('meetings@http://localhost:3011')).toBe(
      'This portal runs only published releases, none from localhost.',
    )
    await expect(start('1.0.0-x')).rejects.toMatchObject({ status: 404 })
    const { policy } = await page('mf=meetings@http://localhost:3011')
    expect(policy).not.toContain('localhost:3011')
  })

  it('never runs an unapproved release for an admin', async () => {
    const sentence = 'No admin has approved 1.0.0-c of meetings yet, so it isn’t served to admins.'
    await expect(start('1.0.0-c')).rejects.toMatchObject({ status: 409, message: sentence })
    const { override, id, policy, preloads } = await page('mf=meetings@1.0.0-c')
    expect(override).toEqual({ asked: 'mf=meetings@1.0.0-c', remotes: [], refused: sentence })
    expect(id).toBe('meetings@1.0.0-a')
    expect(`${policy} ${preloads.join(' ')}`).not.toContain('1.0.0-c')
    await approve('1.0.0-c')
    await start('1.0.0-c')
    expect((await page('mf=meetings@1.0.0-c')).id).toBe('meetings@1.0.0-c')
  })

  it('asks for every grant that an override needs, and runs none of it before', async () => {
    const directory = await machineOf(api, 'directory')
    await directory.publish(publishedBuild({ name: 'directory', release: '2.0.0-a' }))
    await approve('2.0.0-a', 'directory')
    await start('1.0.0-b')
    const { override, id } = await page('mf=meetings@1.0.0-b,directory@2.0.0-a')
    expect(override?.grantable).toEqual([{ remote: 'directory', release: '2.0.0-a' }])
    expect(id).toBe('meetings@1.0.0-a')
  })
})

describe('where servers on the reader’s machine may be run', () => {
  beforeEach(() => open('localhost'))

  it('allows exactly those servers in the page that requests them', async () => {
    const { policy, override, id } = await page(
      'mf=meetings@http://localhost:3011,board@http://localhost:3012',
      'member',
    )
    const origins = 'http://localhost:3011 http://localhost:3012'
    expect(policy).toMatch(new RegExp(`script-src [^;]* ${origins};`))
    expect(policy).toMatch(new RegExp(`style-src 'self' ${origins};`))
    expect(policy).toContain(`connect-src 'self' ${origins} ${origins.replaceAll('http', 'ws')};`)
    expect(policy).toContain(' portal-meetings-dev portal-board-dev ')
    // Only the reader's browser can reach these servers.
    expect(override?.remotes).toEqual([
      { name: 'meetings', address: 'http://localhost:3011' },
      { name: 'board', address: 'http://localhost:3012' },
    ])
    expect(id).toBe('meetings@1.0.0-a')
    expect((await page('', 'member')).policy).not.toContain('localhost')
  })

  it('has no time limit for a published release', async () => {
    const { override, id } = await page('mf=meetings@1.0.0-b', 'member')
    expect(override).toEqual({
      asked: 'mf=meetings@1.0.0-b',
      remotes: [{ name: 'meetings', release: '1.0.0-b' }],
    })
    expect(id).toBe('meetings@1.0.0-b')
  })

  it('runs no unapproved release for an admin', async () => {
    expect((await page('mf=meetings@1.0.0-c')).override?.refused).toContain('No admin has approved')
    expect((await page('mf=meetings@1.0.0-c', 'member')).id).toBe('meetings@1.0.0-c')
  })

  it('doesn’t tell members whether there is a release for admins', async () => {
    const adminMachine = await machineOf(api, 'admin')
    await adminMachine.publish(publishedBuild({ name: 'admin' }, { audience: 'admins' }))
    await approve('1.0.0-a', 'admin')
    for (const release of ['1.0.0-a', '1.0.0-none']) {
      expect((await page(`mf=admin@${release}`, 'member')).override?.refused).toBe(
        `admin has no release ${release}.`,
      )
    }
    expect((await page('mf=admin@1.0.0-a')).id).toBe('meetings@1.0.0-a~admin@1.0.0-a')
  })

  it.each([
    'meetings',
    'meetings@',
    '@1.0.0-a',
    'meetings@http://evil.example',
    'meetings@http://localhost.evil.example:3011',
    'meetings@http://localhost:3011/x',
    'meetings@http://localhost:3011;script-src *',
    'meetings@1.0.0-a,meetings@1.0.0-b',
  ])('explains the form of an override to a request for %s', async (mf) => {
    const { override, policy } = await page(`mf=${encodeURIComponent(mf)}`)
    expect(override?.refused).toContain('An override has the form meetings@1.2.0-abc')
    expect(policy).toBe((await page('')).policy)
  })
})

it('refuses overrides for everyone when they are turned off', async () => {
  await open('none')
  for (const query of ['mf=meetings@1.0.0-b', 'composition=meetings@1.0.0-a']) {
    expect((await page(query)).override?.refused).toBe('This portal allows no overrides.')
  }
  await expect(start('1.0.0-b')).rejects.toMatchObject({ status: 403 })
})

describe('a composition by its id', () => {
  beforeEach(async () => {
    await open('admins')
    await promote('1.0.0-b')
    await promote('1.0.0-c')
  })
  const id = 'meetings@1.0.0-b_1.0.0-a'
  const query = `composition=${id}`

  it('runs a composition for an admin, under a policy for its releases, while each of them runs for somebody', async () => {
    const replayed = await page(query)
    expect(replayed.id).toBe(id)
    expect(replayed.override).toEqual({ asked: query, remotes: [] })
    expect(replayed.policy).toContain(' portal-meetings-1.0.0-b ')
    expect(replayed.preloads).toEqual(['/remotes/meetings/1.0.0-b/container.js'])
  })

  it('asks an admin first about a composition with a release that was denied or never promoted', async () => {
    await deny('1.0.0-b')
    await machine.publish(publishedBuild({ release: '1.0.0-d' }))
    await approve('1.0.0-d')
    for (const [release, asked] of [
      ['1.0.0-b', query],
      ['1.0.0-d', 'composition=meetings@1.0.0-d_1.0.0-a'],
    ] as const) {
      const before = await page(asked)
      const grantable = [{ remote: 'meetings', release }]
      expect(before.override).toEqual({ asked, remotes: [], grantable })
      expect(`composition=${before.id}`).not.toBe(asked)
      expect(before.policy).not.toContain(`portal-meetings-${release}`)
      const { until } = await start(release)
      const after = await page(asked)
      expect(`composition=${after.id}`).toBe(asked)
      expect(after.override).toEqual({ asked, remotes: [], until })
      clock = new Date(until)
      expect((await page(asked)).override).toEqual({ asked, remotes: [], grantable })
    }
    // A grant for a replay lets nobody run a denied release instead of the usual one.
    await start('1.0.0-b')
    expect((await page('mf=meetings@1.0.0-b')).override?.refused).toContain('was denied')
  })

  it('contains nothing that no pointer offers for people in a cohort', async () => {
    const body = { qa: [testPeople.staff.email], team: [] }
    await admin()(saveCohorts, { params, body, revision: 'new' })
    await machine.publish(publishedBuild({ release: '1.0.0-d' }))
    // The response doesn't reveal whether such a release exists either.
    for (const release of ['1.0.0-d', '1.0.0-none']) {
      const hidden = `composition=meetings@${release}_1.0.0-a`
      expect((await page(hidden, 'staff')).override?.refused).toBe('There is no such composition.')
    }
  })

  it('runs a composition for people in a cohort, and for nobody else', async () => {
    expect((await page(query, 'staff')).override?.refused).toBe('Only admins may do this.')
    const body = { qa: [testPeople.staff.email], team: [testPeople.member.email] }
    await admin()(saveCohorts, { params, body, revision: 'new' })
    expect((await page(query, 'staff')).id).toBe(id)
    expect((await page(query, 'member')).id).not.toBe(id)
  })

  it('reports a missing composition', async () => {
    expect((await page('composition=meetings@9')).override?.refused).toBe(
      'There is no such composition.',
    )
  })
})

it('requires a sign-in for overrides', async () => {
  await open('localhost')
  const response = await api.request('/meetings?mf=meetings@http://localhost:3011')
  expect(response.headers.get('content-security-policy')).not.toContain('localhost:3011')
  expect(await response.text()).not.toContain('override')
})

it('allows no reader’s machine in production', async () => {
  await open('none')
  expect(parseSettings(productionEnv).overrides).toBe('admins')
  expect(() => parseSettings({ ...productionEnv, OVERRIDES: 'localhost' })).toThrow(SettingsError)
  expect(parseSettings({}).overrides).toBe('localhost')
})

import { listAudit } from '@portal/contract/audit'
import {
  getPointer,
  listMoves,
  promoteRelease,
  resumeRemote,
  stopRemote,
} from '@portal/contract/pointers'
import { getComposition } from '@portal/contract/compositions'
import { getPortal, pageData, pageDataElement } from '@portal/contract/portal'
import { sendOutcomes } from '@portal/contract/outcomes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ShellFiles } from '../../page/shell-files.ts'
import {
  testApi,
  type TestApi,
  testPeople,
  type TestPersonName,
} from '../../../testing/test-api.ts'
import { makeStable } from '../publishing/adopt-release.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const shell: ShellFiles = {
  page: async () => '<!doctype html><!--preload--><!--page-data-->',
  file: () => undefined,
}
const reason = 'It shows the wrong papers'

let api: TestApi
beforeEach(async () => {
  api = await testApi({ ports: { shell }, now: () => new Date('2026-11-20T09:00:00Z') })
  for (const name of ['meetings', 'directory']) await ship(name, '1.0.0-a')
  await ship('meetings', '1.1.0-b')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const revisionOf = async (remote: string) =>
  (await api.ports.store.get('release_pointers', remote))?.revision ?? ('new' as const)
const ship = async (name: string, release: string, fields = {}) => {
  const machine = await machineOf(api, name, `ci ${release}`)
  const preload = { [`/${name}`]: ['container.js'] }
  await machine.publish(publishedBuild({ name, release }, { preload, ...fields }))
  await admin()(promoteRelease, {
    params: { remote: name },
    body: { release, step: '100', reason: 'It is time' },
    revision: await revisionOf(name),
  })
  return machine
}
const stop = async (remote = 'meetings', call = admin()) =>
  call(stopRemote, { params: { remote }, body: { reason }, revision: await revisionOf(remote) })
const resume = async (remote = 'meetings', call = admin()) =>
  call(resumeRemote, {
    params: { remote },
    body: { reason: 'It is repaired' },
    revision: await revisionOf(remote),
  })
const composed = async (who: TestPersonName = 'member') =>
  (await api.call(who)(getPortal)).composition
const page = async (query: string, as: TestPersonName = 'member') => {
  const cookie = `__session=${api.tokenFor(testPeople[as])}`
  const response = await api.request(`/meetings${query}`, { headers: { cookie } })
  const html = await response.text()
  const element = `<script type="application/json" id="${pageDataElement}">`
  const json = html.slice(html.indexOf(element) + element.length).split('</script>')[0]!
  const { portal, override } = z.parse(pageData, JSON.parse(json))
  const policy = response.headers.get('content-security-policy')!
  return { composition: portal!.composition, override, html, policy }
}

describe('the emergency stop', () => {
  it('removes a remote’s code for everyone, and keeps what its message needs', async () => {
    const before = await composed()
    expect(before.id).toBe('directory@1.0.0-a~meetings@1.1.0-b_1.0.0-a')
    await stop()
    for (const who of ['member', 'admin'] as const) {
      const { id, remotes, stopped } = await composed(who)
      expect(id).toBe('directory@1.0.0-a~meetings@-')
      expect(remotes.map(({ name }) => name)).toEqual(['directory'])
      expect(stopped).toEqual([
        {
          name: 'meetings',
          routes: ['/meetings'],
          navigation: [{ to: '/meetings', label: 'meetings', icon: 'users', order: 10 }],
          slots: [],
        },
      ])
    }
    const { html, policy } = await page('')
    expect(html).not.toContain('/remotes/meetings/')
    expect(policy).not.toContain('portal-meetings-')
  })

  it('runs everything as before when an admin undoes the stop', async () => {
    const before = await composed()
    await stop()
    const after = await resume()
    expect(after).not.toHaveProperty('stopped')
    expect(await composed()).toEqual(before)
    const { moves } = await admin()(listMoves, {
      params: { remote: 'meetings' },
      query: { include: 'all', limit: 2 },
    })
    expect(moves).toMatchObject([
      { what: 'started again', reason: 'It is repaired', by: testPeople.admin.email },
      { what: 'stopped', reason },
    ])
    for (const what of ['remote stopped', 'remote started again']) {
      const { entries } = await admin()(listAudit, { query: { what } })
      expect(entries).toMatchObject([{ subject: 'meetings', by: testPeople.admin.email }])
    }
  })

  it('records who stopped the remote, when and why, and allows only admins to', async () => {
    const { stopped } = await stop()
    const by = testPeople.admin.email
    expect(stopped).toEqual({ by, at: '2026-11-20T09:00:00.000Z', reason })
    const machine = await machineOf(api, 'meetings', 'a machine')
    for (const [call, status] of [
      [machine.call, 401],
      [api.call('member'), 403],
    ] as const) {
      await expect(stop('meetings', call)).rejects.toMatchObject({ status })
      await expect(resume('meetings', call)).rejects.toMatchObject({ status })
    }
    expect(await machine.call(getPointer, { params: { remote: 'meetings' } })).toMatchObject({
      stopped: { by },
    })
  })

  it('also applies to compositions by id and to overrides', async () => {
    const { id } = await composed()
    await stop()
    const sentence = 'meetings is stopped for everyone: an admin starts it again on Releases.'
    for (const who of ['member', 'admin'] as const) {
      await expect(api.call(who)(getComposition, { params: { id } })).rejects.toMatchObject({
        status: 409,
        message: sentence,
      })
      for (const query of ['?mf=meetings@1.1.0-b', `?composition=${id}`]) {
        const { override, composition } = await page(query, who)
        expect(override?.refused).toBe(sentence)
        expect(composition.id).toBe('directory@1.0.0-a~meetings@-')
      }
    }
    // What others were served meanwhile can be viewed, then and later.
    const stopped = 'directory@1.0.0-a~meetings@-'
    const params = { id: stopped }
    expect(await api.call('member')(getComposition, { params })).toEqual(await composed())
    const other = await page('?mf=directory@1.0.0-a')
    expect(other.composition.id).toBe(stopped)
    expect(other.composition.stopped).toHaveLength(1)
  })

  it('hides from members what only a release for admins declares', async () => {
    await stop()
    await ship('meetings', '1.2.0-c', { audience: 'admins', routes: ['/meetings', '/secret'] })
    expect((await composed('admin')).stopped).toMatchObject([{ routes: ['/meetings', '/secret'] }])
    const theirs = await composed()
    expect(theirs).not.toHaveProperty('stopped')
    expect(theirs.id).toBe('directory@1.0.0-a')
    for (const query of [`?composition=meetings@1.2.0-c`, `?composition=meetings@-`]) {
      const { html } = await page(query)
      expect(html).not.toContain('/secret')
      expect(html).not.toContain('stopped for everyone')
    }
  })

  it('shows members the declaration of the release that they ran, not of a candidate for admins', async () => {
    const machine = await machineOf(api, 'meetings', 'ci 1.2.0-c')
    const secret = { audience: 'admins' as const, routes: ['/meetings', '/secret'] }
    await machine.publish(publishedBuild({ name: 'meetings', release: '1.2.0-c' }, secret))
    await admin()(promoteRelease, {
      params: { remote: 'meetings' },
      body: { release: '1.2.0-c', step: '50', reason: 'Half of them' },
      revision: await revisionOf('meetings'),
    })
    await stop()
    for (let n = 0; n < 20; n += 1) {
      const someone = { ...testPeople.member, email: `p${n}@larkspur.example` }
      const { composition } = await api.call(someone)(getPortal)
      expect(composition.stopped).toMatchObject([{ name: 'meetings', routes: ['/meetings'] }])
      expect(JSON.stringify(composition)).not.toContain('/secret')
    }
  })

  it('counts no reports of open tabs', async () => {
    await stop()
    const outcomes = [{ remote: 'meetings', release: '1.1.0-b', outcome: 'failed' as const }]
    const body = { session: crypto.randomUUID(), composition: 'none', outcomes }
    await api.call('member')(sendOutcomes, { body })
    await api.features.releases.watch.flush()
    expect((await api.ports.store.list('release_health')).documents).toEqual([])
  })

  it('keeps the stop while releases are published and promoted, and over a restart', async () => {
    await stop()
    await ship('meetings', '1.2.0-c')
    expect((await composed()).id).toBe('directory@1.0.0-a~meetings@-')
    await resume()
    expect((await composed()).id).toContain('meetings@1.2.0-c_')
    const news = await machineOf(api, 'news')
    for (const release of ['1.0.0-a', '1.1.0-b']) {
      await news.publish(publishedBuild({ name: 'news', release }))
      await makeStable(api.ports, 'news', release)
      if (release === '1.0.0-a') await stop('news')
    }
    expect((await composed()).id).toContain('news@-')
  })

  it('refuses to stop a remote for admins, one that doesn’t run, and the same one twice', async () => {
    await ship('admin', '1.0.0-a', { audience: 'admins' })
    await expect(stop('admin')).rejects.toMatchObject({
      status: 409,
      message:
        'admin can’t be stopped, because admins need it to start it again. Roll it back instead.',
    })
    await expect(stop('unknown')).rejects.toMatchObject({
      status: 409,
      message: 'No release of unknown runs: there is nothing to stop.',
    })
    await expect(resume()).rejects.toMatchObject({ message: 'meetings is not stopped.' })
    const before = await revisionOf('meetings')
    const send = () =>
      admin()(stopRemote, { params: { remote: 'meetings' }, body: { reason }, revision: before })
    expect(await send()).toEqual(await send())
    await expect(stop()).rejects.toMatchObject({
      status: 409,
      message: 'meetings is already stopped.',
    })
  })
})

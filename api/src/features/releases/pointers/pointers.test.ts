import { listAudit } from '@portal/contract/audit'
import {
  approveRelease,
  denyRelease,
  getPointer,
  listMoves,
  listPointers,
  promoteRelease,
  promotionPlan,
  type PromotionStep,
  rollbackRelease,
  saveCohorts,
} from '@portal/contract/pointers'
import { getComposition } from '@portal/contract/compositions'
import { getPortal } from '@portal/contract/portal'
import { getRelease, noteCheck } from '@portal/contract/publishing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../../testing/test-api.ts'
import { makeStable } from '../publishing/adopt-release.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'
import { isInShare } from '../composition/share.ts'

const params = { remote: 'meetings' }
const reason = 'It is time'

let api: TestApi
let time: number
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  time = Date.parse('2026-11-20T09:00:00Z')
  api = await testApi({ now: () => new Date(time) })
  machine = await machineOf(api, 'meetings', 'meetings ci')
})
afterEach(() => api.close())

const publish = (release: string, fields = {}) =>
  machine.publish(publishedBuild({ release }, fields))
const admin = () => api.call('admin')
const revision = async () => {
  const stored = await api.ports.store.get('release_pointers', 'meetings')
  return stored?.revision ?? ('new' as const)
}
const promote = async (release: string, step: PromotionStep, call = admin(), anyway?: true) =>
  call(promoteRelease, {
    params,
    body: { release, step, reason, ...(anyway && { anyway }) },
    revision: await revision(),
  })
const approve = async (release: string) =>
  admin()(approveRelease, { params, body: { release, reason }, revision: await revision() })
const passHour = () => (time += 3_600_000)
const rollback = async (channel: 'stable' | 'candidate', call = admin()) =>
  call(rollbackRelease, { params, body: { channel, reason }, revision: await revision() })
const deny = async (release: string, call = admin()) =>
  call(denyRelease, { params, body: { release, reason }, revision: await revision() })
/** Makes these releases stable, one after another. */
const shipped = async (...releases: string[]) => {
  for (const release of releases) {
    await publish(release)
    await promote(release, '100')
  }
}
type Who = keyof typeof testPeople
const runs = async (who: Who, of: TestApi = api) =>
  (await of.call(who)(getPortal)).composition.remotes.flatMap(({ releases }) =>
    releases.map(({ release }) => release),
  )
const moves = async () => (await machine.call(listMoves, { params })).moves

describe('promoting a release', () => {
  it('moves a release from the QA cohort to its own team, to shares of everyone and to everyone', async () => {
    await shipped('1.0.0-a')
    const cohorts = { qa: [testPeople.admin.email], team: [testPeople.staff.email] }
    await admin()(saveCohorts, { params, body: cohorts, revision: 'new' })
    await publish('1.0.0-b')
    const isTheirs = (who: Who, step: PromotionStep) =>
      isInShare(
        { uid: uidOf(testPeople[who]), email: testPeople[who].email },
        'meetings',
        { release: '1.0.0-b', step },
        cohorts,
      )
    await approve('1.0.0-b')
    for (const step of promotionPlan) {
      await promote('1.0.0-b', step, machine.call)
      passHour()
      for (const who of ['admin', 'staff', 'member'] as const) {
        const isCandidate = isTheirs(who, step)
        expect(await runs(who)).toEqual(isCandidate ? ['1.0.0-b', '1.0.0-a'] : ['1.0.0-a'])
      }
    }
    expect(isTheirs('admin', 'qa') && !isTheirs('staff', 'qa') && isTheirs('staff', 'team')).toBe(
      true,
    )
    expect(await machine.call(getPointer, { params })).toEqual({
      remote: 'meetings',
      stable: '1.0.0-b',
      lastGood: ['1.0.0-a'],
      denied: [],
      approvals: ['1.0.0-a', '1.0.0-b'].map((release) => ({
        release,
        at: '2026-11-20T09:00:00.000Z',
        by: testPeople.admin.email,
      })),
      revision: 7,
    })
  })

  it('informs a tab that its first release is a candidate', async () => {
    const first = async () => {
      const { composition } = await admin()(getPortal)
      const { candidate, releases } = composition.remotes[0]!
      return { candidate, release: releases[0]!.release }
    }
    await shipped('1.0.0-a')
    await publish('1.0.0-b')
    expect(await first()).toEqual({ release: '1.0.0-a' })
    await admin()(saveCohorts, {
      params,
      body: { qa: [testPeople.admin.email], team: [] },
      revision: 'new',
    })
    await promote('1.0.0-b', 'qa')
    expect(await first()).toEqual({ release: '1.0.0-b', candidate: true })
    await promote('1.0.0-b', '100')
    expect(await first()).toEqual({ release: '1.0.0-b' })
  })

  it('doesn’t let a token skip a step, which an admin may', async () => {
    await shipped('1.0.0-a')
    await publish('1.0.0-b')
    await expect(promote('1.0.0-b', '10', machine.call)).rejects.toMatchObject({
      status: 422,
      message: 'The next step of 1.0.0-b is qa, not 10.',
    })
    expect(await promote('1.0.0-b', '50')).toMatchObject({
      candidate: { release: '1.0.0-b', step: '50', share: 50 },
    })
    expect(await promote('1.0.0-b', 'team', machine.call)).toMatchObject({
      candidate: { step: 'team', share: 0 },
    })
  })

  it('applies to every instance’s next load', async () => {
    const { store, blobs } = api.ports
    const other = await testApi({ ports: { store, blobs } })
    expect(await runs('member', other)).toEqual([])
    await shipped('1.0.0-a', '1.0.0-b')
    expect(await runs('member', other)).toEqual(['1.0.0-b', '1.0.0-a'])
    await rollback('stable')
    expect(await runs('member', other)).toEqual(['1.0.0-a'])
  })

  it('refuses an outdated revision, with the current state, and unknown releases', async () => {
    await shipped('1.0.0-a')
    await publish('1.0.0-b')
    const body = { release: '1.0.0-b', step: 'qa' as const, reason }
    await expect(admin()(promoteRelease, { params, body, revision: 'new' })).rejects.toMatchObject({
      status: 412,
      current: { stable: '1.0.0-a', revision: 1 },
    })
    await expect(promote('1.0.0-x', 'qa')).rejects.toMatchObject({ status: 404 })
    await expect(promote('1.0.0-a', '100')).rejects.toMatchObject({
      status: 409,
      message: '1.0.0-a already runs for everyone.',
    })
  })

  it('makes one change when repeated, and one of two simultaneous ones', async () => {
    await publish('1.0.0-a')
    await publish('1.0.0-b')
    const send = (release: string) =>
      admin()(promoteRelease, { params, body: { release, step: '100', reason }, revision: 'new' })
    const first = await send('1.0.0-a')
    expect(await send('1.0.0-a')).toEqual(first)
    await expect(send('1.0.0-b')).rejects.toMatchObject({ status: 412 })
    expect(await moves()).toHaveLength(1)
    const both = ['10', '50'].map((step) =>
      admin()(promoteRelease, {
        params,
        body: { release: '1.0.0-b', step: step as PromotionStep, reason },
        revision: first.revision,
      }),
    )
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await moves()).toHaveLength(2)
  })

  it('refuses to promote when files are missing, or another remote has taken a path meanwhile', async () => {
    await publish('1.0.0-a')
    const team = await machineOf(api, 'directory')
    await team.publish(publishedBuild({ name: 'directory' }, { routes: ['/meetings/all'] }))
    await promote('1.0.0-a', '100')
    const body = { release: '1.0.0-a', step: '100' as const, reason }
    await expect(
      admin()(promoteRelease, { params: { remote: 'directory' }, body, revision: 'new' }),
    ).rejects.toMatchObject({
      status: 409,
      message:
        'The path /meetings/all is claimed by directory (1.0.0-a) and by meetings (1.0.0-a).',
    })
    await publish('1.0.0-b')
    for await (const key of api.ports.blobs.keys('release-files/meetings/')) {
      await api.ports.blobs.delete(key)
    }
    await expect(promote('1.0.0-b', 'qa')).rejects.toMatchObject({
      message: 'Files of 1.0.0-b are missing or altered: publish it again.',
    })
  })

  it('requires a team’s report for the QA cohort and a verdict beyond it, or an admin’s override', async () => {
    await publish('1.0.0-a')
    const { store, blobs } = api.ports
    const withShell = (build: string) =>
      testApi({
        ports: { store, blobs, shell: { page: async () => '', file: () => undefined, build } },
      })
    const send = async (of: TestApi, call: typeof machine.call, anyway?: true) =>
      call(promoteRelease, {
        params,
        body: { release: '1.0.0-a', step: await nextOf(of), reason, ...(anyway && { anyway }) },
        revision: await revision(),
      })
    const nextOf = async (of: TestApi): Promise<PromotionStep> => {
      const pointer = await of
        .call('admin')(getPointer, { params })
        .catch(() => undefined)
      return pointer?.candidate ? 'team' : 'qa'
    }
    const first = await withShell('one')
    const token = machine.of(first)
    await expect(send(first, token)).rejects.toMatchObject({
      status: 409,
      message: '1.0.0-a was never tested in a browser: “portal promote” does that first.',
    })
    await expect(send(first, token, true)).rejects.toMatchObject({ status: 403 })
    const release = { ...params, release: '1.0.0-a' }
    const checked = await token(noteCheck, { params: release, body: { shell: 'the-teams-own' } })
    expect(checked.checked).toMatchObject({
      by: 'release token meetings ci',
      current: false,
      forQa: true,
    })
    expect(await send(first, token)).toMatchObject({ candidate: { step: 'qa' } })

    await approve('1.0.0-a')
    const two = await withShell('two')
    expect(await two.call('admin')(getRelease, { params: release })).toMatchObject({
      checked: { shell: 'the-teams-own', current: false, forQa: false },
    })
    const tried = 'The portal’s gate runner hasn’t tried 1.0.0-a under the portal’s shell yet'
    await expect(send(two, machine.of(two))).rejects.toMatchObject({
      message: expect.stringContaining(tried),
    })
    await send(two, two.call('admin'), true)
    expect((await moves())[0]).toMatchObject({
      step: 'team',
      despite: expect.stringContaining(tried),
    })
    await Promise.all([first.close(), two.close()])
  })

  it('allows a token of that remote or an admin to promote', async () => {
    await publish('1.0.0-a')
    const stranger = await machineOf(api, 'directory')
    for (const call of [stranger.call, api.call('member')]) {
      await expect(promote('1.0.0-a', 'qa', call)).rejects.toMatchObject({ status: 403 })
      await expect(rollback('stable', call)).rejects.toMatchObject({ status: 403 })
      await expect(deny('1.0.0-a', call)).rejects.toMatchObject({ status: 403 })
      await expect(call(getPointer, { params })).rejects.toMatchObject({ status: 403 })
      await expect(call(listMoves, { params })).rejects.toMatchObject({ status: 403 })
    }
    await expect(machine.call(listPointers)).rejects.toMatchObject({ status: 401 })
  })
})

describe('rolling back', () => {
  it('replaces the stable release by the newest last good one', async () => {
    await shipped('1.0.0-a', '1.0.0-b', '1.0.0-c')
    expect(await rollback('stable', machine.call)).toMatchObject({
      stable: '1.0.0-b',
      lastGood: ['1.0.0-a'],
    })
    expect(await runs('member')).toEqual(['1.0.0-b', '1.0.0-a'])
    await rollback('stable')
    await expect(rollback('stable')).rejects.toMatchObject({
      status: 409,
      message: 'There is no last good release to go back to.',
    })
  })

  it('takes the candidate from everyone who ran it', async () => {
    await shipped('1.0.0-a')
    await publish('1.0.0-b')
    await promote('1.0.0-b', '50')
    await rollback('candidate')
    expect(await runs('member')).toEqual(['1.0.0-a'])
    await expect(rollback('candidate')).rejects.toMatchObject({ status: 409 })
  })

  it('refuses to roll back when another remote has taken a path meanwhile, unless an admin overrides that', async () => {
    await publish('1.0.0-a', { routes: ['/meetings', '/minutes'] })
    await promote('1.0.0-a', '100')
    await shipped('1.0.0-b')
    const team = await machineOf(api, 'minutes')
    await team.publish(publishedBuild({ name: 'minutes' }))
    await admin()(promoteRelease, {
      params: { remote: 'minutes' },
      body: { release: '1.0.0-a', step: '100', reason },
      revision: 'new',
    })
    const collision = 'The path /minutes is claimed by meetings (1.0.0-a) and by minutes (1.0.0-a).'
    await expect(rollback('stable', machine.call)).rejects.toMatchObject({
      status: 409,
      message: collision,
    })
    const anyway = async (call: typeof machine.call) =>
      call(rollbackRelease, {
        params,
        body: { channel: 'stable', reason, anyway: true },
        revision: await revision(),
      })
    await expect(anyway(machine.call)).rejects.toMatchObject({
      status: 403,
      message: 'Only an admin may override objections to this release.',
    })
    expect(await anyway(admin())).toMatchObject({ stable: '1.0.0-a' })
    expect((await moves())[0]).toMatchObject({ what: 'rolled back', despite: collision })
  })

  it('keeps a rollback over a restart that adopts the builds in its folders', async () => {
    await shipped('1.0.0-a', '1.0.0-b')
    await rollback('stable')
    expect(await makeStable(api.ports, 'meetings', '1.0.0-b')).toBe(false)
    expect(await runs('member')).toEqual(['1.0.0-a'])
  })
})

describe('denying a release', () => {
  it('removes a denied release from every position permanently', async () => {
    await shipped('1.0.0-a', '1.0.0-b', '1.0.0-c')
    expect(await deny('1.0.0-c')).toMatchObject({
      stable: '1.0.0-b',
      lastGood: ['1.0.0-a'],
      denied: ['1.0.0-c'],
    })
    expect(await deny('1.0.0-a')).toMatchObject({ stable: '1.0.0-b', lastGood: [] })
    await expect(promote('1.0.0-c', '100')).rejects.toMatchObject({
      status: 409,
      message: '1.0.0-c was denied: publish another release.',
    })
    expect(await runs('member')).toEqual(['1.0.0-b'])
  })

  it('refuses to deny the only release that can run, and names the alternatives', async () => {
    await shipped('1.0.0-a')
    const alone =
      '1.0.0-a is the only release of meetings that can run. Publish and promote another one first, or use the emergency stop.'
    for (const call of [admin(), machine.call]) {
      await expect(deny('1.0.0-a', call)).rejects.toMatchObject({ status: 409, message: alone })
    }
    // A candidate runs for some people, and is nobody's fallback.
    await publish('1.0.0-b')
    await promote('1.0.0-b', '50')
    await expect(deny('1.0.0-a')).rejects.toMatchObject({ message: alone })
    await promote('1.0.0-b', '100', undefined, true)
    for await (const key of api.ports.blobs.keys('release-files/meetings/')) {
      await api.ports.blobs.delete(key)
    }
    await expect(deny('1.0.0-b')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('1.0.0-b is the only release of meetings that can run.'),
    })
    expect(await runs('member')).toContain('1.0.0-b')
  })

  it('skips a last good release that can’t run any more', async () => {
    await publish('1.0.0-a')
    await promote('1.0.0-a', '100')
    await publish('1.0.0-b', { shared: { react: '^18.0.0' } })
    await promote('1.0.0-b', '100')
    await shipped('1.0.0-c')
    const { store, blobs } = api.ports
    const shell = { page: async () => '', file: () => undefined, provided: { react: '19.3.1' } }
    const newer = await testApi({ ports: { store, blobs, shell } })
    const call = newer.call('admin')
    await expect(rollback('stable', call)).rejects.toMatchObject({
      message: '1.0.0-b needs react@^18.0.0, which this portal’s shell doesn’t provide.',
    })
    expect(await deny('1.0.0-c', call)).toMatchObject({ stable: '1.0.0-a', lastGood: [] })
    await newer.close()
  })

  it('takes a candidate back', async () => {
    await shipped('1.0.0-a')
    await publish('1.0.0-b')
    await promote('1.0.0-b', '50')
    await deny('1.0.0-b')
    const pointer = await machine.call(getPointer, { params })
    expect(pointer).not.toHaveProperty('candidate')
    expect(pointer.stable).toBe('1.0.0-a')
  })
})

describe('the history of a pointer', () => {
  it('records who made every change and why, and so does the audit', async () => {
    await publish('1.0.0-a')
    await promote('1.0.0-a', 'qa', machine.call)
    await promote('1.0.0-a', '100')
    await shipped('1.0.0-b')
    await rollback('stable', machine.call)
    await deny('1.0.0-b')
    const by = testPeople.admin.email
    expect(await moves()).toMatchObject([
      { number: 5, what: 'denied', release: '1.0.0-b', from: '1.0.0-a', to: '1.0.0-a', by, reason },
      { number: 4, what: 'rolled back', channel: 'stable', from: '1.0.0-b', to: '1.0.0-a' },
      { number: 3, what: 'promoted', channel: 'stable', from: '1.0.0-a', to: '1.0.0-b', by },
      { number: 2, what: 'promoted', channel: 'stable', to: '1.0.0-a', step: '100', by },
      {
        number: 1,
        what: 'promoted',
        channel: 'candidate',
        to: '1.0.0-a',
        step: 'qa',
        by: 'release token meetings ci',
      },
    ])
    const query = { limit: 2, before: 4 }
    const page = await machine.call(listMoves, { params, query })
    expect(page.moves.map(({ number }) => number)).toEqual([3, 2])
    const { entries } = await admin()(listAudit, { query: { subject: 'meetings' } })
    const lines = entries.map(({ what, by: who }) => `${what} ${who}`)
    expect(
      lines.filter((candidate) => candidate === 'release rolled back release token meetings ci'),
    ).toHaveLength(1)
    expect(lines).toHaveLength(5)
    expect(entries.map((entry) => entry.reason)).toEqual(lines.map(() => reason))
    const csv = await api.request('/api/audit/csv?what=release+denied', {
      headers: { authorization: `Bearer ${await api.tokenOf('admin')}` },
    })
    expect(await csv.text()).toContain(`release denied,meetings,${reason},`)
  })
})

describe('a composition', () => {
  const composed = async (who: Who) => (await api.call(who)(getPortal)).composition
  const byId = (who: Who, id: string) => api.call(who)(getComposition, { params: { id } })

  it('lists every release in its id, and is served by that id regardless of the pointers', async () => {
    await shipped('1.0.0-a', '1.0.0-b')
    const then = await composed('member')
    expect(then.id).toBe('meetings@1.0.0-b_1.0.0-a')
    await rollback('stable')
    expect((await composed('member')).id).toBe('meetings@1.0.0-a')
    expect(await byId('member', then.id)).toEqual(then)
  })

  it('never serves a composition to people who could not have had it', async () => {
    await publish('1.0.0-a', { audience: 'admins' })
    await promote('1.0.0-a', '100')
    const { id } = await composed('admin')
    expect(await byId('admin', id)).toMatchObject({ id })
    for (const other of [id, 'meetings@1.0.0-x', 'x', '~']) {
      await expect(byId('member', other)).rejects.toMatchObject({ status: 404 })
    }
  })

  it('shows admins a composition that contains a denied release', async () => {
    await shipped('1.0.0-b', '1.0.0-a')
    const { id } = await composed('member')
    await deny('1.0.0-a')
    await expect(byId('member', id)).rejects.toMatchObject({ status: 404 })
    expect(await byId('admin', id)).toMatchObject({ id })
  })
})

import { listAudit } from '@portal/contract/audit'
import type { Call } from '@portal/remote-kit/client'
import {
  approveRelease,
  type ApprovalStep,
  denyRelease,
  getPointer,
  getPolicy,
  listMoves,
  promoteRelease,
  type PromotionStep,
  rollbackRelease,
  saveCohorts,
  savePolicy,
} from '@portal/contract/pointers'
import { findCompositions, getComposition } from '@portal/contract/compositions'
import { memberViewHeader } from '@portal/contract/member-view'
import { getPortal } from '@portal/contract/portal'
import { noteCheck } from '@portal/contract/publishing'
import { dismissNotice, listNotices } from '@portal/contract/release-health'
import { sendOutcomes } from '@portal/contract/outcomes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../../testing/test-api.ts'
import { makeStable } from '../publishing/adopt-release.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const params = { remote: 'meetings' }
const reason = 'It was read'
const [stable, candidate] = ['1.0.0-a', '1.1.0-b']
const minute = 60_000

let api: TestApi
let time: number
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  time = Date.parse('2026-11-20T09:00:00Z')
  api = await testApi({ now: () => new Date(time) })
  machine = await machineOf(api, 'meetings', 'meetings ci')
  await machine.publish(publishedBuild({ release: stable }))
  await promote(stable, '100', admin())
  await machine.publish(publishedBuild({ release: candidate }))
  // The admin is in the QA cohort, but is only served an approved candidate.
  const qa = [testPeople.admin.email, testPeople.staff.email]
  await admin()(saveCohorts, { params, body: { qa, team: [] }, revision: 'new' })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const revision = async () => (await api.ports.store.get('release_pointers', 'meetings'))!.revision
const promote = async (release: string, step: PromotionStep, call: Call, anyway?: true) => {
  const stored = await api.ports.store.get('release_pointers', 'meetings')
  return call(promoteRelease, {
    params,
    body: { release, step, reason, ...(anyway && { anyway }) },
    revision: stored?.revision ?? 'new',
  })
}
const approve = async (release: string, step?: ApprovalStep) =>
  admin()(approveRelease, {
    params,
    body: { release, reason, ...(step && { step }) },
    revision: await revision(),
  })
const policy = async (approval: 'once' | 'every step', stepMinutes: number) => {
  const { revision: known } = await admin()(getPolicy, { params })
  return admin()(savePolicy, { params, body: { approval, stepMinutes }, revision: known })
}
const runs = async (who: keyof typeof testPeople) =>
  (await api.call(who)(getPortal)).composition.remotes.flatMap(({ releases }) =>
    releases.map(({ release }) => release),
  )
const waiting = async () => (await admin()(listNotices)).candidates
const needsApproval = {
  status: 409,
  message: `${candidate} needs an admin’s approval before it goes beyond the QA cohort: an admin gives it on Releases.`,
}

describe('a leaked release token', () => {
  it('brings a leaked token’s release to the QA cohort, and to nobody with admin rights', async () => {
    const check = { shell: 'a-shell-that-never-tried-it' }
    await machine.call(noteCheck, { params: { ...params, release: candidate }, body: check })
    await promote(candidate, 'qa', machine.call)
    for (const step of ['team', '10', '50', '100'] as const) {
      const taken = promote(candidate, step, machine.call)
      await expect(taken).rejects.toMatchObject(step === 'team' ? needsApproval : { status: 422 })
    }
    expect(await runs('staff')).toEqual([candidate, stable])
    expect(await runs('admin')).toEqual([stable])
    expect(await runs('adminByPassword')).toEqual([candidate, stable])
  })

  it('brings it to no admin who views the portal as a member, nor its files to their page', async () => {
    await promote(candidate, 'qa', machine.call)
    const viewing = { [memberViewHeader]: 'member-drafts' }
    const { composition } = await api.call('admin', viewing)(getPortal)
    expect(composition.id).toBe(`meetings@${stable}`)
    const cookie = `__session=${api.tokenFor(testPeople.admin)}`
    const container = (release: string) => `/remotes/meetings/${release}/container.js`
    const statusOf = async (release: string) =>
      (await api.request(container(release), { headers: { cookie, ...viewing } })).status
    expect([await statusOf(stable), await statusOf(candidate)]).toEqual([200, 404])
  })

  it('refuses a leaked token that approves a release or changes its remote’s policy', async () => {
    const body = { release: candidate, reason }
    const approval = machine.call(approveRelease, { params, body, revision: await revision() })
    await expect(approval).rejects.toMatchObject({ status: 401 })
    const lower = { approval: 'once', stepMinutes: 0 } as const
    const saved = machine.call(savePolicy, { params, body: lower, revision: 'new' })
    await expect(saved).rejects.toMatchObject({ status: 401 })
    expect(await machine.call(getPolicy, { params })).toEqual({
      approval: 'once',
      stepMinutes: 60,
      revision: 0,
    })
  })
})

describe('an unapproved release', () => {
  beforeEach(() => promote(candidate, 'qa', machine.call))
  const id = `meetings@${candidate}_${stable}`

  it('leaves an unapproved release out of every composition that an admin requests, by its id or by their address', async () => {
    expect(await api.call('staff')(getComposition, { params: { id } })).toMatchObject({ id })
    await expect(admin()(getComposition, { params: { id } })).rejects.toMatchObject({
      status: 409,
      message: `No admin has approved ${candidate} of meetings yet, so it isn’t served to admins.`,
    })
    const query = { email: testPeople.admin.email }
    const { people } = await admin()(findCompositions, { query })
    const byGoogle = people.find(({ uid }) => uid.endsWith('google.com'))
    expect(byGoogle?.composition).toBe(`meetings@${stable}`)
    await approve(candidate)
    expect(await runs('admin')).toEqual([candidate, stable])
    expect(await admin()(getComposition, { params: { id } })).toMatchObject({ id })
  })

  it('ignores reports of an admin’s tab about an unapproved release', async () => {
    const outcomes = [{ remote: 'meetings', release: candidate, outcome: 'failed' as const }]
    const body = { session: crypto.randomUUID(), composition: id, outcomes }
    await admin()(sendOutcomes, { body })
    await api.features.releases.watch.flush()
    const { documents } = await api.ports.store.list('release_health')
    expect(documents).toEqual([])
  })

  it('doesn’t serve an unapproved release to admins on any instance', async () => {
    const { store, blobs } = api.ports
    const other = await testApi({ ports: { store, blobs }, now: () => new Date(time) })
    const { composition } = await other.call('admin')(getPortal)
    expect(composition.id).toBe(`meetings@${stable}`)
    await approve(candidate)
    expect((await other.call('admin')(getPortal)).composition.id).toBe(id)
    await other.close()
  })
})

describe('an admin’s approval', () => {
  it('lets the token continue, step by step and an hour each', async () => {
    await promote(candidate, 'qa', machine.call)
    await approve(candidate)
    expect(await runs('admin')).toEqual([candidate, stable])
    await promote(candidate, 'team', machine.call)
    time += 59 * minute
    await expect(promote(candidate, '10', machine.call)).rejects.toMatchObject({
      status: 409,
      message: `${candidate} stays at the step team for at least 60 minutes: it may continue at 2026-11-20 10:00 UTC.`,
    })
    time += minute
    for (const step of ['10', '50', '100'] as const) {
      await promote(candidate, step, machine.call)
      time += 60 * minute
    }
    expect(await runs('member')).toEqual([candidate, stable])
  })

  it('approves by promoting, and keeps the approval when the release is taken back', async () => {
    await promote(candidate, 'qa', admin())
    expect(await runs('admin')).toEqual([candidate, stable])
    await machine.call(rollbackRelease, {
      params,
      body: { channel: 'candidate', reason },
      revision: await revision(),
    })
    await promote(candidate, 'qa', machine.call)
    expect(await promote(candidate, 'team', machine.call)).toMatchObject({
      candidate: { step: 'team' },
    })
  })

  it('records an approval in the pointer, in the history and in the audit', async () => {
    const given = await approve(candidate)
    const by = testPeople.admin.email
    expect(given.approvals).toEqual([
      { release: stable, at: '2026-11-20T09:00:00.000Z', by },
      { release: candidate, at: '2026-11-20T09:00:00.000Z', by },
    ])
    const { moves } = await machine.call(listMoves, { params, query: { include: 'all' } })
    expect(moves[0]).toMatchObject({ what: 'approved', release: candidate, by, reason })
    const { entries } = await admin()(listAudit, { query: { what: 'release approved' } })
    expect(entries).toMatchObject([{ by, subject: 'meetings' }])
  })

  it('omits approvals from the history for callers that don’t know them', async () => {
    await approve(candidate)
    await promote(candidate, 'qa', machine.call)
    await policy('every step', 0)
    for (const step of ['team', '10', '50'] as const) await approve(candidate, step).catch(() => 0)
    const older = await machine.call(listMoves, { params, query: { limit: 2 } })
    expect(older.moves.map(({ what, to }) => [what, to])).toEqual([
      ['promoted', candidate],
      ['promoted', stable],
    ])
  })

  it('makes one change when repeated, and refuses a second approval and unknown releases', async () => {
    const before = await revision()
    const send = (release = candidate, from = before) =>
      admin()(approveRelease, { params, body: { release, reason }, revision: from })
    const first = await send()
    expect(await send()).toEqual(first)
    await expect(send(stable)).rejects.toMatchObject({ status: 412 })
    await expect(approve(candidate)).rejects.toMatchObject({
      status: 409,
      message: `${candidate} is already approved.`,
    })
    await expect(approve('9.0.0-x')).rejects.toMatchObject({ status: 404 })
    const late = await revision()
    await machine.publish(publishedBuild({ release: '1.2.0-c' }))
    await admin()(denyRelease, { params, body: { release: '1.2.0-c', reason }, revision: late })
    await expect(approve('1.2.0-c')).rejects.toMatchObject({
      message: '1.2.0-c was denied: publish another release.',
    })
  })

  it('accepts an approval before the first release of a remote runs', async () => {
    const team = await machineOf(api, 'news')
    await team.publish(publishedBuild({ name: 'news' }))
    const body = { release: '1.0.0-a', reason }
    const news = { remote: 'news' }
    const { approvals } = await admin()(approveRelease, { params: news, body, revision: 'new' })
    expect(approvals).toHaveLength(1)
  })

  it('takes an adopted build as approved by the operator, and what ran before approvals existed as approved', async () => {
    const { store } = api.ports
    await machine.publish(publishedBuild({ release: '1.2.0-c' }))
    const before = await store.get('release_pointers', 'meetings')
    await store.update(
      'release_pointers',
      'meetings',
      {
        stable,
        lastGood: [],
        candidate: { release: candidate, step: '50', since: '2026-11-20T08:00:00Z' },
      },
      before!.revision,
    )
    expect(await runs('admin')).toEqual([stable])
    expect((await admin()(getPointer, { params })).approvals).toEqual([
      { release: stable, at: expect.any(String), by: 'start' },
    ])
    await expect(promote(candidate, '100', machine.call)).rejects.toMatchObject(needsApproval)
    await makeStable(api.ports, 'meetings', '1.2.0-c')
    expect(await runs('admin')).toEqual(['1.2.0-c', stable])
    const { approvals } = await admin()(getPointer, { params })
    expect(approvals?.map(({ release, by }) => [release, by])).toEqual([
      [stable, 'start'],
      ['1.2.0-c', 'start'],
    ])
  })

  it('keeps the approvals of a hundred releases, and of each that is offered', async () => {
    const { store } = api.ports
    const stored = await store.get('release_pointers', 'meetings')
    const old = Array.from({ length: 130 }, (_, n) => ({
      release: `0.${n}.0-x`,
      at: '2026-01-01T00:00:00.000Z',
      by: 'start',
    }))
    const pointer = { stable, lastGood: [], approvals: [{ ...old[0]!, release: stable }, ...old] }
    await store.update('release_pointers', 'meetings', pointer, stored!.revision)
    const { approvals = [] } = await approve(candidate)
    expect(approvals).toHaveLength(101)
    expect(approvals[0]!.release).toBe(stable)
    expect(approvals.at(-1)!.release).toBe(candidate)
  })
})

describe('a remote’s policy', () => {
  it('lets a policy require an approval of every step', async () => {
    await policy('every step', 0)
    await promote(candidate, 'qa', machine.call)
    await expect(approve(candidate)).rejects.toMatchObject({
      status: 422,
      message: 'Releases of meetings are approved step by step: the step is required.',
    })
    await approve(candidate, 'team')
    expect(await runs('admin')).toEqual([candidate, stable])
    await promote(candidate, 'team', machine.call)
    await expect(promote(candidate, '10', machine.call)).rejects.toMatchObject({
      status: 409,
      message: `${candidate} needs an admin’s approval for the step 10: an admin gives it on Releases.`,
    })
    await promote(candidate, '10', admin())
    await expect(promote(candidate, '50', machine.call)).rejects.toMatchObject({ status: 409 })
    await approve(candidate, '50')
    await promote(candidate, '50', machine.call)
  })

  it('requires the steps’ approvals of an approved release when it becomes stricter', async () => {
    await approve(candidate)
    await policy('every step', 0)
    await promote(candidate, 'qa', machine.call)
    await expect(promote(candidate, 'team', machine.call)).rejects.toMatchObject({ status: 409 })
    await approve(candidate, 'team')
    await promote(candidate, 'team', machine.call)
  })

  it('applies the minimum time to admins too, who may shorten it with a reason', async () => {
    await policy('once', 30)
    await promote(candidate, 'team', admin())
    const tooSoon = `${candidate} stays at the step team for at least 30 minutes: it may continue at 2026-11-20 09:30 UTC.`
    await expect(promote(candidate, '10', admin())).rejects.toMatchObject({
      status: 409,
      message: tooSoon,
    })
    await expect(promote(candidate, '10', machine.call, true)).rejects.toMatchObject({
      status: 403,
    })
    // Going back to fewer people is never too early.
    await promote(candidate, 'qa', admin())
    await promote(candidate, 'team', admin())
    await promote(candidate, '10', admin(), true)
    const { moves } = await machine.call(listMoves, { params })
    expect(moves[0]).toMatchObject({ step: '10', reason, despite: tooSoon })
  })

  it('saves a policy by compare-and-set, with an audit entry', async () => {
    const body = { approval: 'every step', stepMinutes: 5 } as const
    const save = (given: number | 'new') => admin()(savePolicy, { params, body, revision: given })
    const first = await save('new')
    expect(first).toEqual({ ...body, revision: 1 })
    expect(await save('new')).toEqual(first)
    expect(await save(1)).toEqual(first)
    const other = { approval: 'once', stepMinutes: 5 } as const
    await expect(
      admin()(savePolicy, { params, body: other, revision: 'new' }),
    ).rejects.toMatchObject({ status: 412, current: first })
    for (const stepMinutes of [-1, 10_081, 0.5]) {
      const odd = { ...body, stepMinutes }
      const saved = admin()(savePolicy, { params, body: odd, revision: 1 })
      await expect(saved).rejects.toMatchObject({ status: 400 })
    }
    const { entries } = await admin()(listAudit, { query: { what: 'release policy saved' } })
    expect(entries).toMatchObject([{ subject: 'meetings', before: null, after: body }])
  })
})

describe('the notice of a new candidate', () => {
  const notice = {
    remote: 'meetings',
    release: candidate,
    by: 'release token meetings ci',
    at: '2026-11-20T09:00:00.000Z',
  }
  beforeEach(() => promote(candidate, 'qa', machine.call))

  it('shows the notice until an admin approves the release', async () => {
    expect(await waiting()).toEqual([notice])
    await approve(candidate)
    expect(await waiting()).toEqual([])
  })

  it('removes the notice when the release is taken back or denied, and replaces it with the next candidate’s', async () => {
    await machine.publish(publishedBuild({ release: '1.2.0-c' }))
    await promote('1.2.0-c', 'qa', machine.call)
    expect(await waiting()).toEqual([{ ...notice, release: '1.2.0-c' }])
    await machine.call(rollbackRelease, {
      params,
      body: { channel: 'candidate', reason },
      revision: await revision(),
    })
    expect(await waiting()).toEqual([])
    await promote(candidate, 'qa', machine.call)
    await machine.call(denyRelease, {
      params,
      body: { release: candidate, reason },
      revision: await revision(),
    })
    expect(await waiting()).toEqual([])
  })

  it('dismisses the notice for every admin, and doesn’t show it again for the same candidate', async () => {
    const dismissed = { ...params, release: candidate }
    await admin()(dismissNotice, { params: { ...params, release: stable } })
    expect(await waiting()).toHaveLength(1)
    await admin()(dismissNotice, { params: dismissed })
    await admin()(dismissNotice, { params: dismissed })
    expect(await waiting()).toEqual([])
    const { entries } = await admin()(listAudit, { query: { what: 'release notice dismissed' } })
    expect(entries).toMatchObject([{ subject: `meetings@${candidate}` }])
    expect(await runs('admin')).toEqual([stable])
  })

  it('creates no notice for a candidate that an admin has promoted', async () => {
    await machine.publish(publishedBuild({ release: '1.2.0-c' }))
    await promote('1.2.0-c', 'qa', admin())
    expect(await waiting()).toEqual([])
  })
})

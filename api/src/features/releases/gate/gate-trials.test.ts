import { listAudit } from '@portal/contract/audit'
import { createCall } from '@portal/remote-kit/client'
import { endTrial, gateRunnerHeader, renewTrial, takeTrial } from '@portal/contract/gate-trials'
import {
  approveRelease,
  getPointer,
  listMoves,
  promoteRelease,
  type PromotionStep,
} from '@portal/contract/pointers'
import { getRelease, listReleases, noteCheck } from '@portal/contract/publishing'
import { dismissNotice, listNotices } from '@portal/contract/release-health'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { timeHasPassed } from '../../../platform/background/settled-time-fixture.ts'
import { testApi, type TestApi, testGateRunnerKey } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'
import { trialsCollection } from './trial-records.ts'

const remote = 'meetings'
const params = { remote }
const release = '1.0.0-a'
const named = { remote, release }
const [here, other] = ['portal-1:4711', 'portal-2:4711']
const fault = '/meetings: it threw “Intl is undefined”'
const minute = 60_000

let time: number
let api: TestApi
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  time = Date.parse('2026-11-20T09:00:00Z')
  api = await withShell('one')
  machine = await machineOf(api, remote, 'meetings ci')
})
afterEach(() => api.close())

/** A portal with this build of the shell, by default on a store of its own. */
const withShell = (
  build: string | undefined,
  ports: Partial<TestApi['ports']> = {},
  env: Record<string, string> = {},
) =>
  testApi({
    now: () => new Date(time),
    env,
    ports: {
      ...ports,
      shell: { page: async () => '', file: () => undefined, ...(build ? { build } : {}) },
    },
  })
/** The portal after a deployment of another shell. */
const redeployed = (build: string, env?: Record<string, string>) => {
  const { store, blobs } = api.ports
  return withShell(build, { store, blobs }, env)
}
const runner = (of: TestApi = api, key = testGateRunnerKey) =>
  createCall({
    baseUrl: 'http://portal.test',
    token: async () => undefined,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set(gateRunnerHeader, key)
      return of.app.request(input, { ...init, headers })
    },
  })
const take = async (name = here, of = api) =>
  (await runner(of)(takeTrial, { body: { runner: name } })).trial
const end = async (
  { shell, lease }: { shell: string; lease: number },
  faults: string[] = [],
  name = here,
  of = api,
) => {
  const result = faults.length > 0 ? ('failed' as const) : ('passed' as const)
  const body = { shell, lease, runner: name, result, faults }
  return runner(of)(endTrial, { params: named, body })
}
const publish = (name = release) => machine.publish(publishedBuild({ release: name }))
const record = async (of = api) => machine.of(of)(getRelease, { params: named })
const report = (of = api) => machine.of(of)(noteCheck, { params: named, body: { shell: 'theirs' } })
const promote = async (step: PromotionStep, call = machine.call, anyway?: true) => {
  const stored = await api.ports.store.get('release_pointers', remote)
  const body = { release, step, reason: 'It is time', ...(anyway && { anyway }) }
  return call(promoteRelease, { params, body, revision: stored?.revision ?? 'new' })
}
const approve = async () => {
  const { revision } = await api.call('admin')(getPointer, { params })
  const body = { release, reason: 'It was read' }
  return api.call('admin')(approveRelease, { params, body, revision })
}
const queued = async () => (await api.ports.store.list(trialsCollection.name)).documents

describe('a promotion', () => {
  it('needs a team’s report for the QA cohort, and the gate runner’s verdict for everything beyond', async () => {
    await publish()
    await expect(promote('qa')).rejects.toMatchObject({
      status: 409,
      message: '1.0.0-a was never tested in a browser: “portal promote” does that first.',
    })
    expect(await report()).toMatchObject({ checked: { current: false, forQa: true } })
    await promote('qa')
    await approve()
    await expect(promote('team')).rejects.toMatchObject({
      status: 409,
      message:
        'The portal’s gate runner hasn’t tried 1.0.0-a under the portal’s shell yet: wait for its verdict.',
    })
    await end((await take())!)
    expect(await record()).toMatchObject({
      checked: { by: 'release token meetings ci', current: true },
      tried: {
        at: '2026-11-20T09:00:00.000Z',
        shell: 'one',
        runner: here,
        result: 'passed',
        current: true,
      },
    })
    expect(await promote('team')).toMatchObject({ candidate: { step: 'team' } })
  })

  it('requires the gate runner’s verdict for the portal’s own shell, regardless of what the team reports', async () => {
    await publish()
    const body = { shell: 'one' }
    const reported = await machine.call(noteCheck, { params: named, body })
    expect(reported.checked).toMatchObject({ shell: 'one', current: false })
    await promote('qa')
    await approve()
    await expect(promote('team')).rejects.toMatchObject({ status: 409 })
  })

  it('fails with the fault if the release failed, unless an admin overrules that', async () => {
    await publish()
    await report()
    await promote('qa')
    await end((await take())!, [`${fault}\n    at its stack`])
    const failed = `1.0.0-a failed when the portal’s gate runner tried it under the portal’s shell: ${fault}`
    await approve()
    await expect(promote('team')).rejects.toMatchObject({ status: 409, message: failed })
    await expect(promote('team', machine.call, true)).rejects.toMatchObject({ status: 403 })
    await expect(promote('team', api.call('admin'))).rejects.toMatchObject({ message: failed })
    await promote('team', api.call('admin'), true)
    const { moves } = await machine.call(listMoves, { params })
    expect(moves[0]).toMatchObject({ step: 'team', despite: failed })
  })

  it('needs a new verdict once the portal has another shell', async () => {
    await publish()
    await report()
    await promote('qa')
    await end((await take())!)
    await approve()
    const two = await redeployed('two')
    const before = await record(two)
    expect(before).toMatchObject({ tried: { current: false }, checked: { forQa: false } })
    expect(before).not.toHaveProperty('trial')
    await expect(promote('team', machine.of(two))).rejects.toMatchObject({ status: 409 })
    // The refused promotion queues its trial.
    expect(await record(two)).toMatchObject({ trial: { state: 'waiting' } })
    await end((await take(here, two))!, [], here, two)
    await promote('team', machine.of(two))
    await two.close()
  })

  it('starts a runner by a job where one can be started, and nowhere else', async () => {
    const names = async (of: TestApi) => (await of.jobs.states()).map(({ name }) => name)
    expect(await names(api)).not.toContain('gate-runner')
    const starting = await withShell('one', { startGateRunner: async () => undefined })
    expect(await names(starting)).toContain('gate-runner')
    await starting.close()
  })

  it('needs an admin if the portal has no gate runner', async () => {
    const alone = await redeployed('one', { GATE_RUNNER_KEY: '' })
    await publish()
    await report(alone)
    await promote('qa', machine.of(alone))
    expect(await record(alone)).toMatchObject({ trial: { state: 'no runner' } })
    await approve()
    const message =
      '1.0.0-a wasn’t tried under the portal’s shell, because this portal has no gate runner: only an admin may promote it.'
    await expect(promote('team', machine.of(alone))).rejects.toMatchObject({ status: 409, message })
    await promote('team', alone.call('admin'), true)
    await alone.close()
  })

  it('needs no verdict while the shell comes from a development server', async () => {
    await publish()
    const dev = await withShell(undefined, { store: api.ports.store, blobs: api.ports.blobs })
    expect(await record(dev)).toMatchObject({ trial: { state: 'not needed' } })
    await promote('50', dev.call('admin'))
    await dev.close()
  })
})

describe('the queue', () => {
  it('gives each published release to one runner', async () => {
    await publish()
    await publish('1.0.1-b')
    expect(await record()).toMatchObject({
      trial: { state: 'waiting', since: '2026-11-20T09:00:00.000Z' },
    })
    const taken = [await take(), await take(other)]
    expect(new Set(taken.map((trial) => trial?.release))).toEqual(new Set([release, '1.0.1-b']))
    expect(taken[0]!.manifest.files).toHaveLength(2)
    expect(await take()).toBeUndefined()
    expect(await record()).toMatchObject({ trial: { state: 'trying' } })
    const { releases } = await machine.call(listReleases, { params })
    expect(releases.map(({ trial }) => trial?.state)).toEqual(['trying', 'trying'])
  })

  it('gives a trial to one of two runners that request one at once', async () => {
    await publish()
    const taken = await Promise.all([take(), take(other)])
    expect(taken.filter((trial) => trial !== undefined)).toHaveLength(1)
  })

  it('tries the newest first, because a team waits for it', async () => {
    await publish()
    time += minute
    await publish('1.0.1-b')
    expect(await take()).toMatchObject({ release: '1.0.1-b' })
  })

  it('queues what people are offered under a new shell, and again if it failed', async () => {
    await publish()
    await promote('100', api.call('admin'), true)
    await api.features.releases.trials.addOffered()
    await end((await take())!)
    await api.features.releases.trials.addOffered()
    expect(await queued()).toEqual([])
    const two = await redeployed('two')
    await two.features.releases.trials.addOffered()
    await two.features.releases.trials.addOffered()
    await end((await take(here, two))!, [fault], here, two)
    await two.features.releases.trials.addOffered()
    expect(await record(two)).toMatchObject({
      tried: { result: 'failed' },
      trial: { state: 'waiting' },
    })
    await two.close()
  })

  it('offers a trial only under the shell that the portal has', async () => {
    await publish()
    const two = await redeployed('two')
    expect(await take(here, two)).toBeUndefined()
    expect(await take()).toMatchObject({ shell: 'one' })
    time += 2 * 86_400_000
    await two.features.releases.trials.addOffered()
    expect(await queued()).toEqual([])
    await two.close()
  })

  it('queues a release when it is published again under a new shell', async () => {
    await publish()
    await end((await take())!)
    await publish()
    expect(await queued()).toEqual([])
    const two = await redeployed('two')
    const again = await machineOf(two, remote, 'another')
    await again.publish(publishedBuild({ release }))
    expect(await take(here, two)).toMatchObject({ release, shell: 'two' })
    await two.close()
  })

  it('deletes the trials of a release with it', async () => {
    await publish()
    await api.features.releases.retention.collect()
    time += 100 * 86_400_000
    await timeHasPassed(api.ports.store)
    expect(await api.features.releases.retention.collect()).toMatchObject({
      releases: [`${remote}@${release}`],
    })
    expect(await queued()).toEqual([])
  })
})

describe('a lease', () => {
  it('lasts as long as it is renewed', async () => {
    await publish()
    let { lease, shell } = (await take())!
    for (let n = 0; n < 5; n += 1) {
      time += minute - 1000
      ;({ lease } = await runner()(renewTrial, { params: named, body: { shell, lease } }))
      expect(await take(other)).toBeUndefined()
    }
    await end({ lease, shell })
    expect(await record()).toMatchObject({ tried: { result: 'passed' } })
  })

  it('goes to another runner when it has expired, and the first runner’s verdict no longer counts', async () => {
    await publish()
    const first = (await take())!
    time += minute
    const second = (await take(other))!
    expect(second.release).toBe(release)
    const lost = {
      status: 409,
      message:
        'This runner no longer has the trial of 1.0.0-a: its lease expired, or it has a verdict.',
    }
    await expect(end(first)).rejects.toMatchObject(lost)
    const renewed = runner()(renewTrial, { params: named, body: first })
    await expect(renewed).rejects.toMatchObject(lost)
    await end(second, [fault], other)
    expect(await record()).toMatchObject({ tried: { runner: other, result: 'failed' } })
    await expect(end(first)).rejects.toMatchObject(lost)
  })

  it('ends in a verdict when three runners have died on it', async () => {
    await publish()
    for (const name of [here, other, here]) {
      expect(await take(name)).toMatchObject({ release })
      time += minute
    }
    expect(await take()).toBeUndefined()
    expect(await record()).toMatchObject({
      tried: {
        result: 'failed',
        faults: [
          'The gate runner couldn’t try this release in 3 attempts, so there is no verdict. It ended before it could report why: its log has that. Ask the portal’s operator.',
        ],
      },
    })
  })

  it('ends with the log of the last attempt that a runner could report', async () => {
    await publish()
    const log = ['its process ended with code 1.', 'Error: The browser is gone\n    at open']
    const endWithout = async (faults: string[]) => {
      const { shell, lease } = (await take())!
      const body = { shell, lease, runner: here, result: 'no verdict' as const, faults }
      const send = () => runner()(endTrial, { params: named, body })
      await send()
      // Sent again, because its answer was lost.
      await send()
      // The attempt is over, so nothing follows it.
      await expect(end({ shell, lease })).rejects.toMatchObject({ status: 409 })
      expect(await take(other)).toBeUndefined()
      time += minute
    }
    await endWithout(['something else'])
    await endWithout(log)
    expect(await record()).not.toHaveProperty('tried')
    await take(other)
    time += minute
    expect(await take()).toBeUndefined()
    const summary =
      'The gate runner couldn’t try this release in 3 attempts, so there is no verdict. It reported:'
    expect(await record()).toMatchObject({
      tried: { result: 'failed', faults: [summary, ...log] },
    })
  })
})

describe('a verdict', () => {
  it('counts a verdict once when its response was lost and it is sent again', async () => {
    await publish()
    const trial = (await take())!
    await end(trial, [fault])
    await end(trial, [fault])
    await expect(end(trial)).rejects.toMatchObject({ status: 409 })
    const { entries } = await api.call('admin')(listAudit, { query: { what: 'release tried' } })
    expect(entries).toMatchObject([
      {
        by: 'gate runner',
        subject: `${remote}@${release}`,
        after: { result: 'failed', faults: [fault] },
      },
    ])
  })

  it('has faults if the release failed, and none if it passed', async () => {
    await publish()
    const { shell, lease } = (await take())!
    const verdict = { shell, lease, runner: here }
    for (const wrong of [
      { result: 'failed' as const, faults: [] },
      { result: 'no verdict' as const, faults: [] },
      { result: 'passed' as const, faults: [fault] },
    ]) {
      const sent = runner()(endTrial, { params: named, body: { ...verdict, ...wrong } })
      await expect(sent).rejects.toMatchObject({ status: 422 })
    }
    expect(await record()).not.toHaveProperty('tried')
  })

  it('creates a notice if people are offered the release, until it passes or an admin dismisses it', async () => {
    const noted = async () => (await api.call('admin')(listNotices)).failedTrials
    await publish()
    await end((await take())!, [fault])
    expect(await noted()).toEqual([])
    await promote('100', api.call('admin'), true)
    await api.features.releases.trials.addOffered()
    await end((await take())!, [fault])
    expect(await noted()).toEqual([{ remote, release, fault, at: '2026-11-20T09:00:00.000Z' }])
    // Everyone runs it as before.
    expect(await api.call('admin')(getPointer, { params })).toMatchObject({ stable: release })
    await api.features.releases.trials.addOffered()
    await end((await take())!)
    expect(await noted()).toEqual([])
    const two = await redeployed('two')
    await two.features.releases.trials.addOffered()
    await end((await take(here, two))!, [fault], here, two)
    await api.call('admin')(dismissNotice, { params: named })
    expect(await noted()).toEqual([])
    await two.close()
  })

  it('deletes the notice when another release becomes stable, even if the failed one is kept as a fallback', async () => {
    const noted = async () => (await api.call('admin')(listNotices)).failedTrials
    await publish()
    await promote('100', api.call('admin'), true)
    await end((await take())!, [fault])
    expect(await noted()).toHaveLength(1)
    await publish('1.0.1-b')
    const admin = api.call('admin')
    const promoted = async (step: PromotionStep) => {
      const { revision } = await admin(getPointer, { params })
      const body = { release: '1.0.1-b', step, reason: 'It is time', anyway: true as const }
      return admin(promoteRelease, { params, body, revision })
    }
    await promoted('qa')
    expect(await noted()).toHaveLength(1)
    expect(await promoted('100')).toMatchObject({ stable: '1.0.1-b', lastGood: [release] })
    expect(await noted()).toEqual([])
  })
})

describe('the gate runner’s key', () => {
  it('reads the files of every release, which a stranger can’t', async () => {
    await publish()
    const headers = { [gateRunnerHeader]: testGateRunnerKey }
    const file = `/remotes/${remote}/${release}/container.js`
    expect((await api.request(file, { headers })).status).toBe(200)
    expect((await api.request(file)).status).toBe(404)
    const wrong = { [gateRunnerHeader]: 'x'.repeat(40) }
    expect((await api.request(file, { headers: wrong })).status).toBe(404)
  })

  it('grants nothing if it is wrong, comes from a browser, or none is configured', async () => {
    const body = { runner: here }
    await expect(runner(api, 'x'.repeat(40))(takeTrial, { body })).rejects.toMatchObject({
      status: 401,
      message: 'The gate runner’s key is wrong.',
    })
    const alone = await withShell('one', {}, { GATE_RUNNER_KEY: '' })
    await expect(runner(alone)(takeTrial, { body })).rejects.toMatchObject({ status: 401 })
    await expect(api.call('admin')(takeTrial, { body })).rejects.toMatchObject({ status: 403 })
    await expect(machine.call(takeTrial, { body })).rejects.toMatchObject({ status: 401 })
    await alone.close()
  })

  it('never appears in the log, whether right or wrong', async () => {
    const body = { runner: here }
    await runner()(takeTrial, { body })
    const wrong = 'a-wrong-key-that-somebody-has-sent-here'
    await runner(api, wrong)(takeTrial, { body }).catch(() => undefined)
    const log = api.logged.join('\n')
    expect(log).toContain('a wrong gate runner’s key was sent')
    expect(log).not.toContain(testGateRunnerKey)
    expect(log).not.toContain(wrong)
  })
})

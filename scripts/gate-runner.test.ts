import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { getRelease, type ReleaseRecord } from '../api/contract/src/publishing.ts'
import { machineOf, publishedBuild } from '../api/src/features/releases/published-build-fixture.ts'
import { testGateRunnerKey } from '../api/src/testing/test-api.ts'
import { type TestPortal, testPortal } from '../api/src/testing/test-portal.ts'
import { browserEnvironment } from '../shell/remote-kit/src/cli/browser-environment.ts'
import { startNode } from './child.ts'
import { gateApi } from './gate-runner/gate-api.ts'
import { createGateRunner } from './gate-runner/gate-runner.ts'
import { runnerKey } from './gate-runner/runner-key.ts'
import { createTrials } from './gate-runner/trials.ts'

/** In place of the process that drives a browser: acts by the version of the release in its folder. */
const standIn = `
import { readFileSync, writeFileSync } from 'node:fs'
const { folder, shellFolder } = JSON.parse(process.argv[2])
const read = (file) => readFileSync(folder + '/' + file, 'utf8')
const { release } = JSON.parse(read('release.json'))
const send = (...faults) => process.send({ faults }, () => process.exit(0))
if (release.startsWith('1.')) send()
if (release.startsWith('2.')) send('/: it threw “No”', read('container.js'), readFileSync(shellFolder + '/index.html', 'utf8'))
if (release.startsWith('3.')) send(...Object.keys(process.env), 'uid ' + process.getuid?.())
if (release.startsWith('4.')) throw new Error('The browser is gone')
if (release.startsWith('5.')) {
  writeFileSync(import.meta.dirname + '/pid', String(process.pid))
  setInterval(() => {}, 1000)
}
`
const page = '<!--preload--><!--page-data-->'

let folder: string
let script: string
let portal: TestPortal
let machine: Awaited<ReturnType<typeof machineOf>>
let time: number
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-gate-runner-'))
  script = path.join(folder, 'trial.mjs')
  writeFileSync(script, standIn)
  writeFileSync(path.join(folder, 'index.html'), page)
  time = Date.now()
  portal = await testPortal({ shellFolder: folder, now: () => new Date(time) })
  machine = await machineOf(portal, 'meetings')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await portal.close()
  rmSync(folder, { recursive: true })
})

const publish = (release: string) => machine.publish(publishedBuild({ release }))
const recordOf = (release: string): Promise<ReleaseRecord> =>
  machine.call(getRelease, { params: { remote: 'meetings', release } })
const cache = () => path.join(folder, 'cache')

/** Runs a gate runner in this process until the test ends. */
function run({ key = testGateRunnerKey, limit = 60_000, idleLimit = Infinity } = {}) {
  const stopping = new AbortController()
  const lines: string[] = []
  const api = gateApi({ url: portal.url, key })
  const trials = createTrials({ api, cache: cache(), process: script, limit })
  const runner = createGateRunner({
    api,
    trials,
    name: 'two:2',
    say: (line) => lines.push(line),
    shortestWait: 50,
  })
  const ended = runner.run(stopping.signal, idleLimit)
  onTestFinished(async () => {
    stopping.abort()
    await ended.catch(() => undefined)
  })
  return { lines, ended }
}

describe('the gate runner', () => {
  it('tries everything that is queued and then ends, if it shall end when idle', async () => {
    await publish('1.0.0-a')
    await publish('2.0.0-a')
    const { lines, ended } = run({ idleLimit: 1500 })
    await ended
    expect(lines.filter((line) => /^[✓✗]/.test(line))).toHaveLength(2)
    expect(lines.join('\n')).toMatch(/^✓ meetings 1\.0\.0-a passed in \d+ s$/m)
    expect(await recordOf('1.0.0-a')).toMatchObject({
      tried: { result: 'passed', runner: 'two:2', current: true },
    })
    // It gets the release’s served files and the portal’s own shell.
    expect(await recordOf('2.0.0-a')).toMatchObject({
      tried: { result: 'failed', faults: ['/: it threw “No”', '/* 2.0.0-a */', page] },
    })
  })

  it('keeps its key and every other secret from the process that drives the browser', async () => {
    vi.stubEnv('GATE_RUNNER_KEY', testGateRunnerKey)
    vi.stubEnv('PORTAL_TOKEN', 'a-token')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret')
    await publish('3.0.0-a')
    run()
    await expect.poll(async () => (await recordOf('3.0.0-a')).tried?.result).toBe('failed')
    const { faults } = (await recordOf('3.0.0-a')).tried!
    expect(faults).toContain('PATH')
    expect(faults.filter((name) => /KEY|TOKEN|SECRET/.test(name))).toEqual([])
    expect(browserEnvironment(process.env)).not.toHaveProperty('GATE_RUNNER_KEY')
    expect(runnerKey(process.env)).toBe(testGateRunnerKey)
    expect(process.env).not.toHaveProperty('GATE_RUNNER_KEY')
  })

  it.runIf(process.getuid?.() === 0)('tries releases as another user, if it may', async () => {
    vi.stubEnv('TRIAL_USER', '65534')
    // The other user reads the script, which a real runner has in its image.
    chmodSync(folder, 0o755)
    await publish('3.0.0-a')
    run()
    await expect
      .poll(async () => (await recordOf('3.0.0-a')).tried?.faults.at(-1))
      .toBe('uid 65534')
  })

  it('fails a release whose trial doesn’t end', async () => {
    await publish('5.0.0-a')
    run({ limit: 400 })
    await expect
      .poll(() => recordOf('5.0.0-a'))
      .toMatchObject({
        tried: { result: 'failed', faults: ['It was not done after 0 s.'] },
      })
  })

  it('gives no verdict if the trial’s process dies, which says nothing about the release', async () => {
    await publish('4.0.0-a')
    const { lines } = run()
    await expect
      .poll(() => lines.join('\n'))
      .toContain('couldn’t try meetings 4.0.0-a: its process')
    expect(await recordOf('4.0.0-a')).toMatchObject({ trial: { state: 'trying' } })
    expect(await recordOf('4.0.0-a')).not.toHaveProperty('tried')
    // If it stays like this, its team reads what the process wrote.
    await expect
      .poll(async () => (await portal.ports.store.list('release_trials')).documents)
      .toMatchObject([
        {
          log: [
            expect.stringContaining('its process ended with code 1'),
            expect.stringMatching(/Error: The browser is gone\n {4}at /),
          ],
        },
      ])
  })

  it('ends if the portal doesn’t accept its key', async () => {
    const { ended } = run({ key: 'x'.repeat(40) })
    await expect(ended).rejects.toThrow('The gate runner’s key is wrong.')
  })

  it('leaves its trial to another one when it is killed halfway', async () => {
    await publish('5.0.0-a')
    const first = startNode(
      path.join(import.meta.dirname, 'gate-runner/runner-fixture.ts'),
      [script, cache()],
      { env: { PORTAL_URL: portal.url, GATE_RUNNER_KEY: testGateRunnerKey } },
    )
    const pidFile = path.join(folder, 'pid')
    await expect.poll(() => existsSync(pidFile)).toBe(true)
    expect(await recordOf('5.0.0-a')).toMatchObject({ trial: { state: 'trying' } })
    await first.stop('SIGKILL')
    // What it had started ends with it.
    await expect.poll(() => isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
    writeFileSync(script, 'process.send({ faults: [] }, () => process.exit(0))')
    run()
    expect(await recordOf('5.0.0-a')).not.toHaveProperty('tried')
    time += 60_000
    await expect
      .poll(() => recordOf('5.0.0-a'))
      .toMatchObject({
        tried: { result: 'passed', runner: 'two:2' },
      })
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

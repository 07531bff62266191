import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite-document-store.ts'
import { parseSettings } from '../../../platform/env/env.ts'
import { silentLog } from '../../../platform/log.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { Refusal } from '../../../refusal.ts'
import { createRunnerStart } from './runner-start.ts'
import { trialKey, trialsCollection } from './trial-records.ts'

const minute = 60_000
const now = () => new Date()
const shell = 'one'

let store: DocumentStore
let stop: (() => Promise<void>) | undefined
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T09:00:00Z') })
  store = openSqliteStore({ path: ':memory:', now })
})
afterEach(async () => {
  await stop?.()
  await store.close()
  vi.useRealTimers()
})

/** How often a runner is started while the portal runs. */
function running(fails = 0) {
  const start = vi.fn(async () => {
    if (start.mock.calls.length <= fails) throw new Refusal('unavailable', 'No answer.')
  })
  stop = createRunnerStart({ store, shell, start, now, log: silentLog }).start()
  return start
}

const key = (release: string) => trialKey('meetings', release, shell)
async function queue(release: string, leaseFor?: number): Promise<void> {
  const expiresAt = new Date(Date.now() + (leaseFor ?? 0)).toISOString()
  const lease = leaseFor === undefined ? {} : { lease: { runner: 'one:1', expiresAt } }
  const trial = { remote: 'meetings', release, shell, queuedAt: now().toISOString(), attempts: 0 }
  await trialsCollection.in(store).create(key(release), { ...trial, ...lease })
}

it('starts a runner within a minute after a release was queued, and none before', async () => {
  const start = running()
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(start).not.toHaveBeenCalled()
  await queue('1.0.0-a')
  await vi.advanceTimersByTimeAsync(minute)
  expect(start).toHaveBeenCalledTimes(1)
})

it('starts no second runner while one is starting or at work', async () => {
  const start = running()
  await queue('1.0.0-a')
  await vi.advanceTimersByTimeAsync(3 * minute)
  expect(start).toHaveBeenCalledTimes(1)
  await trialsCollection.in(store).delete(key('1.0.0-a'))
  await queue('1.0.0-b', 20 * minute)
  await queue('1.0.0-c')
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(start).toHaveBeenCalledTimes(1)
})

it('starts another one if a runner has died or never came', async () => {
  const start = running()
  await queue('1.0.0-a', minute / 2)
  await vi.advanceTimersByTimeAsync(minute)
  expect(start).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3 * minute)
  expect(start).toHaveBeenCalledTimes(2)
})

it('starts runners after the clock was set back', async () => {
  const start = running()
  await queue('1.0.0-a')
  await vi.advanceTimersByTimeAsync(minute)
  vi.setSystemTime(new Date('2025-11-27T09:00:00Z'))
  await vi.advanceTimersByTimeAsync(4 * minute)
  expect(start.mock.calls.length).toBeGreaterThan(1)
})

it('needs the key that its runner sends', () => {
  const GATE_RUNNER_JOB = 'projects/larkspur-portal/locations/us-west1/jobs/gate-runner'
  expect(() => parseSettings({ GATE_RUNNER_JOB })).toThrow('GATE_RUNNER_JOB needs GATE_RUNNER_KEY')
  const GATE_RUNNER_KEY = 'k'.repeat(32)
  expect(parseSettings({ GATE_RUNNER_JOB, GATE_RUNNER_KEY }).gateRunnerJob).toBe(GATE_RUNNER_JOB)
  expect(() => parseSettings({ GATE_RUNNER_JOB: 'gate-runner', GATE_RUNNER_KEY })).toThrow(
    'it is not projects/…/locations/…/jobs/…',
  )
})

it('tries again a minute later if a runner can’t be started', async () => {
  const start = running(2)
  await queue('1.0.0-a')
  await vi.advanceTimersByTimeAsync(3 * minute)
  expect(start).toHaveBeenCalledTimes(3)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '../../refusal.ts'
import { silentLog } from '../log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { gaugeJobs } from './job-metrics.ts'
import { createJob, createJobs } from './jobs.ts'

const minute = 60_000
const begin = new Date('2026-11-27T09:00:00Z')
const now = () => new Date()

beforeEach(() => void vi.useFakeTimers({ now: begin }))
afterEach(() => void vi.useRealTimers())

/** A job that ends as `outcomes` say, one run a minute, and its metrics. */
function startedJob(outcomes: ('done' | 'held' | 'failed')[]) {
  const run = async () => {
    const outcome = outcomes.shift()
    if (outcome === 'failed') throw new Refusal('unavailable', 'The database is down.')
    return outcome
  }
  const definition = { name: 'uploads', does: 'deletes old uploads', failure: 'not deleted' }
  const jobs = createJobs([
    createJob({ ...definition, every: minute, run }, { now, log: silentLog }),
  ])
  const metrics = createMetrics()
  gaugeJobs(metrics, jobs, now)
  const stop = jobs.start()
  const value = async (metric: string, labels = 'name="uploads"') => {
    const line = `portal_background_job_${metric}{${labels}} `
    const found = (await metrics.text()).split('\n').find((each) => each.startsWith(line))
    return found && Number(found.slice(line.length))
  }
  return { stop, value }
}

it('shows when a job last succeeded, and how its runs ended', async () => {
  const { stop, value } = startedJob(['done', 'held', 'failed'])
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(await value('last_success_timestamp_seconds')).toBe(begin.getTime() / 1000)
  expect(await value('runs_total', 'name="uploads",outcome="done"')).toBe(1)
  expect(await value('runs_total', 'name="uploads",outcome="held"')).toBe(1)
  expect(await value('runs_total', 'name="uploads",outcome="failed"')).toBe(1)
  expect(await value('running')).toBe(0)
  await stop()
})

it('shows how long a job has been failing, until a run succeeds', async () => {
  const { stop, value } = startedJob(['failed', 'failed', 'done'])
  await vi.advanceTimersByTimeAsync(minute + 1)
  expect(await value('last_success_timestamp_seconds')).toBeUndefined()
  expect(await value('failing_seconds')).toBeCloseTo(60.001)
  await vi.advanceTimersByTimeAsync(minute)
  expect(await value('failing_seconds')).toBe(0)
  await stop()
})

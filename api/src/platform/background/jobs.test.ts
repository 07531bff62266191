import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../log.ts'
import { Refusal } from '../../refusal.ts'
import { createJob, createJobs } from './jobs.ts'
import { leaseTime, processId } from './lease.ts'

const minute = 60_000
const begin = new Date('2026-11-27T09:00:00Z')
const now = () => new Date()

beforeEach(() => void vi.useFakeTimers({ now: begin }))
afterEach(() => void vi.useRealTimers())

const usual = { name: 'uploads', does: 'deletes old uploads', failure: 'not deleted' }

/** A log that keeps what is written. */
function keptLog() {
  const lines: string[] = []
  const keep = (message: string) => void lines.push(message)
  return { lines, log: { ...silentLog, warn: keep, error: keep } }
}

describe('a background job', () => {
  it('runs at the start and then periodically, until it is stopped', async () => {
    const run = vi.fn(async () => undefined)
    const stop = createJob({ ...usual, every: minute, run }, { now, log: silentLog }).start()
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * minute)
    expect(run).toHaveBeenCalledTimes(3)
    await stop()
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('waits for its first run as long as configured', async () => {
    const run = vi.fn(async () => undefined)
    const job = createJob(
      { ...usual, every: 60 * minute, first: 5 * minute, run },
      { now, log: silentLog },
    )
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(5 * minute - 1)
    expect(run).not.toHaveBeenCalled()
    expect(await job.state()).toMatchObject({ nextRun: '2026-11-27T09:05:00.000Z' })
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(1)
    await stop()
  })

  it('never runs twice at a time', async () => {
    let atOnce = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, (atOnce += 1))
      await new Promise((resolve) => setTimeout(resolve, 2.5 * minute))
      atOnce -= 1
    }
    const stop = createJob({ ...usual, every: minute, run }, { now, log: silentLog }).start()
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(most).toBe(1)
    const stopped = stop()
    await vi.advanceTimersByTimeAsync(3 * minute)
    await stopped
  })

  it('aborts its run when it is stopped, and waits for its end', async () => {
    const ended: string[] = []
    const run = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          ended.push('run')
          resolve()
        })
      })
    const stop = async () => void ended.push('what it has begun')
    const job = createJob({ ...usual, every: minute, run, stop }, { now, log: silentLog })
    const stopJobs = createJobs([job]).start()
    expect(await job.state()).toMatchObject({ isRunning: true })
    await stopJobs()
    expect(ended.toSorted()).toEqual(['run', 'what it has begun'])
    expect(await job.state()).toMatchObject({ isRunning: false })
  })

  it('logs an outage once, and every defect, and runs again', async () => {
    const { lines, log } = keptLog()
    const errors = [
      ...[1, 2].map(() => new Refusal('unavailable', 'The database is down.')),
      ...[1, 2].map(() => new Error('wrong')),
      undefined,
      new Refusal('unavailable', 'The database is down.'),
    ]
    const run = async () => {
      const error = errors.shift()
      if (error) throw error
    }
    const job = createJob({ ...usual, every: minute, run }, { now, log })
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(lines).toEqual(['not deleted', 'defect', 'defect', 'not deleted'])
    expect(await job.state()).toMatchObject({ lastRun: { outcome: 'failed' } })
    await stop()
  })

  it('runs again as soon as the lease of another instance may have ended', async () => {
    let isHeld = true
    const run = vi.fn(async () => (isHeld ? 'held' : undefined))
    const job = createJob({ ...usual, every: 60 * minute, run }, { now, log: silentLog })
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(leaseTime)
    expect(run).toHaveBeenCalledTimes(2)
    expect(await job.state()).toMatchObject({ lastRun: { outcome: 'held' } })
    isHeld = false
    await vi.advanceTimersByTimeAsync(leaseTime)
    expect(run).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(59 * minute)
    expect(run).toHaveBeenCalledTimes(3)
    await stop()
  })

  it('looks again at the latest after its own pause while another instance holds the lease', async () => {
    let expiresAt = '2026-11-27T09:00:07.000Z'
    const run = vi.fn(async () => 'held')
    const job = createJob(
      {
        ...usual,
        every: minute,
        lookWhileHeld: 5000,
        run,
        lease: async () => ({ holder: 'another', expiresAt }),
      },
      { now, log: silentLog },
    )
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(5000)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(run).toHaveBeenCalledTimes(3)
    expiresAt = '2026-11-27T09:30:00.000Z'
    await vi.advanceTimersByTimeAsync(5000)
    expect(run).toHaveBeenCalledTimes(4)
    await stop()
  })

  it('runs when it is told to, but not before its start, twice at a time, or after its stop', async () => {
    let end = Promise.withResolvers<void>()
    const run = vi.fn(() => end.promise)
    const job = createJob(
      { ...usual, every: 60 * minute, first: minute, run },
      { now, log: silentLog },
    )
    void job.runNow()
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).not.toHaveBeenCalled()
    for (let n = 0; n < 3; n += 1) void job.runNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(1)
    void job.runNow()
    await vi.advanceTimersByTimeAsync(minute)
    expect(run).toHaveBeenCalledTimes(1)
    end.resolve()
    end = Promise.withResolvers<void>()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
    end.resolve()
    await stop()
    void job.runNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('resolves once the requested run has ended, also if another one was running', async () => {
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run = vi.fn(() => ends[run.mock.calls.length - 1]!.promise)
    const jobs = createJobs([createJob({ ...usual, every: minute, run }, { now, log: silentLog })])
    const stop = jobs.start()
    const ended = vi.fn()
    const asked = jobs.runNow(['uploads']).then(ended)
    ends[0]!.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
    expect(ended).not.toHaveBeenCalled()
    ends[1]!.resolve()
    await asked
    await stop()
  })

  it('counts a run as failed that has logged why, without a line of its own', async () => {
    const { lines, log } = keptLog()
    const job = createJob({ ...usual, every: minute, run: async () => 'failed' }, { now, log })
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(await job.state()).toMatchObject({ lastRun: { outcome: 'failed' } })
    expect(lines).toEqual([])
    await stop()
  })

  it('shows its last and next run, and which instance holds its lease', async () => {
    const held = (holder: string, at = '2026-11-27T09:30:00.000Z') => ({ holder, expiresAt: at })
    let lease: ReturnType<typeof held> | undefined = held(processId)
    const definition = { ...usual, every: minute, run: async () => undefined }
    const job = createJob({ ...definition, lease: async () => lease }, { now, log: silentLog })
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(minute)
    const at = '2026-11-27T09:01:00.000Z'
    expect(await createJobs([job]).states()).toEqual([
      {
        name: 'uploads',
        does: 'deletes old uploads',
        isRunning: false,
        lastRun: { startedAt: at, endedAt: at, outcome: 'done' },
        nextRun: '2026-11-27T09:02:00.000Z',
        lease: { holder: 'this instance', expiresAt: '2026-11-27T09:30:00.000Z' },
      },
    ])
    // Written by the previous release.
    lease = held('localhost:1')
    expect(await job.state()).toMatchObject({ lease: { holder: 'another instance' } })
    lease = held(processId, at)
    expect(await job.state()).not.toHaveProperty('lease')
    await stop()
    expect(await job.state()).not.toHaveProperty('nextRun')
  })

  it('shows its state without its lease if the database can’t be reached', async () => {
    const definition = { ...usual, every: minute, run: async () => undefined }
    const lease = async () => Promise.reject(new Refusal('unavailable', 'The database is down.'))
    const job = createJob({ ...definition, lease }, { now, log: silentLog })
    expect(await job.state()).toEqual({ name: usual.name, does: usual.does, isRunning: false })
  })
})

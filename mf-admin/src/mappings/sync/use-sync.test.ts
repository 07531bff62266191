import type { SyncStatus } from '@portal/contract/sync'
import { expect, it } from 'vitest'
import { followSync } from './use-sync.ts'

const status = (more: Partial<SyncStatus>): SyncStatus => ({
  status: 'running',
  runId: 'mine',
  documents: 20,
  ...more,
})

const refusal = (code: string, message: string) =>
  Object.assign(new Error(message), {
    name: 'ApiError',
    code,
    status: 0,
    requestId: '',
    ...(code === 'offline' ? {} : { isProblem: true }),
  })

/** Follows a sync whose polls return these statuses, the last one repeatedly; no real time passes. */
async function followed(started: SyncStatus | Error, ...answers: (SyncStatus | Error)[]) {
  const seen: SyncStatus[] = []
  let clock = 0
  const give = (answer: SyncStatus | Error) => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const outcome = await followSync({
    trigger: async () => give(started),
    status: async () => give(answers.length > 1 ? answers.shift()! : answers[0]!),
    onStatus: (latest) => seen.push(latest),
    wait: async (duration) => {
      clock += duration
    },
    now: () => clock,
  })
  return { ...outcome, seen, took: clock }
}

it('polls every 2 s until the run has completed', async () => {
  const { message, kind, duration, took } = await followed(
    status({}),
    status({ progress: { done: 3, total: 9 } }),
    status({ status: 'completed', documents: 21 }),
  )
  expect(message).toBe('Sync complete. 21 documents available.')
  expect({ kind, duration, took }).toEqual({ kind: 'good', duration: 3000, took: 4000 })
})

it('ignores the completed status of an earlier run', async () => {
  const earlier = { runId: 'earlier', last_sync_time: '2026-11-20T10:00:00Z' }
  const { took } = await followed(
    status({ last_sync_time: earlier.last_sync_time }),
    status({ ...earlier, status: 'completed' }),
    status({ ...earlier, status: 'completed' }),
    status({ status: 'completed', last_sync_time: '2026-11-20T11:00:00Z' }),
  )
  expect(took).toBe(6000)
})

it('accepts the run that follows the one it started', async () => {
  const { kind } = await followed(
    status({ last_sync_time: '2026-11-20T10:00:00Z' }),
    status({ runId: 'later' }),
    status({ runId: 'later', status: 'completed', last_sync_time: '2026-11-20T10:05:00Z' }),
  )
  expect(kind).toBe('good')
})

it('returns the reason of a failed run', async () => {
  const { message, kind, duration } = await followed(
    status({}),
    status({ status: 'failed', error_message: 'The drive folder can’t be read.' }),
  )
  expect(message).toBe('Sync failed: The drive folder can’t be read.')
  expect({ kind, duration }).toEqual({ kind: 'bad', duration: 5000 })
})

it('gives up after 5 min', async () => {
  const { message, took } = await followed(status({}), status({}))
  expect(message).toBe('Sync timed out or failed')
  expect(took).toBe(300_000)
})

it('keeps polling when a response is lost', async () => {
  const { kind } = await followed(
    status({}),
    refusal('offline', 'Unable to connect to server.'),
    status({ status: 'completed' }),
  )
  expect(kind).toBe('good')
})

it('ends at once when the sync is refused', async () => {
  const { message, took } = await followed(refusal('forbidden', 'Admins only.'))
  expect(message).toBe('Sync failed: Admins only.')
  expect(took).toBe(0)
})

it('passes on every state for the progress', async () => {
  const { seen } = await followed(
    status({}),
    status({ progress: { done: 1, total: 2 } }),
    status({ status: 'completed' }),
  )
  expect(seen.map((latest) => latest.progress?.done)).toEqual([undefined, 1, undefined])
})

import { createJob, type Job } from '../../../platform/background/jobs.ts'
import { hasExpired } from '../../../platform/background/lease.ts'
import type { Log } from '../../../platform/log.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { trialsCollection } from './trial-records.ts'

/** How often the queue is looked at, and how long a runner that was started may take to ask for work, in ms. */
const interval = 60_000
const startTime = 180_000

type Parts = {
  store: DocumentStore
  /** The portal's build of the shell; undefined if it isn't known. */
  shell: string | undefined
  start: (signal: AbortSignal) => Promise<void>
  now: () => Date
  log: Log
}

/** Starts a gate runner that ends when it is idle, once a release waits and no runner is at work. */
export function createRunnerStart({ store, shell, start, now, log }: Parts): Job {
  let startedAt = -Infinity

  const run = async (signal: AbortSignal): Promise<void> => {
    // Also after the clock was set back.
    const isStarting = Math.abs(now().getTime() - startedAt) < startTime
    if (shell === undefined || isStarting) return
    const { documents } = await trialsCollection.in(store).list({ where: { shell } })
    // A runner that is at work takes what waits next.
    const isAtWork = documents.some(({ lease }) => lease && !hasExpired(lease, now()))
    if (documents.length === 0 || isAtWork) return
    await start(signal)
    startedAt = now().getTime()
    log.info('gate runner started', { waiting: documents.length })
  }

  return createJob(
    {
      name: 'gate-runner',
      does: 'starts the gate runner when a release waits for its trial',
      every: interval,
      first: interval,
      failure: 'the gate runner was not started',
      run,
    },
    { now, log },
  )
}

import { statSync } from 'node:fs'
import { startWorkerThread } from '../../platform/background/worker-thread.ts'
import type { StoreMaintenance } from '../../platform/store/document-store.ts'
import { isQuicklyChecked } from './sqlite-open.ts'

export type MaintenanceJob = { path: string; task: 'check' | 'compact' }
export type MaintenanceOutcome = {
  /** Of a check: what is damaged. Names collections, not documents: their ids may contain a person's. */
  defects: string[]
}

/**
 * A file of up to this size is rewritten in about three seconds, for which writes wait; in bytes. Requests wait for the
 * database for up to five.
 */
const largestCompacted = 100 * 1024 * 1024

/** In ms: a GB is checked in half a minute, or in some minutes on a busy machine. */
const timeout = 3_600_000

type Parts = {
  path: string
  /** Runs `work` while nothing is written. */
  withoutWrites: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether something was deleted or replaced since it was last called. */
  hasErased: () => boolean
}

/** Work on the whole file, in a thread with a connection of its own, so that requests are answered meanwhile. */
export function createMaintenance({ path, withoutWrites, hasErased }: Parts): StoreMaintenance {
  const run = async (task: MaintenanceJob['task'], signal: AbortSignal) => {
    const script = new URL('./sqlite-maintenance-worker.ts', import.meta.url)
    const thread = startWorkerThread<MaintenanceJob, MaintenanceOutcome>(script, {
      timeout,
      memoryMb: 256,
    })
    try {
      const outcome = await thread.ask({ path, task }, signal)
      signal.throwIfAborted()
      return outcome
    } finally {
      await thread.stop()
    }
  }
  return {
    isCheckedAtStart: isQuicklyChecked(path),
    async check(signal) {
      const outcome = await run('check', signal)
      return outcome?.defects
    },
    async compact(signal) {
      if (statSync(path).size > largestCompacted || !hasErased()) return false
      return (await withoutWrites(() => run('compact', signal))) !== undefined
    },
  }
}

import { constants, getPriority, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'

/** Runs a worker's script after its thread has made way for the one that answers requests. */
export type LowPriority = { script: string }

// Linux sets it for the calling thread, other systems for the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // Some sandboxes refuse it; the work is done anyway.
  }
}
await import((workerData as LowPriority).script)

import { constants, getPriority, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'

/** Runs a worker's script with a lower priority than the thread that answers requests. */
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

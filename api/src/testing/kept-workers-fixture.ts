import type { Worker } from 'node:worker_threads'
import { newWorkers, type Workers } from '../platform/background/worker-thread.ts'

/** How much memory of its next job an idle worker may keep. */
const mostKept = 0.25

/** Of all test files that run in this process: they share this module. */
const idle = new Map<string, Worker>()
const kinds = new WeakMap<Worker, { kind: string; memoryMb: number }>()

/**
 * Keeps one idle worker of each kind for the next test. Starting the workers that read a PDF costs more than most tests
 * with a PDF.
 */
export function keptWorkers(): Workers {
  const started = (kind: string, script: URL, memoryMb: number) => {
    const worker = newWorkers.start(script, memoryMb)
    kinds.set(worker, { kind, memoryMb })
    worker.once('exit', () => {
      if (idle.get(kind) === worker) idle.delete(kind)
    })
    return worker
  }
  const isSmall = async (worker: Worker) => {
    const { external_memory: kept } = await worker.getHeapStatistics()
    return kept < mostKept * kinds.get(worker)!.memoryMb * 1024 * 1024
  }
  return {
    start(script, memoryMb) {
      const kind = `${script.href} ${memoryMb}`
      const worker = idle.get(kind) ?? started(kind, script, memoryMb)
      idle.delete(kind)
      return worker
    },
    async end(worker, isReusable) {
      const kind = kinds.get(worker)?.kind
      // A worker that was started before these were used.
      if (kind === undefined) return newWorkers.end(worker, isReusable)
      if (isReusable && (await isSmall(worker).catch(() => false)) && !idle.has(kind)) {
        return idle.set(kind, worker)
      }
      return newWorkers.end(worker, isReusable)
    },
  }
}

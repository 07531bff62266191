import { parentPort, type Transferable } from 'node:worker_threads'

/**
 * In a worker: answers each job. `moved` lists the buffers of an answer that are transferred instead of copied. A job
 * that throws ends the worker, whose memory may be in an unknown state.
 */
export function answerJobs<Outcome>(
  work: (job: never) => Outcome | Promise<Outcome>,
  moved: (outcome: Outcome) => Transferable[] = () => [],
): void {
  // pdf-lib warns about every irregularity; what matters is in the outcome.
  // oxlint-disable-next-line no-console -- nothing is printed
  console.warn = () => {}
  const answer = async (job: never) => {
    const outcome = await work(job)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(outcome, moved(outcome))
  }
  parentPort?.on('message', (job) => void answer(job as never))
}

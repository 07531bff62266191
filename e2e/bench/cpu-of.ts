import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Arguments of a Node process that reports its CPU time. */
export const reportingCpu = ['--import', path.join(import.meta.dirname, 'cpu-reporter.ts')]

/** The CPU time that a process needs while `work` is done, in µs. */
export async function cpuOf(child: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  const before = await cpuTime(child)
  await work()
  return (await cpuTime(child)) - before
}

async function cpuTime(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [{ cpu }] = (await answer) as [{ cpu: number }]
  return cpu
}

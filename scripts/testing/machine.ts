import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * The CPU seconds that this machine has spent since it started. The times of child processes don't suffice: a browser's
 * renderers outlive the process that could wait for them.
 */
export function machineCpu(): number {
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)
  return busy.reduce((sum, time) => sum + time, 0) / 1000
}

/** Whether other programs already use this machine: a load above its cores, or half of their time in this second. */
export async function isBusy(): Promise<boolean> {
  const cores = availableParallelism()
  if (loadavg()[0]! > cores) return true
  const [cpu, began] = [machineCpu(), performance.now()]
  await delay(1000)
  return (machineCpu() - cpu) / ((performance.now() - began) / 1000) > cores / 2
}

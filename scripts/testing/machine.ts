import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * The CPU seconds of the sample work on the machine that the budgets were set on. It is derived: the linter and the smoke
 * journeys took 0.6 times as long there as on a machine where the sample work takes 0.4 s.
 */
const usual = 0.24

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

/** How many times as long as on the machine of the budgets the same work takes here; 1 on a faster machine. */
export function slowdown(): number {
  const before = process.cpuUsage()
  sampleWork()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 1e6 / usual)
}

/** Allocates, compares and parses, as most of a test run does. */
function sampleWork(): void {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    id: `row-${n}`,
    words: ['a', 'paper', String(n)],
  }))
  for (let round = 0; round < 10; round += 1) {
    const copies = JSON.parse(JSON.stringify(rows)) as typeof rows
    copies.toSorted((a, b) => (a.words[2]! < b.words[2]! ? -1 : 1))
  }
}

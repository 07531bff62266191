import type { TimedTest } from '../test-results.ts'

/** The most CPU seconds that a suite may take, about a third above a run on two quiet cores. */
export const cpuBudgets: Record<string, number> = {
  'Types and lint': 80,
  Build: 80,
  'Build of the production shell': 40,
  'Unit, port and screen suites': 560,
  'Journeys in Chromium': 560,
  'Smoke journeys': 120,
}

/** The most seconds that a test may take by the clock. */
const testLimit = 45

/** Tests that may take longer, as `file › name`, and why. */
const slowTests: Record<string, string> = {}

export type Spent = { suite: string; cpu: number; tests: TimedTest[] }

/** What exceeds its budget, in sentences. */
export function exceeded(spent: Spent[]): string[] {
  const suites = spent.flatMap(({ suite, cpu }) => {
    const budget = cpuBudgets[suite]
    return budget !== undefined && cpu > budget
      ? [`${suite} took ${cpu.toFixed(0)} s of CPU time; its budget is ${budget} s.`]
      : []
  })
  const tests = spent
    .flatMap(({ tests: timed }) => timed)
    .filter((test) => test.seconds > testLimit && !(titleOf(test) in slowTests))
    .map(
      (test) =>
        `${titleOf(test)} took ${test.seconds.toFixed(0)} s; a test may take ${testLimit} s.`,
    )
  return [...suites, ...tests]
}

/** The slowest tests of all suites. */
export function slowest(spent: Spent[], count: number): TimedTest[] {
  return spent
    .flatMap(({ tests }) => tests)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}

export function titleOf({ file, name }: TimedTest): string {
  return `${file} › ${name}`
}

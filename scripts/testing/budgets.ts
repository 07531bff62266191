import type { TimedTest } from '../test-results.ts'

/** The most CPU seconds that a suite may take. They are to become smaller: all together are meant to take 18 minutes. */
export const cpuBudgets: Record<string, number> = {
  'Types and lint': 80,
  Build: 40,
  'Build of the production shell': 30,
  // One machine took 830 and 1,330 s for the same tests, half an hour apart.
  'Unit, port and screen suites': 1400,
  'Journeys in Chromium': 800,
  'Smoke journeys': 120,
}

/** The most seconds that a test may take by the clock. */
const testLimit = 45

/** Tests that may take longer, as `file › name`, and why. */
export const slowTests: Record<string, string> = {
  'e2e/journeys/accessibility.spec.ts › axe finds nothing on the member routes':
    'Axe looks at ten pages of a member.',
  'e2e/smoke/smoke.spec.ts › selected words are highlighted and written about, and found by keys after a reload':
    'WebKit and Firefox draw a paper in software.',
  'e2e/journeys/portal-cli.spec.ts › reports all objections to a release at once, publishes a sound one, promotes it to everyone and rolls it back':
    'It builds, publishes and promotes with the real commands.',
  'e2e/journeys/start.spec.ts › start prints address, accounts, data and how to stop, Ctrl-C stops everything it started, and a sign-in survives until the next start':
    'It starts the whole portal twice, with its own emulator and sample.',
  'e2e/journeys/left-screens.spec.ts › the screens of the members’ remotes leave nothing behind, however often they are left':
    'It opens and leaves every screen many times.',
}

export type Spent = { suite: string; cpu: number; tests: TimedTest[] }

/** What exceeds its budget, in sentences, on a machine that takes `slowdown` times as long for the same work. */
export function exceeded(spent: Spent[], slowdown = 1): string[] {
  const limit = testLimit * slowdown
  const suites = spent.flatMap(({ suite, cpu }) => {
    const budget = (cpuBudgets[suite] ?? Infinity) * slowdown
    return cpu > budget
      ? [`${suite} took ${cpu.toFixed(0)} s of CPU time; its budget is ${budget.toFixed(0)} s.`]
      : []
  })
  const tests = spent
    .flatMap(({ tests: timed }) => timed)
    .filter((test) => test.seconds > limit && !(titleOf(test) in slowTests))
    .map(
      (test) =>
        `${titleOf(test)} took ${test.seconds.toFixed(0)} s; a test may take ${limit.toFixed(0)} s.`,
    )
  return [...suites, ...tests]
}

/** The slowest tests of all suites. */
export function slowest(spent: Spent[], count: number): TimedTest[] {
  return spent
    .flatMap(({ tests }) => tests)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

export function titleOf({ file, name }: TimedTest): string {
  return `${file} › ${name}`
}

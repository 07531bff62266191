import type { TimedTest } from '../test-results.ts'

/** The most CPU seconds that a suite may take. They are to become smaller: all together are meant to take 18 minutes. */
export const cpuBudgets: Record<string, number> = {
  'Types and lint': 120,
  Build: 80,
  'Build of the production shell': 50,
  'Unit, port and screen suites': 1500,
  'Journeys in Chromium': 2200,
  'Smoke journeys': 500,
}

/** The most seconds that a test may take by the clock. */
const testLimit = 45

/** Tests that may take longer, as `file › name`, and why. */
const slowTests: Record<string, string> = {
  'e2e/journeys/qa.spec.ts › an admin’s pages are tested with a session that a person has saved':
    'It runs all journeys that a deployed portal allows.',
  'e2e/smoke/smoke.spec.ts › selected words are highlighted and written about, and found by keys after a reload':
    'WebKit and Firefox are slow in software.',
  'e2e/journeys/dev.spec.ts › dev updates an edited screen of a remote and of the shell in place, and keeps typed text':
    'It starts two development servers on a copy of the workspace.',
  'e2e/journeys/start.spec.ts › a sign-in survives the stop and the next start':
    'It starts the whole portal twice, with its own emulator and sample.',
  'e2e/journeys/stories.spec.ts › axe finds nothing in any component story, light or dark, in any text size':
    'It builds the stories, and looks at each of them.',
  'e2e/journeys/admin-mappings.spec.ts › a document among many is found by its folder, and one for another quarter is matched to its slot':
    'It syncs a drive of many papers.',
  'e2e/journeys/accessibility-states.spec.ts › axe finds nothing in any state of the screens, 1 of 2':
    'It looks at many screens under axe.',
  'e2e/journeys/accessibility-states.spec.ts › axe finds nothing in any state of the screens, 2 of 2':
    'It looks at many screens under axe.',
  'e2e/journeys/every-page.spec.ts › every member page loads completely with the requested releases':
    'It opens every page.',
  'e2e/journeys/every-page.spec.ts › every admin page loads completely with the requested releases':
    'It opens every page.',
  'e2e/journeys/portal-cli.spec.ts › reports all objections at once':
    'It builds a release and tries it in a browser.',
  'e2e/journeys/start.spec.ts › start prints address, accounts, data and how to stop, and Ctrl-C stops everything it started':
    'It starts the whole portal with its own emulator and sample.',
  'e2e/journeys/admin-agenda.spec.ts › an admin creates a meeting, edits and publishes its agenda, and a member sees it':
    'It follows a whole story of several people, which takes half of this on a machine with nothing else to do.',
  'e2e/journeys/board-book.spec.ts › a member goes from the agenda to the book, to a paper and back, and updates the book after a paper changed':
    'It follows a whole story of several people, which takes half of this on a machine with nothing else to do.',
  'e2e/journeys/second-factor.spec.ts › a member turns on two-step sign-in, signs in with a code, and an admin resets it':
    'It follows a whole story of several people, which takes half of this on a machine with nothing else to do.',
  'e2e/journeys/paper-versions.spec.ts › a member reads a paper, the liaison replaces it, and the member steps through what changed':
    'It follows a whole story of several people, which takes half of this on a machine with nothing else to do.',
  'e2e/journeys/my-notes.spec.ts › notes follow their words into new versions, are placed by hand if those are lost, and leave as files':
    'It follows a whole story of several people, which takes half of this on a machine with nothing else to do.',
  'e2e/journeys/slow-line.spec.ts › a viewer whose code stops halfway shows a message, and Try Again opens the paper':
    'It waits for deadlines.',
  'e2e/journeys/readme-pictures.spec.ts › the README’s pictures show today’s screens':
    'It takes all pictures of the README.',
}

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

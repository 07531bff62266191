import { readFileSync } from 'node:fs'
import path from 'node:path'
import { journeyResults, type Results } from '../test-results.ts'

/** Test files and engines to run; all of a kind that isn't given. */
export type Selection = {
  /** Types, lint, format, boundaries and unused code. */
  checks: boolean
  units?: string[]
  journeys?: string[]
  engines: string[]
}

export type Part = {
  name: string
  /** Output that is still buffered; a check that only exits counts as one. */
  results?: () => Results
}

export type Suite = Part & {
  command: string[]
  env?: Record<string, string>
  /** What one command runs at the same time, if each is counted separately. */
  parts?: Part[]
}

export const engines = ['WebKit', 'Firefox']

/** What checks the sources without running them. */
const checks: Suite[] = [
  // The linter reports compiler errors as well: both need the types, and computing them is most of
  // the work.
  { name: 'Types and lint', command: ['oxlint'] },
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Boundaries', command: ['node', 'scripts/boundaries.ts'] },
  { name: 'Unused code', command: ['knip'] },
]

export const checkNames = checks.map(({ name }) => name)

/** The suites of a run, in order. `folder` is where they write their results. */
export function suitesOf(
  selection: Selection,
  { quick = false, long = false }: { quick?: boolean; long?: boolean },
  folder: string,
): Suite[] {
  const { units, journeys } = selection
  const unitFile = path.join(folder, 'unit.json')
  const journeyFile = path.join(folder, 'journeys.json')
  const smokeFile = path.join(folder, 'smoke.json')
  const playwright = (config: string, ...more: string[]) => ({
    command: ['playwright', 'test', '--config', `e2e/${config}`, ...more],
  })
  const unit: Suite[] = [
    { name: 'Programs that tests use', command: ['node', 'scripts/install-programs.ts'] },
    {
      name: 'Unit, port and screen suites',
      command: [
        'vitest',
        'run',
        '--reporter=dot',
        '--reporter=./scripts/unit-reporter.ts',
        // Suites that wait for emulators, processes and deadlines take longer than all the others.
        ...(quick ? ['--project', '!long'] : []),
        ...(units ?? []),
      ],
      env: { UNIT_RESULTS: unitFile },
      results: () => JSON.parse(readFileSync(unitFile, 'utf8')) as Results,
    },
  ]
  const build: Suite[] = [
    {
      name: 'Build',
      command: ['node', 'scripts/build.ts'],
    },
    {
      name: 'Build of the production shell',
      command: ['node', 'scripts/build.ts', '--shell-identity=firebase', '--only=shell'],
    },
  ]
  const chromium: Suite = {
    name: 'Journeys in Chromium',
    ...playwright('playwright.config.ts', ...(journeys ?? []).map(asPattern)),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyFile },
    results: () => journeyResults(journeyFile),
  }
  const ownFile = path.join(folder, 'own-accounts.json')
  const ownAccounts: Suite = {
    name: 'Attacks on the portal’s own accounts',
    ...playwright('own-accounts.config.ts'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: ownFile },
    results: () => journeyResults(ownFile),
  }
  const smoke: Suite[] = [
    { name: 'Browsers of the smoke journeys', command: ['node', 'scripts/install-engines.ts'] },
    {
      name: 'Smoke journeys',
      ...playwright('smoke.config.ts', ...selection.engines.map((name) => `--project=${name}`)),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: smokeFile },
      parts: selection.engines.map((engine) => ({
        name: `Smoke journeys in ${engine}`,
        results: () => journeyResults(smokeFile, engine),
      })),
    },
  ]
  const runs = (files: string[] | undefined) => files === undefined || files.length > 0
  return [
    ...(selection.checks ? checks : []),
    // Before the unit suites, because some of them read builds; nothing writes one after this.
    ...(quick ? [] : build),
    ...(runs(units) ? unit : []),
    ...(!quick && runs(journeys) ? [chromium] : []),
    // What differs in them is in `own-accounts-table.test.ts` and `own-sign-in-routes.test.ts`.
    ...(!quick && long && !journeys ? [ownAccounts] : []),
    ...(!quick && selection.engines.length > 0 ? smoke : []),
  ]
}

/** The suites of a run, each with its test files unless these are all of them. */
export function listOf(
  selection: Selection,
  options: { quick?: boolean; long?: boolean },
): string[] {
  const files = [...(selection.units ?? []), ...(selection.journeys ?? [])]
  return [
    ...suitesOf(selection, options, '').map(({ name }) => name),
    ...files.map((file) => `  ${file}`),
  ]
}

/** The builds come before everything that reads them. */
export function isBuild({ name }: Suite): boolean {
  return name.startsWith('Build')
}

/** Playwright takes patterns, not paths. */
function asPattern(file: string): string {
  return `${file.replaceAll('.', String.raw`\.`)}$`
}

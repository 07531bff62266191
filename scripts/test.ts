import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { journeyResults, type Results } from './test-results.ts'

const quick = process.argv.includes('--quick')
const long = process.argv.includes('--long')

/** What `test --long` tries of what is random or combined; each suite names its own smaller number. */
const longCounts = {
  TEST_LONG: '1',
  HISTORIES: '2000',
  KILLS: '200',
  REQUEST_SEEDS: '50',
}
const root = path.resolve(import.meta.dirname, '..')
const results = mkdtempSync(path.join(tmpdir(), 'board-portal-tests-'))
const unitFile = path.join(results, 'unit.json')
const journeyFile = path.join(results, 'journeys.json')
const smokeFile = path.join(results, 'smoke.json')

type Part = {
  name: string
  /** Output that is still buffered; a check that only exits counts as one. */
  results?: () => Results
}

type Suite = Part & {
  command: string[]
  env?: Record<string, string>
  /** What one command runs at the same time, if each is counted separately. */
  parts?: Part[]
}

const checks: Suite[] = [
  // The linter reports compiler errors as well: both need the types, and computing them is most of
  // the work.
  { name: 'Types and lint', command: ['oxlint'] },
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Boundaries', command: ['node', 'scripts/boundaries.ts'] },
  { name: 'Unused code', command: ['knip'] },
  { name: 'Programs that check PDFs', command: ['node', 'scripts/install-pdf-programs.ts'] },
  {
    name: 'Unit, port and screen suites',
    command: [
      'vitest',
      'run',
      '--reporter=dot',
      '--reporter=./scripts/unit-reporter.ts',
      // Suites that wait for emulators, processes and deadlines take longer than all the others.
      ...(quick ? ['--project', '!long'] : []),
    ],
    env: { UNIT_RESULTS: unitFile },
    results: () => JSON.parse(readFileSync(unitFile, 'utf8')) as Results,
  },
]

const journeys: Suite[] = [
  { name: 'Build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'Build of the production shell',
    command: ['node', 'scripts/build.ts', '--shell-identity=firebase', '--only=shell'],
  },
  {
    name: 'Journeys in Chromium',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyFile },
    results: () => journeyResults(journeyFile),
  },
  { name: 'Browsers of the smoke journeys', command: ['node', 'scripts/install-engines.ts'] },
  {
    name: 'Smoke journeys',
    command: ['playwright', 'test', '--config', 'e2e/smoke.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: smokeFile },
    parts: ['WebKit', 'Firefox'].map((engine) => ({
      name: `Smoke journeys in ${engine}`,
      results: () => journeyResults(smokeFile, engine),
    })),
  },
]

const all: Results[] = []
for (const suite of quick ? checks : [...checks, ...journeys]) all.push(...(await run(suite)))
rmSync(results, { recursive: true })
conclude()

async function run(suite: Suite): Promise<Results[]> {
  const began = performance.now()
  console.log(`\n── ${suite.name}`)
  const code = await exitCode(suite)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const parts = suite.parts ?? [suite]
  const outcomes = parts.map((part) => outcome(part, code))
  // A non-zero exit is a failure even if every counted test has passed.
  if (code !== 0 && outcomes.every(({ failed }) => failed === 0)) outcomes[0]!.failed = 1
  return parts.map(({ name }, index) => {
    const { passed, failed, skipped, failures } = outcomes[index]!
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(`── ${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`)
    const heading = failed > 0 ? [`${name}: ${failed} failed`] : []
    return { passed, failed, skipped, failures: [...heading, ...failures] }
  })
}

function outcome({ results: read }: Part, code: number): Results {
  const failed = code === 0 ? 0 : 1
  if (!read) return { passed: 1 - failed, failed, skipped: 0, failures: [] }
  try {
    const counted = read()
    const ran = counted.passed + counted.failed
    if (ran + counted.failures.length === 0) throw new Error('it ran nothing')
    return counted
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: [String(error)] }
  }
}

/** Repeats what failed, because the original output is far above by now. */
function conclude(): void {
  const sum = (of: 'passed' | 'failed' | 'skipped') =>
    all.reduce((n, suiteResults) => n + suiteResults[of], 0)
  for (const failure of all.flatMap(({ failures }) => failures)) console.log(`\n${failure}`)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exit(sum('failed') > 0 ? 1 : 0)
}

function exitCode({ command: [program, ...args], env }: Suite): Promise<number> {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter)
  return new Promise((resolve) => {
    spawn(program!, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(long ? longCounts : {}), ...env, PATH },
    })
      .once('error', (error) => {
        console.error(error.message)
        resolve(127)
      })
      .once('exit', (code) => resolve(code ?? 1))
  })
}

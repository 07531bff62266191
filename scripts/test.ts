import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const quick = process.argv.includes('--quick')
const root = path.resolve(import.meta.dirname, '..')
const results = mkdtempSync(path.join(tmpdir(), 'board-portal-tests-'))
const unitResults = path.join(results, 'unit.json')
const journeyResults = path.join(results, 'journeys.json')

type Count = { passed: number; failed: number; skipped: number }
type Suite = {
  name: string
  command: string[]
  env?: Record<string, string>
  /** How many of what it ran; a check that only exits counts as one. */
  count?: () => Count
}

const checks: Suite[] = [
  // The linter reads what the compiler says as well: both know the types, and to find them out is most of the work.
  { name: 'Types and lint', command: ['oxlint'] },
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Boundaries', command: ['node', 'scripts/boundaries.ts'] },
  { name: 'Unused code', command: ['knip'] },
  {
    name: 'Unit, port and screen suites',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${unitResults}`],
    count: () => {
      const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = read(
        unitResults,
      ) as Record<string, number>
      // A file that doesn't load fails as a suite, without a test in it.
      const failed = Math.max(numFailedTests!, numFailedTestSuites! > 0 ? 1 : 0)
      return { passed: numPassedTests!, failed, skipped: numPendingTests! }
    },
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
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyResults },
    count: () => {
      const { stats } = read(journeyResults) as {
        stats: { expected: number; unexpected: number; flaky: number; skipped: number }
      }
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      }
    },
  },
]

const total: Count = { passed: 0, failed: 0, skipped: 0 }
for (const suite of quick ? checks : [...checks, ...journeys]) add(await run(suite))
rmSync(results, { recursive: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed > 0 ? 1 : 0)

async function run(suite: Suite): Promise<Count> {
  const began = performance.now()
  console.log(`\n── ${suite.name}`)
  const code = await exitCode(suite)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const count = outcome(suite, code)
  if (count.passed + count.failed === 0) {
    console.error(`${suite.name} ran nothing.`)
    count.failed = 1
  }
  console.log(`── ${suite.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`)
  return count
}

/** A non-zero exit is a failure even when every test it counted has passed. */
function outcome(suite: Suite, code: number): Count {
  const failed = code === 0 ? 0 : 1
  if (!suite.count) return { passed: 1 - failed, failed, skipped: 0 }
  try {
    const count = suite.count()
    return { ...count, failed: Math.max(count.failed, failed) }
  } catch (error) {
    console.error(`${suite.name} left no results: ${String(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function exitCode({ command: [program, ...args], env }: Suite): Promise<number> {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter)
  return new Promise((resolve) => {
    spawn(program!, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, PATH },
    })
      .once('error', (error) => {
        console.error(error.message)
        resolve(127)
      })
      .once('exit', (code) => resolve(code ?? 1))
  })
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function add(count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { exceeded, slowest, type Spent, titleOf } from './testing/budgets.ts'
import { isBusy, machineCpu, slowdown } from './testing/machine.ts'
import { durationsFile, selectChanged, selectShard } from './testing/selection.ts'
import {
  checkNames,
  engines,
  isBuild,
  listOf,
  type Part,
  type Suite,
  suitesOf,
} from './testing/suites.ts'
import { differences, type Listing, listFiles } from './testing/unchanged-files.ts'
import type { Results } from './test-results.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Without the browser, and without the suites that need emulators and processes. */
    quick: { type: 'boolean', default: false },
    /** With every combination and many more random cases. */
    long: { type: 'boolean', default: false },
    /** Only what differs from a commit can reach; by default from the branch on the server. */
    changed: { type: 'boolean', default: false },
    /** One of several parts that take about as long as each other: `2/4`. */
    shard: { type: 'string' },
    /** Prints what would run. */
    list: { type: 'boolean', default: false },
    /** Records how long each file takes, for the shards. */
    record: { type: 'boolean', default: false },
  },
})

/** What `test --long` tries of what is random or combined; each suite names its own smaller number. */
const longCounts = {
  TEST_LONG: '1',
  HISTORIES: '2000',
  KILLS: '200',
  REQUEST_SEEDS: '50',
}
const root = path.resolve(import.meta.dirname, '..')
const none = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [], files: {} }

const { selection, reason } = options.changed
  ? await selectChanged(positionals[0], options.long)
  : options.shard
    ? selectShard(options.shard, options.long)
    : { selection: { checks: true, engines } }
if (reason) console.log(reason)
if (options.list) {
  console.log(listOf(selection, options).join('\n'))
  process.exit(0)
}

const wasBusy = await isBusy()
const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-tests-'))
const suites = suitesOf(selection, options, folder)
const all: Results[] = []
const spent: Spent[] = []
let before: Listing | undefined
for (const suite of suites) {
  if (!isBuild(suite)) before ??= listFiles()
  all.push(...(await run(suite)))
}
rmSync(folder, { recursive: true })
if (options.record) record()
conclude()

async function run(suite: Suite): Promise<Results[]> {
  const [began, cpuBefore] = [performance.now(), machineCpu()]
  console.log(`\n── ${suite.name}`)
  const code = await exitCode(suite)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const cpu = machineCpu() - cpuBefore
  const parts = suite.parts ?? [suite]
  const outcomes = parts.map((part) => outcome(part, code))
  // A non-zero exit is a failure even if every counted test has passed.
  if (code !== 0 && outcomes.every(({ failed }) => failed === 0)) outcomes[0]!.failed = 1
  spent.push({ suite: suite.name, cpu, tests: outcomes.flatMap(({ tests }) => tests) })
  const results = parts.map(({ name }, index) => {
    const { passed, failed, skipped, failures } = outcomes[index]!
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    const time = `${seconds} s, ${cpu.toFixed(1)} s of CPU time`
    console.log(`── ${name}: ${passed} passed, ${failed} failed${left} (${time})`)
    const heading = failed > 0 ? [`${name}: ${failed} failed`] : []
    return { ...outcomes[index]!, failures: [...heading, ...failures] }
  })
  return [...results, ...changedFiles(suite)]
}

function outcome({ results: read }: Part, code: number): Results {
  const failed = code === 0 ? 0 : 1
  if (!read) return { ...none, passed: 1 - failed, failed }
  try {
    const counted = read()
    const ran = counted.passed + counted.failed
    if (ran + counted.failures.length === 0) throw new Error('it ran nothing')
    return counted
  } catch (error) {
    return { ...none, failed: 1, failures: [String(error)] }
  }
}

/** Fails a suite that changed what other tests read. */
function changedFiles(suite: Suite): Results[] {
  // What comes after a build is compared with the result of that build.
  if (isBuild(suite)) before = undefined
  if (!before) return []
  const { name } = suite
  const now = listFiles()
  const differing = differences(before, now)
  before = now
  if (differing.length === 0) return []
  const heading = `${name} changed files of the workspace, which other tests read:`
  return [{ ...none, failed: 1, failures: [[heading, ...differing.slice(0, 20)].join('\n    ')] }]
}

/** Repeats what failed, because the original output is far above by now. */
function conclude(): void {
  const count = 10
  console.log(`\nThe ${count} slowest tests:`)
  for (const test of slowest(spent, count)) {
    console.log(`  ${test.seconds.toFixed(1).padStart(6)} s  ${titleOf(test)}`)
  }
  const total = spent.reduce((sum, { cpu }) => sum + cpu, 0)
  console.log(`\nCPU time: ${total.toFixed(0)} s`)
  const overBudget = options.long ? [] : exceeded(spent, slowdown())
  if (wasBusy && overBudget.length > 0) {
    console.log('\nOnly a warning, because this machine was busy when the run began:')
    for (const sentence of overBudget) console.log(`  ${sentence}`)
  } else if (overBudget.length > 0) {
    all.push({ ...none, failed: overBudget.length, failures: overBudget })
  }
  const sum = (of: 'passed' | 'failed' | 'skipped') =>
    all.reduce((n, suiteResults) => n + suiteResults[of], 0)
  for (const failure of all.flatMap(({ failures }) => failures)) console.log(`\n${failure}`)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exit(sum('failed') > 0 ? 1 : 0)
}

/** Writes the durations that the shards are balanced by, and prints the slowest files of unit tests. */
function record(): void {
  const files = Object.assign({}, ...all.map((results) => results.files)) as Record<string, number>
  const cpuOf = (name: string) => spent.find(({ suite }) => suite === name)?.cpu ?? 0
  const others = {
    checks: checkNames.reduce((sum, name) => sum + cpuOf(name), 0) / 2,
    ...Object.fromEntries(engines.map((engine) => [engine, cpuOf('Smoke journeys') / 2])),
  }
  const durations = { ...others, ...files }
  const rounded = Object.entries(durations)
    .filter(([name]) => !name.startsWith('e2e/smoke/'))
    .map(([name, seconds]) => [name, Math.round(seconds * 10) / 10] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
  const units = rounded.filter(([name]) => /\.test\.tsx?$/.test(name))
  console.log('\nThe 30 slowest files of unit tests:')
  for (const [name, seconds] of units.toSorted((a, b) => b[1] - a[1]).slice(0, 30)) {
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
  }
}

function exitCode({ command: [program, ...args], env }: Suite): Promise<number> {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter)
  return new Promise((resolve) => {
    spawn(program!, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(options.long ? longCounts : {}), ...env, PATH },
    })
      .once('error', (error) => {
        console.error(error.message)
        resolve(127)
      })
      .once('exit', (code) => resolve(code ?? 1))
  })
}

import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** The limit for a benchmark, in minutes: one that waits forever says nothing. `DEADLINE` sets another. */
const deadline = Number(process.env['DEADLINE'] || 60)

type Bench = { measures: string; command: string[]; env?: Record<string, string> }

const benches: Record<string, Bench> = {
  api: inE2e('api.ts', 'CPU time per request against node:http alone'),
  book: inE2e('book.ts', 'a board book of 20 papers, 400 pages and 60 MB'),
  canary: inE2e('canary.ts', 'an equal candidate and a slower one in real browsers (PEOPLE=)'),
  fairness: inE2e(
    'fairness.ts',
    'ordinary reads beside one and five hostile members (DURATION=, CONTAINER=none)',
  ),
  federation: inE2e('federation.ts', 'first pages, federated and as one bundle'),
  histories: {
    measures: '10,000 random histories of saves (HISTORIES=)',
    command: ['vitest', 'run', '--project', 'server', 'api/src/testing/histories.test.ts'],
    env: { HISTORIES: '10000' },
  },
  instances: inE2e(
    'instances.ts',
    'two portals on one database and bucket: saves, releases, and what is lost (ROUNDS=)',
  ),
  keystrokes: inE2e(
    'keystrokes.ts',
    'from a key to the next paint with 2,000 files and 1,000 users (ROUNDS=)',
  ),
  notes: inE2e(
    'notes.ts',
    '500 notes on a paper of 100 pages: placing them in its next version, and showing them (ROUNDS=)',
  ),
  notices: inE2e('notices.ts', 'the digests of 300 people with 12 papers'),
  overload: inE2e('overload.ts', 'reads under ten times too much load, and among slow clients'),
  readers: inE2e(
    'readers.ts',
    '25 readers on a schedule, beside a sync, board books, exports and comparisons (MINUTES=, MEGABYTES=)',
  ),
  releases: inE2e('releases.ts', 'how soon the next page has another release'),
  requests: inE2e('generated-requests.ts', 'a million generated requests (REQUESTS=, SEED=)'),
  scale: inE2e('scale.ts', 'time, memory and reads of the store at 1, 10 and 100 times the sample'),
  screens: inE2e('screens.ts', 'the web vitals of a member’s screens (ROUNDS=)'),
  search: inE2e('search.ts', 'the portal’s search, with 2,000 papers (PAPERS=, QUERIES=)'),
  sync: inE2e('sync.ts', 'a first sync of 1,500 papers, and the syncs after it'),
  uploads: inE2e('uploads.ts', 'memory while four uploads of 150 MB are completed (MEGABYTES=)'),
}

const [name, ...args] = process.argv.slice(2)
const bench = name === undefined ? undefined : benches[name]
if (bench) run(bench)
else {
  const list = Object.entries(benches).map(
    ([benchName, { measures }]) => `  ${benchName.padEnd(12)}${measures}`,
  )
  const unknown = name === undefined ? '' : `There is no benchmark called ${name}. `
  console.log(`${unknown}Run one with: npx -y pnpm@12 bench <name>\n\n${list.join('\n')}`)
  process.exitCode = name === undefined ? 0 : 1
}

function inE2e(file: string, measures: string): Bench {
  return { measures, command: [process.execPath, `e2e/bench/${file}`] }
}

function run({ command: [program, ...fixed], env }: Bench): void {
  const { status, error } = spawnSync(program!, [...fixed, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...process.env },
    // The programs that it has started end with it.
    timeout: deadline * 60_000,
  })
  if (error && 'code' in error && error.code === 'ETIMEDOUT') {
    console.error(`It hasn’t ended within ${deadline} minutes. DEADLINE= allows more.`)
    process.exitCode = 1
    return
  }
  if (error) throw error
  process.exitCode = status ?? 1
}

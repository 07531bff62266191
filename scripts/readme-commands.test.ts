import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { suitesOf } from './testing/suites.ts'

const root = path.resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const isLong = process.env['TEST_LONG'] === '1'

/** The commands in the README's blocks and in the first column of its table: `test --quick`. */
function commandsOfReadme(): string[] {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8')
  const blocks = [...text.matchAll(/npx -y pnpm@12 (?:run )?([^`\n]+)/g)].map(
    ([, command]) => command!,
  )
  const rows = [...text.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(?:run )?([^`]+)`/g)].map(([, command]) => command!),
  )
  return [...new Set([...blocks, ...rows])]
}

/** How a command is run here, with arguments that end it soon; or which other test runs its script. */
type Way =
  | { args?: string[]; prints: RegExp; code?: number; isLong?: true }
  | { test: string }
  | 'a suite of its own'

const list: Way = { args: ['--list'], prints: /Unit, port and screen suites|Nothing differs from/ }
const ways: Record<string, Way> = {
  start: { test: 'e2e/journeys/start.spec.ts' },
  dev: { test: 'e2e/journeys/dev.spec.ts' },
  qa: { test: 'e2e/journeys/qa.spec.ts' },
  snapshots: { test: 'e2e/journeys/readme-pictures.spec.ts' },
  test: list,
  lint: 'a suite of its own',
  format: 'a suite of its own',
  boundaries: 'a suite of its own',
  unused: 'a suite of its own',
  build: 'a suite of its own',
  // They build the stories, and collect all endpoints.
  stories: { prints: /Component stories run at/, isLong: true },
  bench: { prints: /federation/ },
  portal: { prints: /portal publish/, code: 2 },
  doctor: { test: 'scripts/printing.test.ts' },
  backup: { test: 'scripts/backup.test.ts' },
  restore: { test: 'scripts/backup.test.ts' },
  environment: { prints: /docs\/environment\.md is up to date\./ },
  contract: { prints: /\d+ paths recorded\./, isLong: true },
}

describe('the README', () => {
  const commands = commandsOfReadme()

  it('names the commands to run and to test the portal', () => {
    expect(commands).toEqual(expect.arrayContaining(['start', 'test', 'test --long']))
  })

  it.each(scriptsWithFlags(commands))('names commands that work: %s %s', async (name, flags) => {
    expect(scripts).toHaveProperty(name)
    const way = ways[name]
    if (way === 'a suite of its own') {
      const suites = suitesOf({ checks: true, engines: [] }, {}, '')
      const started = suites.map((suite) => suite.command.join(' '))
      return expect(started.some((line) => line.startsWith(scripts[name]!))).toBe(true)
    }
    if (way && 'isLong' in way && !isLong) {
      const [, script] = scripts[name]!.split(' ')
      return expect(existsSync(path.join(root, script!))).toBe(true)
    }
    if (way && 'test' in way) return expect(existsSync(path.join(root, way.test))).toBe(true)
    const args = [...flags.split(' ').filter(Boolean), ...(way?.args ?? [])]
    expect(await runScript(name, args, way)).toBe(way?.code ?? 0)
  })
})

/** Each script of the commands, with all flags that they have: they are tried in one run. */
function scriptsWithFlags(commands: string[]): [name: string, flags: string][] {
  const flagsOf = new Map<string, string[]>()
  for (const command of commands) {
    const [name = '', ...options] = command.split(' ').filter((word) => !/[[\]…]/.test(word))
    const flags = options.filter((word) => word.startsWith('-') || /^\d/.test(word))
    flagsOf.set(name, [...(flagsOf.get(name) ?? []), ...flags])
  }
  return [...flagsOf].map(([name, flags]) => [name, flags.join(' ')])
}

/** Runs a script of package.json as pnpm does. Ends it once it has printed what is expected; returns its exit code. */
async function runScript(
  name: string,
  args: string[],
  way: { prints: RegExp } | undefined,
): Promise<number> {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter)
  const child = spawn('sh', ['-c', `exec ${scripts[name]} "$@"`, 'sh', ...args], {
    cwd: root,
    env: { ...process.env, PORT: await freePort(), PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let stops = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // A server runs until it is stopped.
      if (name === 'stories' && way?.prints.test(output)) stops = child.kill()
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(output).toMatch(way?.prints ?? /^/)
  return stops ? 0 : (code ?? 1)
}

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(String(port)))
    })
  })
}

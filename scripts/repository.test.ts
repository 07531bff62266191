import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const isRepository = existsSync(path.join(root, '.git'))

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

describe('a newcomer’s first hour', () => {
  it('has a README of at most 70 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(70)
  })

  it('has at most 20 scripts at the root', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20)
  })

  it('lists the benchmarks when none is named', () => {
    const list = execFileSync(process.execPath, ['scripts/bench.ts'], { cwd: root }).toString()
    expect(list).toMatch(/federation .+\n/)
  })

  it('names only files that exist in the documents at the root', () => {
    for (const document of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']) {
      const links = [...read(document).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link!)
      expect(
        links.filter((link) => !existsSync(path.join(root, link))),
        document,
      ).toEqual([])
    }
  })
})

describe('CODEOWNERS', () => {
  const rules = read('CODEOWNERS')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [pattern, ...owners] = line.split(/\s+/)
      return { path: pattern!.slice(1), owners }
    })

  it('has only rules for one file or folder each, with an owner', () => {
    for (const rule of rules) {
      expect(rule.owners.join(' ')).toMatch(/^@board-portal\/\w+/)
      expect(rule.path).not.toMatch(/[*?]/)
      expect(existsSync(path.join(root, rule.path)), rule.path).toBe(true)
    }
  })

  it.skipIf(!isRepository)('has a rule for every tracked path', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    const unowned = files
      .split('\0')
      .filter((file) => file && !rules.some((rule) => covers(rule.path, file)))
    expect(unowned).toEqual([])
  })
})

function covers(owned: string, file: string): boolean {
  return owned.endsWith('/') ? file.startsWith(owned) : file === owned
}

describe('the development container', () => {
  /** The part of https://containers.dev/implementors/json_reference that is used here. */
  const commands = z.union([z.string(), z.array(z.string()), z.record(z.string(), z.string())])
  const devContainer = z.strictObject({
    $schema: z.url(),
    name: z.string(),
    image: z.string().regex(/^[\w./-]+:[\w.-]+$/),
    onCreateCommand: z.optional(commands),
    updateContentCommand: z.optional(commands),
    postCreateCommand: z.optional(commands),
    postStartCommand: z.optional(commands),
    forwardPorts: z.array(z.int().min(1).max(65_535)),
    portsAttributes: z.record(
      z.string().regex(/^\d+$/),
      z.strictObject({
        label: z.string(),
        onAutoForward: z.enum([
          'notify',
          'openBrowser',
          'openBrowserOnce',
          'openPreview',
          'silent',
          'ignore',
        ]),
      }),
    ),
    remoteUser: z.optional(z.string()),
    containerEnv: z.optional(z.record(z.string(), z.string())),
    customizations: z.strictObject({
      vscode: z.strictObject({ extensions: z.array(z.string().regex(/^[\w-]+\.[\w-]+$/)) }),
    }),
  })
  const container = devContainer.parse(JSON.parse(read('.devcontainer/devcontainer.json')))

  it('describes only ports that it forwards', () => {
    expect(Object.keys(container.portsAttributes).map(Number)).toEqual(container.forwardPorts)
  })

  it('has the recommended extensions', () => {
    const { recommendations } = JSON.parse(read('.vscode/extensions.json')) as {
      recommendations: string[]
    }
    expect(container.customizations.vscode.extensions).toEqual(recommendations)
  })
})

describe('the workflow of the tests', () => {
  type Job = { strategy?: { matrix: { shard: number[] } }; steps: { run?: string }[] }
  const { jobs } = parse(read('.github/workflows/test.yml')) as { jobs: Record<string, Job> }
  const runs = (job: Job) => job.steps.flatMap(({ run }) => run ?? [])

  it('runs each of the four shards on a pull request', () => {
    const { shard } = jobs
    expect(shard!.strategy!.matrix.shard).toEqual([1, 2, 3, 4])
    expect(runs(shard!)).toContain('npx -y pnpm@12 test --shard ${{ matrix.shard }}/4')
  })

  it('runs the long tests every night', () => {
    expect(runs(jobs['long']!)).toContain('npx -y pnpm@12 test --long')
  })
})

describe('updates of dependencies', () => {
  type Rule = { matchPackageNames: string[]; allowedVersions?: string }
  const { packageRules } = JSON.parse(read('renovate.json')) as { packageRules: Rule[] }
  const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> }
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const used = [...Object.keys(catalog), ...Object.keys(optionalDependencies)]

  it('lists only packages in use in its rules', () => {
    const unused = packageRules
      .flatMap(({ matchPackageNames }) => matchPackageNames)
      .filter((name) => !used.some((known) => matches(name, known)))
    expect(unused).toEqual([])
  })

  it('keeps the versions that others can’t replace yet', () => {
    const limited = packageRules.filter(({ allowedVersions }) => allowedVersions !== undefined)
    expect(limited.map(({ matchPackageNames }) => matchPackageNames[0])).toEqual([
      'firebase',
      'vitest',
    ])
    expect(catalog['firebase']).toMatch(/^12\.19\./)
    expect(catalog['vitest']).toBe('5.1.0')
  })

  /** By Renovate’s rules: a name, a pattern in slashes, or a prefix that ends with `**`. */
  function matches(pattern: string, name: string): boolean {
    if (pattern.startsWith('/')) return new RegExp(pattern.slice(1, -1)).test(name)
    return pattern.endsWith('**') ? name.startsWith(pattern.slice(0, -2)) : name === pattern
  }
})

it('gives every package its own version', () => {
  const { fixed, linked } = JSON.parse(read('.changeset/config.json')) as Record<string, unknown>
  expect({ fixed, linked }).toEqual({ fixed: [], linked: [] })
})

import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import type { ImportGraph } from './import-graph.ts'
import { journeysOf } from './journey-table.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What a change can reach: test files, or everything because of one changed file. */
export type Reached = { tests: Set<string> } | { everythingBecauseOf: string }

/** Files that every test depends on, or whose tests can't be determined. */
const common = [
  /^(package\.json|pnpm-[\w-]+\.yaml|tsconfig[\w.]*\.json|vitest\.config\.ts)$/,
  /^(patches|\.ci)\//,
  /(^|\/)(package|tsconfig)\.json$/,
  /(^|\/)rspack\.config\.ts$/,
  /^scripts\/(test|build|portal|child|auth-emulator|unit-reporter)\.ts$/,
  /^e2e\/(playwright\.config|support\/(fixtures|global-setup))\.ts$/,
  /^shell\/remote-kit\/src\/(testing|build\/)/,
  /^api\/src\/(main|app|testing\/test-api|testing\/setup)\.ts$/,
]

/**
 * Modules that put all features together. Every test of a screen or a route imports one of them, and so nearly
 * everything: a change reaches through them only tests of its own feature.
 */
const composition =
  /^(api\/src\/(app|portal-app|ports|open-ports|guarded-ports|main|platform\/app-parts|testing\/test-(api|portal))\.ts|api\/commands\/(doctor|examine-portal)\.ts|.+\/src\/(remote|routes)\.tsx?|shell\/remote-kit\/src\/(testing|memory-api)\.tsx?|shell\/src\/(bootstrap|app)\.tsx?)$/

/** Suites that request every endpoint. */
const everyEndpoint = [
  'api/src/testing/access-table.test.ts',
  'api/src/testing/generated-requests.test.ts',
]

/** The branch that this one will be merged into, as far as git knows it. */
export function defaultBase(): string {
  const known = ['@{upstream}', 'origin/main', 'main'].find(
    (name) =>
      spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0,
  )
  return known ?? 'HEAD'
}

/** The files that differ from where this branch left `base`, with those that git doesn't know yet. */
export function changedSince(base: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const since = git('merge-base', base, 'HEAD')[0]!.trim()
  return [
    ...git('diff', '--name-only', '-z', since),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ]
}

/** The tests that a change of these files can reach. */
export function reachedBy(changed: string[], graph: ImportGraph): Reached {
  const shared = changed.find((file) => common.some((pattern) => pattern.test(file)))
  if (shared) return { everythingBecauseOf: shared }
  const users = usersOf(graph)
  const tests = new Set<string>()
  for (const file of changed) {
    const journeys = journeysOf(file)
    const affected = [
      ...testsUsing(file, users),
      ...testsOfFeature(file, graph),
      ...[...graph.keys()].filter((test) => journeys.includes(journeyName(test))),
    ]
    if (affected.length === 0 && !isDocument(file)) return { everythingBecauseOf: file }
    for (const test of affected) tests.add(test)
  }
  return { tests }
}

/** By file, the files that use it. */
function usersOf(graph: ImportGraph): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const [file, used] of graph) {
    for (const name of used) users.set(name, [...(users.get(name) ?? []), file])
  }
  return users
}

/** The test files that use a file, directly or through others that don't put features together. */
function testsUsing(file: string, users: Map<string, string[]>): string[] {
  const seen = new Set([file])
  for (const reached of seen) {
    if (composition.test(reached)) continue
    for (const user of users.get(reached) ?? []) seen.add(user)
  }
  return [...seen].filter(isTest)
}

/** The tests in a file's feature, and the tests of screens that request what the feature serves. */
function testsOfFeature(file: string, graph: ImportGraph): string[] {
  const feature = featureOf(file)
  if (!feature) return []
  const own = [...graph.keys()].filter((name) => name.startsWith(feature))
  const tests = own.filter(isTest)
  if (!feature.startsWith('api/src/')) return tests
  const isContract = (name: string) => name.startsWith('api/contract/src/')
  const served = own
    .filter((name) => /-(feature|routes)\.ts$/.test(name))
    .flatMap((routes) => [...graph.get(routes)!].filter(isContract))
  const requesting = new Set(
    [...graph]
      .filter(([user, used]) => !user.startsWith('api/') && served.some((name) => used.has(name)))
      .map(([user]) => featureOf(user))
      .filter((name) => name !== undefined),
  )
  const screens = [...graph.keys()].filter(
    (name) => isUnitTest(name) && requesting.has(featureOf(name)!),
  )
  return [...tests, ...screens, ...everyEndpoint]
}

/** The folder of the feature that a file belongs to: `api/src/features/notes/`, `mf-admin/src/users/`. */
function featureOf(file: string): string | undefined {
  return /^(?:api\/src\/(?:features|platform)|(?:api|shell|shared-ui|mf-[\w-]+)\/src)\/[\w-]+\//.exec(
    file,
  )?.[0]
}

/** The name of a journey, by its file: `sign-in` of `e2e/journeys/sign-in.spec.ts`. */
export function journeyName(file: string): string {
  return /^e2e\/(?:journeys|attacks)\/(.+)\.spec\.ts$/.exec(file)?.[1] ?? ''
}

const isUnitTest = (file: string) => /\.test\.tsx?$/.test(file)
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const isDocument = (file: string) =>
  /\.(md|webp|png)$|^\.(changeset|github|vscode|devcontainer)\//.test(file)

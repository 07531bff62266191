import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'

const root = path.resolve(import.meta.dirname, '..')
type Rules = { options: object; forbidden: object[] }
// A plain module, because dependency-cruiser's own command reads it too.
const rules = import(path.join(root, '.dependency-cruiser.mjs')) as Promise<{ default: Rules }>
// Named one by one: for a pattern, dependency-cruiser follows the links between the packages, in circles.
const remotes = globSync('mf-*', { cwd: root }).toSorted()
const folders = ['api', 'shared-ui', 'shell', ...remotes, 'e2e', 'scripts']

export type Violation = { rule: string; from: string; to: string }

/** The imports of each of our own files, by paths that are relative to the root. */
export async function importsOf(): Promise<Map<string, string[]>> {
  const { options } = (await rules).default
  const { output } = await cruise(folders, { ...options, baseDir: root })
  const own = ({ source }: { source: string }) => !source.includes('node_modules')
  return new Map(
    (output as ICruiseResult).modules
      .filter(own)
      .filter(({ source }) => existsSync(path.join(root, source)))
      .map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
  )
}

/**
 * Runs dependency-cruiser's rules over the sources; `modules` is the number of our own files that
 * it parsed.
 */
export async function checkBoundaries(
  places: string[] = folders,
  baseDir = root,
): Promise<{ modules: number; violations: Violation[] }> {
  const { options, forbidden } = (await rules).default
  const { output } = await cruise(places, {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  } as never)
  const { modules, summary } = output as ICruiseResult
  return {
    modules: modules.filter(({ source }) => !source.includes('node_modules')).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

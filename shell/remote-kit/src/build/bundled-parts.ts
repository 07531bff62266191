import path from 'node:path'
import type { Compilation } from '@rspack/core'

/** Maximum number of parts; the smallest are combined, because the record is read often. */
const most = 60

/**
 * The bytes of the bundled sources by package or folder, largest first: `temporal-polyfill`,
 * `mf-meetings/src/agenda`. Minification shrinks all of them by about the same factor.
 */
export function bundledParts(
  { chunks, chunkGraph }: Compilation,
  repository: string,
): Record<string, number> {
  const modules = new Map<string, { part: string; size: number }>()
  const collect = (module: object) => {
    if ('modules' in module) {
      // A concatenation of several modules.
      for (const inner of module.modules as object[]) collect(inner)
      return
    }
    const file = 'resource' in module ? String(module.resource).split('?')[0]! : ''
    if (!path.isAbsolute(file) || !('size' in module)) return
    const size = (module as { size: () => number }).size()
    const known = modules.get(file)
    // A style sheet is a module of names and one of rules.
    modules.set(file, { part: partOf(file, repository), size: (known?.size ?? 0) + size })
  }
  const all = new Set([...chunks].flatMap((chunk) => chunkGraph.getChunkModules(chunk)))
  for (const module of all) collect(module)
  const sums = new Map<string, number>()
  for (const { part, size } of modules.values()) sums.set(part, (sums.get(part) ?? 0) + size)
  const sorted = [...sums].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const rest = sorted.slice(most).reduce((sum, [, size]) => sum + size, 0)
  return Object.fromEntries([...sorted.slice(0, most), ...(rest > 0 ? [['others', rest]] : [])])
}

/** The package of a file in `node_modules`, or else its folder, three levels deep at most. */
export function partOf(file: string, repository: string): string {
  const [inPackages, ...outer] = file.split(/[\\/]node_modules[\\/]/).toReversed()
  if (outer.length > 0) {
    const [first, second] = inPackages!.split(/[\\/]/)
    return first!.startsWith('@') ? `${first}/${second}` : first!
  }
  return path.dirname(path.relative(repository, file)).split(path.sep).slice(0, 3).join('/')
}

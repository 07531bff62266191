import type { Compilation } from '@rspack/core'
import type { Remote, RemoteSlot } from '../remote.ts'
import type { RouteObject } from '../router.ts'

type Screen = { path: string; imports: string[] }

/**
 * Which files a path prefix or slot needs at once. A prefix is the fixed head of a route's path; of the
 * screens that share one, the page asks early for those with the shortest path, and the rest come when
 * they are gone to.
 */
export function preloadMap(
  remote: Remote,
  compilation: Compilation,
  always: string[],
): Record<string, string[]> {
  const filesOf = (imports: string[]) => [
    ...new Set([...always, ...imports.flatMap((path) => filesOfImport(compilation, path))]),
  ]
  const heads = Map.groupBy(screensOf(remote.routes), ({ path }) => fixedHead(path))
  const map: Record<string, string[]> = {}
  for (const prefix of remote.owns) map[prefix] = always
  for (const [head, screens] of heads) {
    const shortest = Math.min(...screens.map(({ path }) => path.split('/').length))
    const first = screens.filter(({ path }) => path.split('/').length === shortest)
    map[head] = filesOf(first.flatMap(({ imports }) => imports))
  }
  for (const [place, slots] of Map.groupBy(Object.values(remote.slots), ({ slot }) => slot)) {
    map[`slot:${place}`] = filesOf(slots.map(({ load }) => importOf(load)))
  }
  return map
}

function screensOf(routes: RouteObject[], base = '', outer: string[] = []): Screen[] {
  return routes.flatMap((route) => {
    const path = route.path?.startsWith('/')
      ? route.path
      : `${base}/${route.path ?? ''}`.replace(/\/+$/, '')
    const imports = typeof route.lazy === 'function' ? [...outer, importOf(route.lazy)] : outer
    if (route.children) return screensOf(route.children, path, imports)
    return imports.length > 0 ? [{ path, imports }] : []
  })
}

/** `/meetings/:year/q/:quarter` → `/meetings` */
function fixedHead(path: string): string {
  return path.replace(/\/[:*].*$/, '') || '/'
}

/** What a `() => import('./x.tsx')` imports: its own text says it, so no list has to be kept beside it. */
function importOf(load: RemoteSlot['load'] | (() => unknown)): string {
  const literal = /import\(\s*(['"])(.+?)\1\s*\)/.exec(load.toString())
  if (!literal) throw new Error(`Screens are named by a literal import, not by ${load.toString()}`)
  return literal[2]!
}

function filesOfImport(compilation: Compilation, request: string): string[] {
  const groups = compilation.chunkGroups.filter((group) =>
    group.origins.some((origin) => origin.request === request),
  )
  if (groups.length === 0) throw new Error(`The build holds no chunk for import('${request}')`)
  return groups.flatMap((group) => group.getFiles())
}

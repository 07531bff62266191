import type { Compilation, Module, ModuleGraphConnection } from '@rspack/core'
import { sharedModules } from './shared-modules.ts'

/** Stands for names that aren't known: the module is used as a whole. */
const asAWhole = '*'

/**
 * The shared module that is imported as a namespace, so that names read from it must exist. Names of
 * other namespaces may be read only to test whether they exist.
 */
const readAsNamespace = '@portal/remote-kit/zod'

/** The shared module that a module of the graph requests from the shell. */
export function consumedName(module: Module): string | undefined {
  if (module.type !== 'consume-shared-module') return undefined
  return /^consume shared module \(.+?\) (\S+)@/.exec(module.readableIdentifier())?.[1]
}

/**
 * By shared module, the names that the bundled code uses of it, in alphabetical order. Neither
 * types nor code that was dropped count.
 */
export function usedNames({ modules, moduleGraph }: Compilation): Record<string, string[]> {
  const used = new Map<string, Set<string>>()
  for (const module of modules) {
    const name = consumedName(module)
    if (name === undefined) continue
    const names = used.get(name) ?? new Set()
    used.set(name, names)
    for (const connection of moduleGraph.getIncomingConnections(module)) {
      const one = nameIn(connection, name, moduleGraph)
      if (one !== undefined) names.add(one)
    }
  }
  return Object.fromEntries(
    sharedModules.flatMap((name) => {
      const names = used.get(name)
      return names ? [[name, [...names].toSorted()]] : []
    }),
  )
}

function nameIn(
  connection: ModuleGraphConnection,
  shared: string,
  moduleGraph: Compilation['moduleGraph'],
): string | undefined {
  const { dependency } = connection
  const { type, ids, loc } = dependency
  // These load the module and use no name of it.
  if (type === 'esm import' || type === 'esm export import') return undefined
  if (connection.getActiveState(undefined) === false) return undefined
  const [first] = ids ?? []
  // `default` of a CommonJS module is all of it.
  if (first === undefined || first === 'default') return asAWhole
  if (type === 'esm export import specifier' || shared === readAsNamespace) return first
  const text = textAt(moduleGraph.getParentModule(dependency), loc)
  return text !== undefined && /^[\w$]+$/.test(text) ? first : asAWhole
}

/** The code at a place within a line. `kit.name` and `'name' in kit` read a namespace, `name` doesn't. */
function textAt(
  module: Module | null,
  place: ModuleGraphConnection['dependency']['loc'],
): string | undefined {
  if (!place || !('start' in place) || !place.end) return undefined
  const { start, end } = place
  if (start.line !== end.line || start.column === undefined || end.column === undefined) {
    return undefined
  }
  const lines = linesOf(module)
  return lines[start.line - 1]?.slice(start.column - 1, end.column - 1)
}

const known = new WeakMap<Module, string[]>()

function linesOf(module: Module | null): string[] {
  if (!module) return []
  const lines = known.get(module) ?? String(module.originalSource()?.source() ?? '').split('\n')
  known.set(module, lines)
  return lines
}

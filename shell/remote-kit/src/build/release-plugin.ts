import { createHash } from 'node:crypto'
import path, { join } from 'node:path'
import type { Compilation, Compiler, Module, ModuleGraphConnection } from '@rspack/core'
import { type ReleaseManifest, releaseManifest } from '@portal/contract/releases'
import { menuIconFault } from '@portal/domain/menu'
import * as z from 'zod/mini'
import { type Brought, chunkOf, packageIn } from './brought-packages.ts'
import { bundledFiles } from './bundled-files.ts'
import { declaredRemote } from './remote-declaration.ts'
import { repositoryOf } from './repository.ts'
import { rangeOf, sharedModules } from './shared-modules.ts'

type ReleaseOptions = {
  dir: string
  version: string
  /** Its id and global as in the build, before `named` completes them. */
  release: string
  global: string
  named: (text: string) => string
  entry: RegExp
  brought: readonly Brought[]
  /** Chunks that no page preloads. */
  apart: readonly string[]
}

/** Writes `release.json`: what a shell needs to check and load this release. */
export function releasePlugin(options: ReleaseOptions) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('release', (compilation) => {
        // Runs after content hashes and integrity attributes: from here on no byte changes.
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tapPromise({ name: 'release', stage }, async () => {
          if (compilation.errors.length > 0) return
          try {
            const manifest = await manifestOf(compilation, options)
            const text = JSON.stringify(manifest, null, 2)
            compilation.emitAsset('release.json', new compiler.rspack.sources.RawSource(text))
          } catch (cause) {
            // A dev server shows it like any other error of the build, and continues.
            compilation.errors.push(cause instanceof Error ? cause : new Error(String(cause)))
          }
        })
      })
    },
  }
}

async function manifestOf(
  compilation: Compilation,
  { dir, version, release, global, named, entry, brought, apart }: ReleaseOptions,
): Promise<ReleaseManifest> {
  const { declaration, screens, settings } = await declaredRemote(join(dir, 'src/remote.ts'))
  const fault = menuIconFault(declaration.navigation)
  if (fault !== undefined) throw new Error(`src/remote.ts: ${fault}`)
  const files = compilation
    .getAssets()
    .filter(({ name }) => !/\.(br|map)$/.test(name) && !name.includes('hot-update'))
    .map(({ name, source }) => fileOf(name, source.buffer()))
    // The compiler lists them in the order in which it finished them.
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
  const container = files.find(({ file }) => entry.test(file))
  if (!container) throw new Error(`${dir} was built without a container`)
  const rare = new Set(apart.flatMap((name) => [...compilation.namedChunks.get(name)!.files]))
  const code = files
    .map(({ file }) => file)
    .filter((file) => /\.(js|css)$/.test(file) && !rare.has(file))
  // Every other file belongs to screens.
  const entryFiles = compilation.entrypoints.get(global)!.getFiles()
  const first = entryFiles.filter((file) => code.includes(file))
  const slots = declaration.slots.map(({ slot }) => `slot:${slot}`)
  return z.parse(releaseManifest, {
    ...declaration,
    release: named(release),
    version,
    entry: container.file,
    global: named(global),
    shared: Object.fromEntries(consumed(compilation).map((name) => [name, rangeOf(name)])),
    sharedFirst: consumed(compilation, global),
    stylesFirst: first.filter((file) => file.endsWith('.css')),
    usedNames: usedNames(compilation),
    ...(brought.length === 0 ? {} : { brings: bringsOf(compilation, brought) }),
    files,
    preload: Object.fromEntries([
      ...declaration.routes.map((owned) => [owned, code]),
      ...slots.map((slot) => [slot, first]),
    ]),
    screens,
    ...(settings && { settings }),
    parts: bundledParts(compilation, repositoryOf(dir)),
  } satisfies ReleaseManifest)
}

function fileOf(file: string, bytes: Buffer) {
  const hash = createHash('sha384').update(bytes).digest('base64')
  return { file, integrity: `sha384-${hash}`, size: bytes.byteLength }
}

/** The packages that the release brings, each in a separate script. */
function bringsOf(
  compilation: Compilation,
  brought: readonly Brought[],
): NonNullable<ReleaseManifest['brings']> {
  const { chunkGraph } = compilation
  const entries = brought.map(({ name, version, packages }) => {
    const own = compilation.namedChunks.get(chunkOf({ name }))
    const others = [...compilation.chunks].filter((chunk) => chunk !== own)
    const isOutside = [...bundledFiles({ chunks: others, chunkGraph })].some((file) =>
      packages.includes(packageIn(file)),
    )
    if (isOutside) {
      throw new Error(
        `src/remote.ts imports ${name}, which package.json brings, so every dashboard would load it: import it in a screen, or within a part’s mount function.`,
      )
    }
    const [file] = own?.files ?? []
    if (file === undefined) throw new Error(`package.json brings ${name}, but no screen uses it.`)
    const compressed = compilation.getAsset(`${file}.br`)!.source.size()
    return [name, { version, file, compressed }] as const
  })
  return Object.fromEntries(entries)
}

/** The shared modules that this release requests, or one of its chunks. */
function consumed({ modules, chunkGraph }: Compilation, chunk?: string): string[] {
  const requested = new Set<string>()
  const isIn = (module: Module) =>
    chunk === undefined || chunkGraph.getModuleChunks(module).some(({ name }) => name === chunk)
  for (const module of modules) {
    const name = consumedName(module)
    if (name !== undefined && isIn(module)) requested.add(name)
  }
  return sharedModules.filter((name) => requested.has(name))
}

/** Maximum number of parts; the smallest are combined, because the record is read often. */
const most = 60

/**
 * The bytes of the bundled sources by package or folder, largest first: `temporal-polyfill`,
 * `mf-meetings/src/agenda`. Minification shrinks all of them by about the same factor.
 */
function bundledParts(
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

/** Represents unknown names: all of the module counts as used. */
const asAWhole = '*'

/**
 * The shared module that is imported as a namespace, so that names read from it must exist. Names of
 * other namespaces may be read only to test whether they exist.
 */
const readAsNamespace = '@portal/remote-kit/zod'

/** The shared module that a module of the graph requests from the shell. */
function consumedName(module: Module): string | undefined {
  if (module.type !== 'consume-shared-module') return undefined
  return /^consume shared module \(.+?\) (\S+)@/.exec(module.readableIdentifier())?.[1]
}

/**
 * By shared module, the names that the bundled code uses of it, in alphabetical order. Neither
 * types nor code that was dropped count.
 */
function usedNames({ modules, moduleGraph }: Compilation): Record<string, string[]> {
  const used = new Map<string, Set<string>>()
  for (const module of modules) {
    const name = consumedName(module)
    if (name === undefined) continue
    const names = used.get(name) ?? new Set()
    used.set(name, names)
    for (const connection of moduleGraph.getIncomingConnections(module)) {
      const usedName = nameIn(connection, name, moduleGraph)
      if (usedName !== undefined) names.add(usedName)
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

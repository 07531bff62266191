import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Compiler, rspack, type Compilation, type Module, type Chunk } from '@rspack/core'
import { packageOf, type ReleaseSupport } from '@portal/domain/release-support'
import { leanRuntime } from './lean-runtime.ts'
import {
  isFirst,
  providedVersion,
  sharedModules,
  componentsFolder,
  type SharedOffer,
  usualOffer,
} from './shared-modules.ts'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What federation adds to the shell's build: the modules that it provides, and the runtime. */
export function hostFederation({ dev, offer = usualOffer }: HostOptions) {
  const fileOf = (request: string) => offer.files?.[request] ?? request
  return {
    entries: [...componentStyles(), ...sharedModules.filter(isFirst).map(fileOf)],
    optimization: dev ? {} : { splitChunks: { cacheGroups: { components } } },
    plugins: [
      runtime(),
      providedModules(offer),
      namedModules([...laterModules.map(fileOf), ...Object.values(offer.adapters)]),
      earlierVersions(offer),
      leanRuntime(),
      providedPlugin(offer),
      ...(dev ? [] : [sharedFiles(), providedNames(offer)]),
    ],
  }
}

type HostOptions = { dev: boolean; offer?: SharedOffer | undefined }

function versionIn({ versions = {} }: SharedOffer, request: string): string {
  return versions[packageOf(request)] ?? providedVersion(request)
}

/** The shell's code reads it: `shell/src/earlier-majors.ts`. */
function earlierVersions({ support }: SharedOffer) {
  const versions = Object.entries(support.majors).map(([owner, { version }]) => [owner, version])
  return new rspack.DefinePlugin({
    EARLIER_VERSIONS: JSON.stringify(Object.fromEntries(versions)),
  })
}

/** Writes `provided.json`: a release that needs something else is refused when it is published. */
function providedPlugin(offer: SharedOffer) {
  const versions = sharedModules.map((name) => [name, versionIn(offer, name)])
  const text = JSON.stringify(Object.fromEntries(versions), null, 2)
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('provided', (compilation) => {
        compilation.hooks.processAssets.tap('provided', () =>
          compilation.emitAsset('provided.json', new compiler.rspack.sources.RawSource(text)),
        )
      })
    },
  }
}

/** Shared with remotes. The shell's own code imports the same modules, not through the sharing. */
function providedModules(offer: SharedOffer) {
  const provided = (shareKey: string, version: string, eager: boolean) => ({
    shareKey,
    eager,
    version,
    requiredVersion: `^${version}`,
    singleton: true,
    strictVersion: true,
  })
  const provides = Object.fromEntries([
    ...sharedModules.map((request) => [
      offer.files?.[request] ?? request,
      provided(request, versionIn(offer, request), isFirst(request)),
    ]),
    ...Object.entries(offer.adapters).map(([request, file]) => {
      const earlier = offer.support.majors[packageOf(request)]
      if (!earlier) throw new Error(`${file} adapts an earlier major that isn’t supported`)
      return [file, provided(request, earlier.version, false)]
    }),
  ])
  return new rspack.sharing.ProvideSharedPlugin({
    provides,
    shareScope: 'default',
    enhanced: true,
  })
}

function runtime(): ModuleFederationPlugin {
  return new ModuleFederationPlugin({
    name: 'shell',
    remotes: {},
    shareStrategy: 'loaded-first',
    experiments: {
      provideExternalRuntime: true,
      optimization: { target: 'web', disableSnapshot: true },
    },
    manifest: false,
    dts: false,
    dev: false,
  })
}

/**
 * Writes `provided-names.json`: the names that each shared module exports. A release that uses
 * another one is refused before its code runs. `support.json` has those of earlier majors.
 */
function providedNames(offer: SharedOffer) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('provided names', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'provided names', stage }, () => {
          if (compilation.errors.length > 0) return
          const names = exportedNames(compilation)
          const write = (file: string, content: object) => {
            const text = JSON.stringify(content, null, 2)
            compilation.emitAsset(file, new compiler.rspack.sources.RawSource(text))
          }
          write(
            'provided-names.json',
            namesIn(names, sharedModules, (name) => versionIn(offer, name)),
          )
          write('support.json', supportWith(names, offer))
        })
      })
    },
  }
}

/** By module and version: `@portal/shared-ui/card@1.2.0`. */
type KnownNames = ReadonlyMap<string, string[]>

function exportedNames({ modules, moduleGraph }: Compilation): KnownNames {
  const known = new Map<string, string[]>()
  for (const module of modules) {
    const provided = providedAs(module)
    const [content] = moduleGraph.getOutgoingConnections(module)
    const names = content?.module && moduleGraph.getProvidedExports(content.module)
    if (provided !== undefined && Array.isArray(names)) known.set(provided, names.toSorted())
  }
  return known
}

function namesIn(
  known: KnownNames,
  modules: readonly string[],
  versionOf: (module: string) => string,
): Record<string, string[]> {
  return Object.fromEntries(
    modules.flatMap((name) => {
      const names = known.get(`${name}@${versionOf(name)}`)
      return names ? [[name, names]] : []
    }),
  )
}

/** What is supported, with the names that the adapters export. */
function supportWith(known: KnownNames, { support, adapters }: SharedOffer): ReleaseSupport {
  const majors = Object.entries(support.majors).map(([owner, major]) => {
    const own = Object.keys(adapters).filter((module) => packageOf(module) === owner)
    const names = namesIn(known, own, () => major.version)
    return [owner, { ...major, names }]
  })
  return { ...support, majors: Object.fromEntries(majors) }
}

function providedAs(module: Module): string | undefined {
  if (module.type !== 'provide-module') return undefined
  return /^provide shared module \(.+?\) (\S+@[\d.]+)/.exec(module.readableIdentifier())?.[1]
}

const name = 'components'

const laterModules = sharedModules.filter((request) => !isFirst(request))

/**
 * Puts all shared components that aren't in the shell's first script, with their libraries, into
 * one file: a page that needs one of them usually needs several.
 */
const components = {
  name,
  chunks: 'async' as const,
  enforce: true,
  priority: 1,
  test: (module: Module, { chunkGraph }: Pick<Compilation, 'chunkGraph'>) =>
    chunkGraph.getModuleChunks(module).some(providesShared),
}

function providesShared(chunk: Chunk): boolean {
  return [...chunk.groupsIterable].some((group) =>
    group.origins.some(({ module }) => module?.type === 'provide-module'),
  )
}

/** References these modules in the shell's code, without loading them: only referenced modules are provided. */
function namedModules(requests: readonly string[]) {
  const imports = requests.map((request) => `() => import(${JSON.stringify(request)})`)
  const module = `data:text/javascript,export default [${imports.join(', ')}]`
  return {
    apply(compiler: Compiler) {
      new compiler.rspack.EntryPlugin(compiler.context, module, { name: 'shell' }).apply(compiler)
    },
  }
}

/**
 * The styles of all shared components. They stay in the shell's one style sheet: a later one would override a remote's
 * styles.
 */
function componentStyles(): string[] {
  const folder = join(componentsFolder, 'src')
  const files = readdirSync(folder).filter((file) => file.endsWith('.module.css'))
  const ofViewer = ['end-of-paper', 'opening-picture', 'panels'].map(
    (styles) => `viewer/${styles}.module.css`,
  )
  return [...files.toSorted(), 'parts/paper-dialog.module.css', ...ofViewer].map((file) =>
    join(folder, file),
  )
}

/**
 * Writes `shared-files.json`: the files of each shared module that isn't in the shell's first
 * script. A page preloads those that it needs.
 */
function sharedFiles() {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('shared files', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'shared files', stage }, () => {
          const chunk = compilation.namedChunks.get(name)
          if (!chunk) throw new Error('The shell was built without its later components')
          const sheet = [...chunk.files].find((file) => file.endsWith('.css'))
          if (sheet) throw new Error(`The styles of ${sheet} belong in componentStyles()`)
          const files = [...chunk.files].map((file) => {
            const bytes = compilation.getAsset(file)!.source.buffer()
            const hash = createHash('sha384').update(bytes).digest('base64')
            return { file, integrity: `sha384-${hash}` }
          })
          const text = JSON.stringify(
            Object.fromEntries(laterModules.map((request) => [request, files])),
            null,
            2,
          )
          compilation.emitAsset('shared-files.json', new compiler.rspack.sources.RawSource(text))
        })
      })
    },
  }
}

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Compiler, rspack, type Compilation, type Module } from '@rspack/core'
import { leanRuntime } from './lean-runtime.ts'
import { components, componentStyles, namedComponents, sharedFiles } from './shared-components.ts'
import { isFirst, providedVersion, rangeOf, sharedModules } from './shared-modules.ts'

/** What federation adds to the shell's build: the modules that it provides, and the runtime. */
export function hostFederation({ dev }: { dev: boolean }) {
  return {
    entries: [...componentStyles(), ...sharedModules.filter(isFirst)],
    optimization: dev ? {} : { splitChunks: { cacheGroups: { components } } },
    plugins: [
      runtime(),
      providedModules(),
      namedComponents(),
      leanRuntime(),
      providedPlugin(),
      ...(dev ? [] : [sharedFiles(), providedNames()]),
    ],
  }
}

/** Writes `provided.json`: a release that needs something else is refused when it is published. */
function providedPlugin() {
  const versions = sharedModules.map((name) => [name, providedVersion(name)])
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
function providedModules() {
  const provides = Object.fromEntries(
    sharedModules.map((request) => [
      request,
      {
        shareKey: request,
        eager: isFirst(request),
        version: providedVersion(request),
        requiredVersion: rangeOf(request),
        singleton: true,
        strictVersion: true,
      },
    ]),
  )
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
 * another one is refused before its code runs.
 */
function providedNames() {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('provided names', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'provided names', stage }, () => {
          if (compilation.errors.length > 0) return
          const text = JSON.stringify(exportedNames(compilation), null, 2)
          const source = new compiler.rspack.sources.RawSource(text)
          compilation.emitAsset('provided-names.json', source)
        })
      })
    },
  }
}

function exportedNames({ modules, moduleGraph }: Compilation): Record<string, string[]> {
  const known = new Map<string, string[]>()
  for (const module of modules) {
    const name = providedName(module)
    const [content] = moduleGraph.getOutgoingConnections(module)
    const names = content?.module && moduleGraph.getProvidedExports(content.module)
    if (name !== undefined && Array.isArray(names)) known.set(name, names.toSorted())
  }
  return Object.fromEntries(
    sharedModules.flatMap((name) => {
      const names = known.get(name)
      return names ? [[name, names]] : []
    }),
  )
}

function providedName(module: Module): string | undefined {
  if (module.type !== 'provide-module') return undefined
  return /^provide shared module \(.+?\) (\S+)@/.exec(module.readableIdentifier())?.[1]
}

import type { Compilation, Compiler, Module } from '@rspack/core'
import { sharedModules } from './shared-modules.ts'

/**
 * Writes `provided-names.json`: the names that each shared module exports. A release that uses
 * another one is refused before its code runs.
 */
export function providedNames() {
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

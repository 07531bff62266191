import type { Compiler } from '@rspack/core'
import { isForTools } from '@portal/contract/releases'
import { withoutTimes } from './zip-times.ts'

/**
 * Completes what the federation plugin writes for other tools: the manifest gets the release's id
 * and an order that doesn't depend on the build's timing, and the archive of types has no times. The
 * plugin's statistics aren't part of a release. All of it is written after the id is known, so it
 * doesn't change the id.
 */
export function toolFiles(named: (text: string) => string) {
  return {
    apply(compiler: Compiler) {
      const { Compilation, sources } = compiler.rspack
      compiler.hooks.thisCompilation.tap('tool files', (compilation) => {
        const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1
        compilation.hooks.processAssets.tap({ name: 'tool files', stage }, () => {
          compilation.deleteAsset(statistics)
          for (const { name, source } of compilation.getAssets()) {
            if (!isForTools(name)) continue
            const bytes = name.endsWith('.zip')
              ? withoutTimes(source.buffer())
              : ofManifest(name, named(source.source().toString()))
            compilation.updateAsset(name, new sources.RawSource(bytes))
          }
        })
      })
    },
  }
}

type Manifest = { shared: { id: string }[] }

/** The shared modules in order of their ids; the plugin lists them as the build has found them. */
function ofManifest(name: string, text: string): string {
  if (!name.endsWith('.json')) return text
  const manifest = JSON.parse(text) as Manifest
  const shared = manifest.shared.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return JSON.stringify({ ...manifest, shared }, undefined, 2)
}

const statistics = 'mf-stats.json'

/** Whether the federation plugin writes this file for other tools: it doesn't change a release's id. */
export function isToolFile(name: string): boolean {
  return name === statistics || isForTools(name)
}

/** The federation plugin's `dts` option: an archive of the exposed module's types, and the file that refers to it. */
export const exposedTypes = {
  generateTypes: { generateAPITypes: true, compileInChildProcess: true, abortOnError: true },
  consumeTypes: false,
  displayErrorInTerminal: false,
} as const

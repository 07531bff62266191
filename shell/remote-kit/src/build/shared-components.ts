import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Chunk, Compilation, Compiler, Module } from '@rspack/core'
import { componentsFolder, isFirst, sharedModules } from './shared-modules.ts'

const name = 'components'
const laterModules = sharedModules.filter((request) => !isFirst(request))

/**
 * Puts all shared components that aren't in the shell's first script, with their libraries, into
 * one file: a page that needs one of them usually needs several.
 */
export const components = {
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

/** References these components in the shell's code, without loading them: only referenced modules are provided. */
export function namedComponents() {
  const imports = laterModules.map((request) => `() => import('${request}')`)
  const module = `data:text/javascript,export default [${imports.join(', ')}]`
  return {
    apply(compiler: Compiler) {
      new compiler.rspack.EntryPlugin(compiler.context, module, { name: 'shell' }).apply(compiler)
    },
  }
}

/**
 * The styles of all shared components. They stay in the shell's one style sheet: a later one would
 * override those of a remote.
 */
export function componentStyles(): string[] {
  const folder = join(componentsFolder, 'src')
  const files = readdirSync(folder).filter((file) => file.endsWith('.module.css'))
  return [...files.toSorted(), 'parts/paper-dialog.module.css', 'viewer/panels.module.css'].map(
    (file) => join(folder, file),
  )
}

/**
 * Writes `shared-files.json`: the files of each shared module that isn't in the shell's first
 * script. A page preloads those that it needs.
 */
export function sharedFiles() {
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

import { type Compiler, rspack } from '@rspack/core'
import { loadCodeKey } from '@portal/shared-ui/load-code'

/** What the bundler's runtime knows about its chunks. */
type Runtime = {
  ensure: (chunk: string | number) => Promise<unknown>
  url: (chunk: string | number) => string
  cssUrl: (chunk: string | number) => string
  /** By chunk; only those that have a script, or a style sheet. */
  scripts: Record<string, string> | undefined
  styles: Record<string, string> | undefined
}

type LoadCode = (
  urls: string[],
  add: () => Promise<unknown>,
  options: { isRepeatable: boolean },
) => Promise<unknown>

/**
 * Loads chunks with the shell's `loadCode`, whose deadline measures silence. The bundler's own
 * measures duration and gives up files that are still arriving on a slow connection. It is part of
 * the built runtime as text, so it can't use anything else from this file.
 */
export function ensureByLoadCode(runtime: Runtime, key: string): Runtime['ensure'] {
  return (chunk) => {
    const urls: string[] = []
    if (runtime.scripts?.[chunk]) urls.push(runtime.url(chunk))
    if (runtime.styles?.[chunk]) urls.push(runtime.cssUrl(chunk))
    const load = (globalThis as unknown as Record<symbol, LoadCode | undefined>)[Symbol.for(key)]
    const ensure = () => runtime.ensure(chunk)
    return load && urls.length > 0 ? load(urls, ensure, { isRepeatable: true }) : ensure()
  }
}

/** In ms. Never reached: `loadCode` gives up before it. */
export const chunkLoadTimeout = 600_000

/** Adds `ensureByLoadCode` to the runtime of a build that has chunks. */
export function arrivingChunks() {
  return {
    apply(compiler: Compiler) {
      const { RuntimeGlobals } = compiler.rspack
      compiler.hooks.thisCompilation.tap('arriving-chunks', (compilation) => {
        compilation.hooks.additionalTreeRuntimeRequirements.tap(
          'arriving-chunks',
          (chunk, requirements) => {
            if (!requirements.has(RuntimeGlobals.ensureChunk)) return
            compilation.addRuntimeModule(chunk, new ArrivingChunks(RuntimeGlobals))
          },
        )
      })
    },
  }
}

/** Runs after the runtime's own modules, including the integrity of its chunks. */
class ArrivingChunks extends rspack.RuntimeModule {
  readonly #globals: Compiler['rspack']['RuntimeGlobals']

  constructor(globals: Compiler['rspack']['RuntimeGlobals']) {
    super('arriving chunks', rspack.RuntimeModule.STAGE_TRIGGER)
    this.#globals = globals
  }

  override generate(): string {
    const { require, ensureChunk, getChunkScriptFilename, getChunkCssFilename, publicPath } =
      this.#globals
    return `${ensureChunk} = (${ensureByLoadCode.toString()})({
      ensure: ${ensureChunk},
      url: (chunk) => ${publicPath} + ${getChunkScriptFilename}(chunk),
      cssUrl: (chunk) => ${publicPath} + ${getChunkCssFilename}(chunk),
      scripts: ${require}.sriHashes,
      styles: ${require}.sriCssHashes,
    }, ${JSON.stringify(loadCodeKey)});`
  }
}

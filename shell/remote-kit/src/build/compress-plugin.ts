import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Compiler } from '@rspack/core'

const compress = promisify(brotliCompress)
/**
 * Larger files (the PDF engine, a worker) are compressed at a quality that takes a tenth of the
 * time.
 */
const large = 650_000

/** Writes a `.br` next to every text file, so that the server never compresses one. */
export function compressPlugin() {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('compress', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tapPromise({ name: 'compress', stage }, async () => {
          const texts = compilation.getAssets().filter(({ name }) => /\.(m?js|css|svg)$/.test(name))
          await Promise.all(
            texts.map(async ({ name, source }) => {
              const packed = await packedBytes(source.buffer())
              compilation.emitAsset(`${name}.br`, new compiler.rspack.sources.RawSource(packed))
            }),
          )
        })
      })
    },
  }
}

function packedBytes(bytes: Buffer): Promise<Buffer> {
  return compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.byteLength > large ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
}

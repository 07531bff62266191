import { join } from 'node:path'
import { type Configuration, rspack, type Compiler } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { arrivingChunks, chunkLoadTimeout } from './arriving-chunks.ts'
import { devServer } from './dev-server.ts'
import { nameLength } from './release-id.ts'
import { supportedBrowsers } from './supported-browsers.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

type BaseOptions = {
  /** The package's folder. */
  dir: string
  /**
   * Distinguishes this build's globals, class names and chunks from those of other builds on the
   * page.
   */
  uniqueName: string
  /** The Trusted Types policy of its chunks. */
  policy: string
  publicPath: string
  /** The end of every class name: classes of two releases of one remote must differ. */
  classEnding?: string
  /**
   * Set for a dev server: no hashes in names, hot reload; `refresh` replaces components in place.
   */
  dev?: { port: number; refresh: boolean } | undefined
}

/** What every build of the portal shares, federated or not. */
export function basePreset({
  dir,
  uniqueName,
  policy,
  publicPath,
  classEnding = '',
  dev,
}: BaseOptions): Configuration {
  const name = dev ? '[name]' : `[name].[contenthash:${nameLength}]`
  return {
    context: dir,
    mode: dev ? 'development' : 'production',
    target: ['web', 'es2023'],
    devtool: dev ? 'cheap-module-source-map' : false,
    output: {
      path: join(dir, 'dist'),
      clean: true,
      publicPath,
      uniqueName,
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      cssFilename: `${name}.css`,
      cssChunkFilename: `${name}.css`,
      assetModuleFilename: `[name].[contenthash:${nameLength}][ext]`,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout,
      trustedTypes: { policyName: policy },
      // A module that threw keeps throwing; otherwise, a second import gets a half-initialized one.
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '...'] },
    module: {
      parser: { 'css/module': { namedExports: false } },
      generator: {
        'css/module': {
          localIdentName: dev ? '[local]-[hash]' : `[hash]${classEnding}`,
          localIdentHashSalt: uniqueName,
          localIdentHashDigestLength: classEnding ? 5 : 8,
          exportsConvention: 'as-is',
        },
      },
      rules: [
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /(?<!\.module)\.css$/, type: 'css' },
        {
          test: /\.tsx?$/,
          type: 'javascript/auto',
          // The workspace's modules have no side effects, so unused ones are dropped.
          sideEffects: false,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: {
                react: {
                  runtime: 'automatic',
                  development: dev?.refresh ?? false,
                  refresh: dev?.refresh ?? false,
                },
              },
            },
            env: { targets: supportedBrowsers.join(', ') },
          },
        },
        // A worker without imports: a bundled one would contain the federation runtime.
        {
          resourceQuery: /^\?worker$/,
          type: 'asset/resource',
          generator: { filename: 'assets/[name].[contenthash:10].js' },
        },
      ],
    },
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      realContentHash: true,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        // The same browsers as above: otherwise light-dark() and logical properties are expanded.
        new rspack.LightningCssMinimizerRspackPlugin({
          minimizerOptions: { targets: supportedBrowsers },
        }),
      ],
    },
    performance: false,
    plugins: dev
      ? dev.refresh
        ? [new ReactRefreshRspackPlugin({ exclude: notRefreshed }), sharedRefreshRuntime()]
        : []
      : [
          new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
          arrivingChunks(),
          compressPlugin(),
        ],
    ...(dev ? developing(dev.port) : {}),
  }
}

function developing(port: number): Configuration {
  return {
    devServer: devServer(port),
    lazyCompilation: false,
    // In ms. Editors empty a file before writing it, and a build in between would reload the page.
    watchOptions: { aggregateTimeout: 100 },
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  }
}

/** The runtime itself must not be prepared for refresh: it would need itself to start. */
const notRefreshed = /node_modules|refresh-runtime\.cjs$/

/** Not an alias, because the refresh plugin's own alias for `react-refresh` takes precedence. */
function sharedRefreshRuntime() {
  return new rspack.NormalModuleReplacementPlugin(
    /^react-refresh\/runtime$/,
    join(import.meta.dirname, 'refresh-runtime.cjs'),
  )
}

const compress = promisify(brotliCompress)

/**
 * Larger files (the PDF engine, a worker) are compressed at a quality that takes a tenth of the
 * time.
 */
const large = 650_000

/** Writes a `.br` next to every text file, so that the server never compresses one. */
function compressPlugin() {
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

import { join } from 'node:path'
import { type Configuration, rspack, type Compiler } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { devServer } from './dev-server.ts'
import { nameLength } from './release-id.ts'
import { supportedBrowsers } from './supported-browsers.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { loadCodeKey } from '@portal/shared-ui/load-code'

type BaseOptions = {
  /** The package's folder. */
  dir: string
  /**
   * Distinguishes this build's globals, class names and chunks from other builds' on the
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
        {
          test: /[\\/](?:contract|domain)[\\/]src[\\/][^\\/]+\.ts$/,
          enforce: 'pre',
          loader: join(import.meta.dirname, 'pure-schemas.cjs'),
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
        // Four passes save 0.2 KiB of the first screen for a second of the build.
        new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 4 } } }),
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
const chunkLoadTimeout = 600_000

/** Adds `ensureByLoadCode` to the runtime of a build that has chunks. */
function arrivingChunks() {
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

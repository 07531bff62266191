import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { arrivingChunks, chunkLoadTimeout } from './arriving-chunks.ts'
import { compressPlugin } from './compress-plugin.ts'

type BaseOptions = {
  /** The package's folder. */
  dir: string
  /** Tells this build's globals, class names and chunks from every other's on the page. */
  uniqueName: string
  /** The Trusted Types policy its chunks load under. */
  policy: string
  publicPath: string
  /** Set for a dev server: no hashes in names, hot reload; `refresh` exchanges components in place. */
  dev?: { refresh: boolean } | undefined
}

/** The oldest browsers that are built for: what light-dark() needs. */
const browsers = ['chrome >= 123', 'safari >= 17.5', 'firefox >= 121']

/** What every build of the portal has in common, federated or not. */
export function basePreset({
  dir,
  uniqueName,
  policy,
  publicPath,
  dev,
}: BaseOptions): Configuration {
  const name = dev ? '[name]' : '[name].[contenthash:10]'
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
      assetModuleFilename: '[name].[contenthash:10][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout,
      trustedTypes: { policyName: policy },
      // A module that threw stays thrown; without it a second call gets a half-made one.
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '...'] },
    module: {
      parser: { 'css/module': { namedExports: false } },
      generator: {
        'css/module': {
          localIdentName: dev ? '[local]-[hash]' : '[hash]',
          localIdentHashSalt: uniqueName,
          localIdentHashDigestLength: 8,
          exportsConvention: 'as-is',
        },
      },
      rules: [
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /(?<!\.module)\.css$/, type: 'css' },
        {
          test: /\.tsx?$/,
          type: 'javascript/auto',
          // The workspace's modules do nothing when imported, so what nobody uses is left out.
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
            env: { targets: browsers.join(', ') },
          },
        },
      ],
    },
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      realContentHash: true,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        // The same browsers as above: without them light-dark() and logical properties are written out long.
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    performance: false,
    plugins: dev
      ? dev.refresh
        ? [new ReactRefreshRspackPlugin()]
        : []
      : [
          new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
          arrivingChunks(),
          compressPlugin(),
        ],
    ...(dev ? { lazyCompilation: false } : {}),
  }
}

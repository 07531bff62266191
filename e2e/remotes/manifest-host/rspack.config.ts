import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { Configuration } from '@rspack/core'

/** A host of module federation that isn't the portal: it knows only where a manifest is. */
export default function config(): Configuration {
  return {
    name: 'manifest-host',
    context: import.meta.dirname,
    mode: 'production',
    target: ['web', 'es2023'],
    entry: { host: './src/host.ts' },
    output: { path: join(import.meta.dirname, 'dist'), filename: '[name].js', publicPath: '/' },
    resolve: { extensions: ['.ts', '...'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } },
        },
      ],
    },
    plugins: [
      new ModuleFederationPlugin({
        name: 'manifest_host',
        remotes: {},
        shared: {
          react: { singleton: true, eager: true },
          'react/jsx-runtime': { singleton: true, eager: true },
        },
        // The portal's remotes take the runtime from their host.
        experiments: { provideExternalRuntime: true },
        manifest: false,
        dts: false,
      }),
    ],
  }
}

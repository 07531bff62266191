import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { Compiler, Configuration } from '@rspack/core'

/** Another one for each build that differs: browsers keep a release's files for a year. */
const release = '1.0.0-stock'
const global = 'notices_1_0_0_stock'
const entry = 'remoteEntry.js'
const shared = { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0' }

/** A remote without the portal's kit: the plugin of module federation, and a `release.json`. */
export default function config(): Configuration {
  return {
    name: 'notices',
    context: import.meta.dirname,
    mode: 'production',
    target: ['web', 'es2023'],
    entry: {},
    output: {
      path: join(import.meta.dirname, 'dist'),
      clean: true,
      uniqueName: global,
      publicPath: `/remotes/notices/${release}/`,
      // The portal's policy allows this one alone.
      trustedTypes: { policyName: `portal-notices-${release}` },
    },
    module: {
      rules: [
        {
          test: /\.tsx$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
            },
          },
        },
      ],
    },
    plugins: [
      new ModuleFederationPlugin({
        name: global,
        filename: entry,
        library: { type: 'global', name: global },
        exposes: { './remote': './src/remote.tsx' },
        shared: Object.fromEntries(
          Object.entries(shared).map(([name, requiredVersion]) => [
            name,
            { singleton: true, import: false as const, requiredVersion },
          ]),
        ),
        dts: false,
      }),
      { apply: writeRelease },
    ],
  }
}

/** The smallest record with which a portal accepts a release. */
function writeRelease(compiler: Compiler) {
  const { Compilation, sources } = compiler.rspack
  compiler.hooks.thisCompilation.tap('release', (compilation) => {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
    compilation.hooks.processAssets.tap({ name: 'release', stage }, () => {
      compilation.deleteAsset('mf-stats.json')
      const files = compilation.getAssets().map(({ name, source }) => {
        const bytes = source.buffer()
        const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
        return { file: name, integrity, size: bytes.byteLength }
      })
      const record = {
        name: 'notices',
        contract: 1,
        audience: 'members',
        routes: ['/notices'],
        navigation: [{ to: '/notices', label: 'Notices', icon: 'megaphone', order: 70 }],
        slots: [],
        release,
        version: '1.0.0',
        entry,
        global,
        shared,
        files,
        preload: {},
      }
      compilation.emitAsset('release.json', new sources.RawSource(JSON.stringify(record, null, 2)))
    })
  })
}

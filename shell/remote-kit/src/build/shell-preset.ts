import { join } from 'node:path'
import { type Compiler, type Configuration, rspack } from '@rspack/core'
import { billOfMaterials } from './bill-of-materials.ts'
import { afterFirstPaint } from './after-first-paint.ts'
import { basePreset } from './base-preset.ts'
import { bundledPackages } from './bundled-packages.ts'
import { compileAhead, entryBanner } from './entry-banner.ts'
import { hostFederation } from './host-federation.ts'
import { menuIcons } from './menu-icons.ts'

export type ShellOptions = {
  /** The shell's folder. */
  dir: string
  /** The output folder; by default `dist` in the shell's folder, or `dist-production`. */
  out?: string
  /** `emulator` includes the chooser of sample accounts; `firebase` contains no trace of it. */
  identity: 'emulator' | 'firebase'
  /** The page's entry, by default the shell alone. The one-bundle build sets its own. */
  entry?: string
  /** False for a build without federation: nothing is shared, nothing is loaded from elsewhere. */
  federated?: boolean
  /** Set for the dev server: its address. */
  dev?: { port: number } | undefined
}

/** The host's build: its page, the modules that remotes share, and their runtime. */
export function shellPreset(options: ShellOptions): Configuration {
  const { dir, identity, federated = true, dev } = options
  const { out = join(dir, identity === 'firebase' ? 'dist-production' : 'dist') } = options
  const base = basePreset({
    dir,
    uniqueName: 'shell',
    policy: 'portal-shell',
    publicPath: dev ? `http://localhost:${dev.port}/` : '/',
    dev: dev && { port: dev.port, refresh: true },
  })
  const session = join(dir, 'src/session')
  const entry = options.entry ?? './src/bootstrap.tsx'
  const federation = federated ? hostFederation({ dev: dev !== undefined }) : undefined
  const named = dev ? 'assets/[name]' : 'assets/[name].[contenthash:10]'
  return {
    ...base,
    name: 'shell',
    // Before React's code, which looks for the commit counter only once.
    entry: { shell: ['./src/watch/start-counting.ts', ...(federation?.entries ?? []), entry] },
    output: {
      ...base.output,
      path: out,
      filename: `${named}.js`,
      chunkFilename: `${named}.js`,
      cssFilename: `${named}.css`,
      cssChunkFilename: `${named}.css`,
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    resolve: {
      ...base.resolve,
      alias: identity === 'emulator' ? embedded(session) : {},
    },
    optimization: { ...base.optimization, ...federation?.optimization },
    plugins: [
      ...(base.plugins ?? []),
      new rspack.HtmlRspackPlugin({
        template: join(dir, 'src/index.html'),
        filename: 'index.html',
        scriptLoading: 'defer',
        minify: false,
        // The doctor uses it to check that a shell and its API use the same sign-in.
        meta: { 'portal-identity': identity },
      }),
      fontPreloads(),
      menuIcons(dir),
      ...(dev ? [] : [...paintFirst(), compileAhead(), billOfMaterials(dir), bundledPackages(dir)]),
      ...(federation?.plugins ?? []),
    ],
  }
}

/** The embedded set doesn't contact Google: its button and action replace the production ones. */
function embedded(session: string): Record<string, string> {
  const files = ['google-sign-in.tsx', 'sign-in-with-google.ts']
  return Object.fromEntries(
    files.map((file) => [join(session, file), join(session, `embedded-${file}`)]),
  )
}

/**
 * Preloads the fonts of the first frame: otherwise they load after everything else, when a text
 * needs them.
 */
function fontPreloads() {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('fonts', (compilation) => {
        const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation)
        hooks.beforeEmit.tap('fonts', (data) => {
          const links = Object.keys(compilation.assets)
            .filter((file) => /-latin-wght-normal\b.*\.woff2$/.test(file))
            .map(
              (file) =>
                `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
            )
          data.html = data.html.replace('</head>', () => `${links.join('')}</head>`)
          return data
        })
      })
    },
  }
}

/** Wraps the shell's code in `afterFirstPaint`; the parentheses make it compile once, not twice. */
function paintFirst() {
  return [
    entryBanner(`(${afterFirstPaint.toString()})((function () {`),
    entryBanner('}))', { footer: true }),
  ]
}

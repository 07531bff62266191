import path, { join } from 'node:path'
import { type Compiler, type Configuration, rspack } from '@rspack/core'
import { billOfMaterials } from './bill-of-materials.ts'
import { basePreset } from './base-preset.ts'
import { compileAhead, entryBanner } from './entry-banner.ts'
import { hostFederation } from './host-federation.ts'
import { pathToFileURL } from 'node:url'
import { menuIconId } from '@portal/domain/menu'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bundledFiles } from './bundled-files.ts'
import { repositoryOf } from './repository.ts'
import { packageVersion, type SharedOffer } from './shared-modules.ts'

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
  /** The modules that it shares, by default this workspace's in their own versions. */
  offer?: SharedOffer
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
  const federation = federated
    ? hostFederation({ dev: dev !== undefined, offer: options.offer })
    : undefined
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
            .filter((file) => /-latin-(wght|600)-normal\b.*\.woff2$/.test(file))
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

type Icons = Record<string, ComponentType<{ id: string }>>

/** Adds the menu icons to the page as symbols: the page shows the menu before the shell runs. */
function menuIcons(shellFolder: string) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('menu-icons', (compilation) => {
        const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation)
        hooks.beforeEmit.tapPromise('menu-icons', async (data) => {
          const sprite = await spriteOf(shellFolder)
          data.html = data.html.replace('<!--menu-icons-->', () => sprite)
          return data
        })
      })
    },
  }
}

/** The icons as a hidden part of a page. */
export async function spriteOf(shellFolder: string): Promise<string> {
  const file = pathToFileURL(join(shellFolder, 'src/frame/navigation-icons.ts')).href
  const { navigationIcons } = (await import(file)) as { navigationIcons: Icons }
  const symbols: ReactNode[] = Object.entries(navigationIcons).map(([name, Icon]) =>
    createElement(Icon, { key: name, id: menuIconId(name) }),
  )
  const drawn = renderToStaticMarkup(createElement('svg', {}, symbols))
  // Each icon is a separate SVG; as a symbol it inherits its size and color.
  const sprite = drawn
    .replaceAll(/<svg [^>]*?id="([^"]+)"[^>]*>/g, '<symbol id="$1" viewBox="0 0 24 24">')
    .replaceAll('</svg>', '</symbol>')
    .replace(/<\/symbol>$/, '</svg>')
    .replaceAll(/><\/(?:path|rect|circle|line|polyline|ellipse)>/g, '/>')
  return `<div hidden>${sprite}</div>`
}

/** The packages that remotes use too, by their folders in this workspace. */
const folders = {
  '@portal/domain': 'api/domain',
  '@portal/contract': 'api/contract',
  '@portal/shared-ui': 'shared-ui',
  '@portal/remote-kit': 'shell/remote-kit',
}

/** Writes `packages.json`: the version of each of these packages, with a hash of its bundled sources. */
function bundledPackages(dir: string) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('bundled packages', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'bundled packages', stage }, () => {
          const text = JSON.stringify(
            packagesOf(repositoryOf(dir), bundledFiles(compilation)),
            null,
            2,
          )
          compilation.emitAsset('packages.json', new compiler.rspack.sources.RawSource(text))
        })
      })
    },
  }
}

function packagesOf(repository: string, files: Set<string>) {
  const sorted = [...files].toSorted()
  return Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => {
      const inside = `${path.join(repository, folder)}${path.sep}`
      const hash = createHash('sha384')
      for (const file of sorted.filter((candidate) => candidate.startsWith(inside))) {
        hash
          .update(path.relative(inside, file))
          .update('\0')
          .update(readFileSync(file))
          .update('\0')
      }
      const version = packageVersion(path.join(inside, 'package.json'))
      return [name, { version, integrity: `sha384-${hash.digest('base64')}` }]
    }),
  )
}

/**
 * Runs the shell's code once the page has painted its HTML and styles, because on an old iPad that code
 * takes longer than everything before it. It wraps the built code as text, so it can't use anything
 * else from this file.
 */
export function afterFirstPaint(run: () => void): void {
  let isRunning = false
  const begin = () => {
    if (isRunning) return
    isRunning = true
    run()
  }
  // A background tab paints nothing. Fonts are awaited no longer than this, in ms.
  setTimeout(begin, document.hidden ? 0 : 1000)
  const paint = () => requestAnimationFrame(() => setTimeout(begin))
  // The page's own name and greeting use this font and aren't drawn before it has loaded.
  document.fonts.load('1em "Source Serif First"').then(paint, paint)
}

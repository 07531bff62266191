import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { trustedTypesPolicy } from '@portal/contract/releases'
import type { Compilation, Compiler, Configuration, Module } from '@rspack/core'
import { basePreset } from './build/base-preset.ts'
import { type Brought, broughtBy, chunkOf, packageIn } from './build/brought-packages.ts'
import { compileAhead } from './build/entry-banner.ts'
import { leanRuntime } from './build/lean-runtime.ts'
import { devServer } from './build/dev-server.ts'
import type { ConfigFunction } from './build/rspack-build.ts'
import { contractRangeOf } from './build/contract-range.ts'
import { releaseIdentity, unknownId } from './build/release-id.ts'
import { billOfMaterials } from './build/bill-of-materials.ts'
import { ownStyles } from './build/own-styles.ts'
import { releasePlugin } from './build/release-plugin.ts'
import { exposedTypes, toolFiles } from './build/tool-files.ts'
import { consumedModules, packageVersion } from './build/shared-modules.ts'

export type { ConfigFunction }

type RemoteOptions = {
  name: string
  /** The remote's own folder. */
  dir: string
  /** In bytes, per file, uncompressed. */
  budget?: number
  /** In bytes, of all its files, uncompressed. */
  totalBudget?: number
  /**
   * Folders below `src` whose screens are rarely opened. Each gets a script of its own, loaded when one of its screens is
   * opened. Other screens import nothing from it.
   */
  apart?: readonly string[]
}

type DevServer = {
  port: number
  /**
   * The shell around it is a built one, whose React can't replace components: edited code is rendered again from the
   * start, in the open page.
   */
  inBuiltShell?: boolean
}

const usualBudget = 180_000

/** All files of a remote, in budgets for one. */
const usualTotal = 1.5

/** Where `rspack serve` serves a remote unless it is given a `--port`. */
const usualPort = 3011

/** The build of one remote: `export default remotePreset({ name: 'meetings', dir: import.meta.dirname })`. */
export function remotePreset(options: RemoteOptions): ConfigFunction {
  return (
    { RSPACK_SERVE = false, types = false, maps = false, preview } = {},
    { port = usualPort } = {},
  ) => {
    const alone = RSPACK_SERVE ? { port, inBuiltShell: true } : undefined
    const dev = underDevShell(options.name) ?? alone
    return remoteConfig(options, { dev, types, maps, preview })
  }
}

function remoteConfig(
  { name, dir, budget = usualBudget, totalBudget = budget * usualTotal, apart = [] }: RemoteOptions,
  {
    dev,
    types,
    maps,
    preview,
  }: {
    dev: DevServer | undefined
    types: boolean
    maps: boolean
    preview?: string | undefined
  },
): Configuration {
  const own = packageVersion(join(dir, 'package.json'))
  // A preview doesn't use up the version, under which different files could then no longer be published.
  const version = preview === undefined ? own : `${own}-preview.${preview}`
  const release = dev ? 'dev' : `${version}-${unknownId}`
  const identity = dev ? undefined : releaseIdentity(contractRangeOf(dir))
  // The release is part of every global: if two releases shared one, switching would run the old
  // code.
  const global = `${name}_${release}`.replaceAll(/\W/g, '_')
  const base = basePreset({
    dir,
    uniqueName: global,
    policy: trustedTypesPolicy(name, release),
    publicPath: dev ? `http://localhost:${dev.port}/` : `/remotes/${name}/${release}/`,
    classEnding: dev ? '' : unknownId,
    dev: dev && { port: dev.port, refresh: !dev.inBuiltShell },
  })
  const remote = './src/remote.ts'
  const brought = broughtBy(dir)
  return {
    ...base,
    name,
    // Places and names without the sources; the bundled code is the same with and without them.
    ...(maps && !dev ? { devtool: 'hidden-nosources-source-map' as const } : {}),
    ...(dev?.inBuiltShell
      ? {
          resolve: { ...base.resolve, alias: { 'edited-remote$': join(dir, remote) } },
          devServer: {
            ...devServer(dev.port),
            onListening: () => console.log(`\n  ${howToOpen(name, dev.port)}\n`),
          },
        }
      : {}),
    entry: {},
    ...(dev ? inOneScript(base) : inTwoScripts(base, { dir, brought, apart })),
    performance: dev
      ? false
      : { hints: 'error', maxAssetSize: budget, maxEntrypointSize: totalBudget },
    plugins: [
      ...(base.plugins ?? []),
      // Before the container, which is what its script exports.
      ...(dev ? [] : [containerContent(global)]),
      new ModuleFederationPlugin({
        name: global,
        filename: dev ? 'container.js' : 'container.[contenthash:10].js',
        library: { type: 'global', name: global },
        exposes: {
          // A list, so that the types include nothing else.
          './remote': { import: [dev?.inBuiltShell ? hotRemote : remote], name: 'remote' },
        },
        shared: consumedModules(brought),
        shareStrategy: 'loaded-first',
        experiments: {
          externalRuntime: true,
          // A remote loads no remotes.
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
        manifest: dev === undefined,
        dts: dev === undefined && types ? exposedTypes : false,
        dev: false,
      }),
      leanRuntime(),
      ...(identity
        ? [
            compileAhead(),
            billOfMaterials(dir),
            identity.plugin,
            toolFiles(identity.named),
            ownStyles(name, release, identity.named),
          ]
        : []),
      releasePlugin({
        dir,
        version,
        release,
        global,
        named: identity?.named ?? ((text) => text),
        entry: /^container\b.*\.js$/,
        // A dev build is one script, and isn't published.
        brought: dev ? [] : brought,
        apart: dev ? [] : apart.map(chunkNameOf),
      }),
    ],
  }
}

function inOneScript({ output, optimization }: Configuration): Configuration {
  return {
    output: { ...output, asyncChunks: false, cssFilename: 'styles.css' },
    optimization: { ...optimization, splitChunks: false },
  }
}

/**
 * The container has what `src/remote.ts` imports, the parts for slots included: the page of a slot
 * needs nothing else. The screens are in a second script, and each package that the remote brings is
 * in one of its own, so that its size is known, and so is a folder that is rarely opened. Styles follow their code: the shell adds the
 * container's sheet, and the bundler's runtime the one of the screens, before they run.
 */
function inTwoScripts(
  base: Configuration,
  { dir, brought, apart }: { dir: string; brought: readonly Brought[]; apart: readonly string[] },
): Configuration {
  const remote = join(dir, 'src/remote.ts')
  return {
    resolve: { ...base.resolve, alias: { [`${containedRemote}$`]: remote } },
    output: { ...base.output, cssFilename: 'styles.[contenthash:10].css' },
    module: {
      ...base.module,
      rules: [
        ...(base.module?.rules ?? []),
        { test: remote, parser: { dynamicImportMode: 'eager' } },
      ],
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          screens: { name: 'screens', chunks: 'async', enforce: true },
          ...Object.fromEntries(
            apart.map((folder) => [chunkNameOf(folder), chunkOfFolder(dir, folder)]),
          ),
          ...Object.fromEntries(brought.map((name) => [chunkOf(name), chunkWith(name)])),
        },
      },
    },
  }
}

/** A release's files are in one folder. */
const chunkNameOf = (folder: string) => folder.replaceAll('/', '-')

/** What only the screens of a folder need: whatever is in no chunk without a module of the folder. */
function chunkOfFolder(dir: string, folder: string) {
  const start = join(dir, 'src', folder, '/')
  const isOfFolder = (module: Module) =>
    'resource' in module && String(module.resource).startsWith(start)
  return {
    name: chunkNameOf(folder),
    chunks: 'async' as const,
    enforce: true,
    priority: 1,
    test: (module: Module, { chunkGraph }: Pick<Compilation, 'chunkGraph'>) =>
      chunkGraph
        .getModuleChunks(module)
        .every((chunk) => chunkGraph.getChunkModules(chunk).some(isOfFolder)),
  }
}

function chunkWith(brought: Brought) {
  return {
    name: chunkOf(brought),
    chunks: 'async' as const,
    enforce: true,
    priority: 1,
    test: (module: Module) =>
      'resource' in module && brought.packages.includes(packageIn(String(module.resource))),
  }
}

/** Prints how a tab of a running portal gets the remote that is served here. */
function howToOpen(name: string, port: number, portal = 'http://localhost:3000'): string {
  return `In the portal, for one tab:  ${portal}/#mf=${name}@http://localhost:${port}`
}

/** Runs before the remote's module, and renders it again when it was edited. */
const hotRemote = join(import.meta.dirname, 'build/hot-remote.cjs')

/**
 * `DEV_REMOTES=meetings@http://localhost:3011,…` names the remotes that come from a dev server next
 * to a dev shell.
 */
function underDevShell(name: string): DevServer | undefined {
  const listed = process.env['DEV_REMOTES']?.split(',') ?? []
  const url = listed.find((entry) => entry.startsWith(`${name}@`))?.slice(name.length + 1)
  return url ? { port: Number(new URL(url).port) } : undefined
}

/** The alias of the remote's module; a path would make the bytes depend on the machine. */
const containedRemote = 'contained-remote'

/** Puts the remote into its container's script. It runs when the shell requests it. */
function containerContent(container: string) {
  // A statement, because an export that nothing imports is dropped, and the remote with it.
  const module = `data:text/javascript,(() => import(/* webpackMode: "eager" */ '${containedRemote}'))`
  return {
    apply(compiler: Compiler) {
      // Not earlier, because the script exports what was added last, which must be the container.
      compiler.hooks.entryOption.tap('container content', (context) => {
        new compiler.rspack.EntryPlugin(context, module, { name: container }).apply(compiler)
      })
    },
  }
}

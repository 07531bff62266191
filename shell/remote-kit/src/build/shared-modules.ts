import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { packageOf, releaseSupport, type ReleaseSupport } from '@portal/domain/release-support'
import type { Brought } from './brought-packages.ts'

const require = createRequire(import.meta.url)
const kitFile = path.join(import.meta.dirname, '../../package.json')
const componentsFile = require.resolve('@portal/shared-ui/package.json')
/** The folder of shared-ui. */
export const componentsFolder = path.dirname(componentsFile)

const versionOf: Record<string, string> = {
  react: packageVersion(require.resolve('react/package.json')),
  'react-dom': packageVersion(require.resolve('react-dom/package.json')),
  '@portal/remote-kit': packageVersion(kitFile),
  '@portal/shared-ui': packageVersion(componentsFile),
}

/** The modules that the shell provides, by import path; a remote's bundle never contains a copy. */
export const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  '@portal/remote-kit/common-passwords',
  '@portal/remote-kit/foreign',
  '@portal/remote-kit/portal',
  '@portal/remote-kit/router',
  '@portal/remote-kit/query',
  '@portal/remote-kit/query-panel',
  '@portal/remote-kit/query-status',
  '@portal/remote-kit/not-found',
  '@portal/remote-kit/redirect',
  '@portal/remote-kit/screen-signal',
  '@portal/remote-kit/use-opened',
  '@portal/remote-kit/use-view-in-url',
  '@portal/remote-kit/zod',
  ...sharedComponents().map((file) => `@portal/shared-ui/${file}`),
]

/** The components that the frame, the dashboard or a failure shows. */
const firstComponents = [
  'avatar',
  'badge',
  'banner',
  'button',
  'card',
  'empty-state',
  'error-panel',
  'field',
  'menu',
  'page-header',
  'paper-picture',
  'skeleton',
  'toast-region',
  'visually-hidden',
].map((file) => `@portal/shared-ui/${file}`)

/**
 * Whether a shared module is in the shell's first script. The other components are in a second one,
 * which comes with the first page that uses one of them.
 */
export function isFirst(request: string): boolean {
  return !request.startsWith('@portal/shared-ui/') || firstComponents.includes(request)
}

/** The modules that a shell provides: in which versions, and from which files. */
export type SharedOffer = {
  /** By package, where it isn't the installed version. */
  versions?: Record<string, string>
  /** By shared module, the file to provide in place of the package's. */
  files?: Record<string, string>
  support: ReleaseSupport
  /** By shared module, the file with what it was in the earlier major. The others are the same in both. */
  adapters: Record<string, string>
}

/** What this workspace's shell provides. */
export const usualOffer: SharedOffer = { support: releaseSupport, adapters: adapters() }

/**
 * The adapters are in `src/earlier` of their package, under the path of their module. A module that the current major
 * no longer has needs one too.
 */
function adapters(): Record<string, string> {
  const folders = Object.entries({
    '@portal/remote-kit': path.dirname(kitFile),
    '@portal/shared-ui': componentsFolder,
  })
  return Object.fromEntries(
    folders.flatMap(([owner, folder]) => {
      const files = globSync('**/*.{ts,tsx}', { cwd: path.join(folder, 'src/earlier') })
      return files.map((file) => [
        `${owner}/${file.replace(/\.tsx?$/, '')}`,
        path.join(folder, 'src/earlier', file),
      ])
    }),
  )
}

/** A remote needs at least the minor it was built against; within a major they only grow. */
export function rangeOf(request: string): string {
  const [major, minor] = providedVersion(request).split('.')
  return `^${major}.${minor}.0`
}

export function providedVersion(request: string): string {
  const owner = Object.keys(versionOf).find(
    (name) => request === name || request.startsWith(`${name}/`),
  )
  if (!owner) throw new Error(`No version is known for the shared module ${request}`)
  return versionOf[owner]!
}

/** The federation plugin's `shared` option for a remote: what its code imports, except what it brings. */
export function consumedModules(brought: readonly Brought[] = []) {
  const own = new Set(brought.flatMap(({ packages }) => packages))
  const consumed = sharedModules.filter((request) => !own.has(ownerOf(request)))
  return Object.fromEntries(
    consumed.map((request) => [
      importedAs[request] ?? request,
      {
        shareKey: request,
        import: false as const,
        singleton: true,
        strictVersion: true,
        requiredVersion: rangeOf(request),
      },
    ]),
  )
}

/** The contract's code imports zod itself. */
const importedAs: Record<string, string> = { '@portal/remote-kit/zod': 'zod/mini' }

/** The package whose code a shared module is. */
function ownerOf(request: string): string {
  return packageOf(importedAs[request] ?? request)
}

export function packageVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** The components that shared-ui names as the shell’s, in the version that is installed here. */
function sharedComponents(): string[] {
  const { portal } = JSON.parse(readFileSync(componentsFile, 'utf8')) as {
    portal: { shared: string[] }
  }
  return portal.shared
}

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const kit = join(import.meta.dirname, '../..')
export const workspace = join(kit, '../..')

const versionOf: Record<string, string> = {
  react: packageVersion(require.resolve('react/package.json')),
  'react-dom': packageVersion(require.resolve('react-dom/package.json')),
  '@portal/remote-kit': packageVersion(join(kit, 'package.json')),
  '@portal/shared-ui': packageVersion(join(workspace, 'shared-ui/package.json')),
}

/** The modules that the shell provides, by import path; a remote's bundle never contains a copy. */
export const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  '@portal/remote-kit/common-passwords',
  '@portal/remote-kit/portal',
  '@portal/remote-kit/router',
  '@portal/remote-kit/query',
  '@portal/remote-kit/query-panel',
  '@portal/remote-kit/query-status',
  '@portal/remote-kit/not-found',
  '@portal/remote-kit/redirect',
  '@portal/remote-kit/use-opened',
  '@portal/remote-kit/use-view-in-url',
  ...componentsOf('shared-ui').map((file) => `@portal/shared-ui/${file}`),
]

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

/** The federation plugin's `shared`, one entry per module. */
export function sharedConfig<T extends object>(configOf: (request: string) => T) {
  return Object.fromEntries(
    sharedModules.map((request) => [
      request,
      { singleton: true, strictVersion: true, ...configOf(request) },
    ]),
  )
}

export function packageVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function componentsOf(folder: string): string[] {
  return readdirSync(join(workspace, folder, 'src'))
    .filter((file) => file.endsWith('.tsx') && !/\.(test|stories)\./.test(file))
    .map((file) => file.replace(/\.tsx$/, ''))
    .toSorted()
}

import path from 'node:path'
import { sharedModules } from '../build/shared-modules.ts'

/**
 * The packages behind the modules that the shell shares, and the import that a remote should use.
 */
const packages: Record<string, string> = {
  react: 'react',
  'react-dom': 'react-dom',
  scheduler: 'react-dom',
  'react-router': '@portal/remote-kit/router',
  'react-router-dom': '@portal/remote-kit/router',
  '@tanstack/react-query': '@portal/remote-kit/query',
  '@tanstack/query-core': '@portal/remote-kit/query',
  '@headlessui/react': 'the components of @portal/shared-ui',
  zustand: 'usePortal() of @portal/remote-kit/portal',
}

/**
 * Strings that a package's code keeps however it is bundled, so that a copy can be found in bytes.
 */
export const marks: Record<string, string> = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'react-router': 'may be used only in the context of a <Router> component',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider to set one',
  '@headlessui/react': 'data-headlessui-state',
  '@portal/remote-kit': 'usePortal needs a shell, or the testing host, around it',
}

/** Of the bundled modules, relative to the workspace's root, those that the shell provides. */
export function hostOwned(modules: readonly string[]): { module: string; instead: string }[] {
  return modules.flatMap((module) => {
    const instead = packages[packageIn(module)] ?? sharedAs(module)
    return instead === undefined ? [] : [{ module, instead }]
  })
}

/** Files whose bytes contain a copy. */
export function markedOwners(
  files: ReadonlyMap<string, Uint8Array>,
): { file: string; owner: string }[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!/\.m?js$/.test(file)) return []
    const text = Buffer.from(bytes).toString()
    const owners = Object.keys(marks).filter((owner) => text.includes(marks[owner]!))
    return owners.map((owner) => ({ file, owner }))
  })
}

/** The package of a file: the innermost node_modules folder counts. */
function packageIn(module: string): string {
  const parts = module.split(path.sep)
  const last = parts.lastIndexOf('node_modules')
  if (last < 0) return ''
  const [scope = '', name = ''] = parts.slice(last + 1)
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

/** The name under which the shell shares a file of the workspace, or of an installed package. */
function sharedAs(module: string): string | undefined {
  const found =
    /(?:^|^.*\/node_modules\/@portal\/|^shell\/)(remote-kit|shared-ui)\/src\/([\w-]+)\.(?:tsx?|js)$/.exec(
      module.split(path.sep).join('/'),
    )
  if (!found) return undefined
  const request = `@portal/${found[1]}/${found[2]}`
  return sharedModules.includes(request) ? request : undefined
}

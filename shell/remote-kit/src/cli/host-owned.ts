import path from 'node:path'
import { bringable, packageIn } from '../build/brought-packages.ts'
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
 * Strings that survive in a package's bundled code, in its latest majors, so that a copy can be found
 * in the bytes.
 */
export const marks: Record<string, string> = {
  react: 'takes an object of state variables to update or a function which returns an object of',
  'react-dom': 'Minified React error #',
  'react-router': 'may be used only in the context of a <Router> component',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider to set one',
  '@headlessui/react': 'data-headlessui-state',
  '@portal/remote-kit': 'usePortal needs a shell, or the testing host, around it',
}

/** What a release brings, by name, and the scripts that contain it. */
type Brings = Readonly<Record<string, { file: string }>>

/** Whether a release brings this package, and may have it in this script. */
function isBrought(brings: Brings, packageName: string, file?: string): boolean {
  return Object.entries(brings).some(
    ([name, brought]) =>
      bringable[name]?.includes(packageName) && (file === undefined || file === brought.file),
  )
}

/**
 * Of the bundled modules, relative to the workspace's root, those that the shell provides and the
 * release doesn't bring.
 */
export function hostOwned(
  modules: readonly string[],
  brings: Brings = {},
): { module: string; instead: string }[] {
  return modules.flatMap((module) => {
    const owner = packageIn(module)
    if (isBrought(brings, owner)) return []
    const instead = packages[owner] ?? sharedAs(module)
    return instead === undefined ? [] : [{ module, instead }]
  })
}

/** Files whose bytes contain a copy that the release doesn't bring in them. */
export function markedOwners(
  files: ReadonlyMap<string, Uint8Array>,
  brings: Brings = {},
): { file: string; owner: string }[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!/\.m?js$/.test(file)) return []
    const text = Buffer.from(bytes).toString()
    const owners = Object.keys(marks).filter(
      (owner) => text.includes(marks[owner]!) && !isBrought(brings, owner, file),
    )
    return owners.map((owner) => ({ file, owner }))
  })
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

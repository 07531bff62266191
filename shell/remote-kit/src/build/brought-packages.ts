import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { ancestorsOf } from './repository.ts'

/**
 * The packages that a remote may bring instead of sharing the shell's: by name, the
 * packages that come with it.
 */
export const bringable: Record<string, readonly string[]> = {
  react: ['react', 'react-dom', 'scheduler'],
  'react-router-dom': ['react-router-dom', 'react-router'],
  '@tanstack/react-query': ['@tanstack/react-query', '@tanstack/query-core'],
  '@headlessui/react': ['@headlessui/react'],
  zustand: ['zustand'],
  zod: ['zod'],
}

/** A package that a remote brings. */
export type Brought = {
  name: string
  /** The version of the installed package. */
  version: string
  /** The packages whose code is in its chunk. */
  packages: readonly string[]
}

const packageFile = z.object({
  portal: z.optional(z.object({ brings: z.optional(z.array(z.string())) })),
})

/** What `portal.brings` in a remote's `package.json` names. */
export function broughtBy(dir: string): Brought[] {
  const text = readFileSync(path.join(dir, 'package.json'), 'utf8')
  const { brings = [] } = z.parse(packageFile, JSON.parse(text)).portal ?? {}
  return brings.map((name) => {
    const packages = bringable[name]
    if (!packages) {
      const possible = Object.keys(bringable).join(', ')
      throw new Error(
        `package.json brings ${name}, which the shell doesn’t share: only ${possible} can be brought. Any other package is bundled anyway.`,
      )
    }
    return { name, version: installedVersion(dir, name), packages }
  })
}

/** Not `require.resolve`: a package may not export its `package.json`. */
function installedVersion(dir: string, name: string): string {
  const file = ancestorsOf(dir)
    .map((folder) => path.join(folder, 'node_modules', name, 'package.json'))
    .find((folder) => existsSync(folder))
  if (!file) throw new Error(`package.json brings ${name}, which isn’t installed in ${dir}.`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** The package of a file: the innermost node_modules folder counts. Empty for a file of no package. */
export function packageIn(file: string): string {
  const parts = file.split(path.sep)
  const last = parts.lastIndexOf('node_modules')
  if (last < 0) return ''
  const [scope = '', name = ''] = parts.slice(last + 1)
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

/** The name of the chunk with a brought package: `react`, `tanstack-react-query`. */
export function chunkOf({ name }: Pick<Brought, 'name'>): string {
  return name.replace('@', '').replaceAll('/', '-')
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { type PackageFile, publishedPackages, root } from './published-packages.ts'

/**
 * A package's `package.json` as it is published: exports of the built files, and versions in place
 * of references to this workspace. Libraries may be newer within their major version.
 */
export function publishedFile(file: PackageFile): object {
  const { name, version, type, sideEffects, portal, peerDependenciesMeta } = file
  return {
    name,
    version,
    type,
    sideEffects,
    ...(file.bin ? { bin: mapped(file.bin, builtName) } : {}),
    exports: mapped(file.exports, builtName),
    ...(portal ? { portal } : {}),
    dependencies: ranges(file.dependencies),
    peerDependencies: ranges(file.peerDependencies),
    ...(peerDependenciesMeta ? { peerDependenciesMeta } : {}),
    engines: { node: '>=24' },
  }
}

/** `./src/avatar.tsx` is `./src/avatar.js`. */
function builtName(file: string): string {
  return file.replace(/(?<!\.d)\.tsx?$/, '.js')
}

export function ranges(dependencies: Record<string, string>): Record<string, string> {
  const { catalog } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>
  }
  const own = new Map(publishedPackages().map(({ file }) => [file.name, file.version]))
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => {
      // A range of its own.
      if (version.startsWith('>=')) return [name, version]
      const known = version === 'catalog:' ? catalog[name] : own.get(name)
      if (known === undefined) throw new Error(`${name} isn’t in the catalog, nor published`)
      return [name, `^${known}`]
    }),
  )
}

function mapped(all: Record<string, string>, map: (value: string) => string) {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, map(value)]))
}

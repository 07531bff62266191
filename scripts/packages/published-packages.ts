import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { keptModulesOf } from './kept-modules.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** The part of a `package.json` that publishing reads. */
export type PackageFile = {
  name: string
  version: string
  type: string
  sideEffects: boolean | string[]
  bin?: Record<string, string>
  exports: Record<string, string>
  portal?: Record<string, unknown>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional: boolean }>
}

export type PublishedPackage = {
  /** Its folder, relative to the workspace's root. */
  folder: string
  file: PackageFile
  /** The files of its exports, relative to the folder. */
  sources: readonly string[]
  /** What others can import, by import path, with the file relative to the folder. */
  modules: ReadonlyMap<string, string>
}

/** Exports for this workspace alone: the shell is built here. */
const workspaceOnly = new Set(['./shell-preset'])

/** The packages for remotes in other repositories; each depends only on those before it. */
export function publishedPackages(): PublishedPackage[] {
  return ['api/domain', 'api/contract', 'shared-ui', 'shell/remote-kit'].map((folder) => {
    const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8')
    const all = JSON.parse(text) as PackageFile
    const named = Object.entries(all.exports).filter(([name]) => !workspaceOnly.has(name))
    const file = { ...all, exports: Object.fromEntries(named) }
    const sources = modulesOf(folder, file)
    const modules = [...sources, ...keptModulesOf({ folder, name: file.name })]
    return {
      folder,
      file,
      sources: sources.map(([, source]) => source),
      modules: new Map(modules.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    }
  })
}

function modulesOf(folder: string, { name, exports }: PackageFile): [string, string][] {
  return Object.entries(exports).flatMap(([request, file]) => {
    if (request === './package.json') return []
    if (!request.includes('*')) return [[request.replace('.', name), file] as [string, string]]
    const files = globSync(file, { cwd: path.join(root, folder) })
    return files
      .filter((match) => !/\.test\.tsx?$/.test(match))
      .toSorted()
      .map((match): [string, string] => [`${name}/${path.parse(match).name}`, `./${match}`])
  })
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtFolder } from './build-packages.ts'
import { type PublishedPackage, root } from './published-packages.ts'
import { typeFile, typeFilesOf } from './type-files.ts'

/** What a version of a package offers others. */
export type PublicApi = {
  version: string
  /** The files of its modules, by import path. */
  modules: ReadonlyMap<string, string>
  /** By file, the types of the modules and of the files that they use, without comments. */
  files: ReadonlyMap<string, string>
}

/** How much a package's next version changes. */
export type Bump = 'none' | 'patch' | 'minor' | 'major'

const bumps: Bump[] = ['none', 'patch', 'minor', 'major']

/** The API of a package that was built in `out`. */
export function builtApi(one: PublishedPackage, out: string): PublicApi {
  const folder = builtFolder(out, one)
  const files = typeFilesOf(one, folder).map((file): [string, string] => [
    file,
    withoutComments(readFileSync(path.join(folder, file), 'utf8')),
  ])
  return {
    version: one.file.version,
    modules: new Map([...one.modules].map(([module, file]) => [module, typeFile(file)])),
    files: new Map(files),
  }
}

/** The file in which a package's API is recorded. */
export function recordOf({ folder }: PublishedPackage): string {
  return path.join(root, folder, 'public-api.md')
}

export function recordText(name: string, { version, modules, files }: PublicApi): string {
  return [
    `# ${name} ${version}`,
    'Written by `node scripts/packages.ts record`. Tests compare it with the sources.',
    ...[...modules].map(([module, file]) => `- ${module}: ${file}`),
    ...[...files].map(([file, text]) => `## ${file}\n\n\`\`\`ts\n${text}\n\`\`\``),
  ]
    .join('\n\n')
    .replaceAll(/^(- .+)\n\n(?=- )/gm, '$1\n')
    .concat('\n')
}

export function parseRecord(text: string): PublicApi {
  const version = /^# \S+ (\S+)$/m.exec(text)?.[1]
  if (version === undefined) throw new Error('The record of a public API names no version')
  const modules = [...text.matchAll(/^- (\S+): (\S+)$/gm)]
  const files = [...text.matchAll(/^## (\S+)\n\n```ts\n([^]*?)\n```$/gm)]
  return {
    version,
    modules: new Map(modules.map(([, module, file]) => [module!, file!])),
    files: new Map(files.map(([, file, types]) => [file!, types!])),
  }
}

/**
 * What is wrong with a package's version, as a sentence; undefined if it announces what has changed
 * since the record. Exports are removed by a major version, anything else changes by a minor one.
 */
export function unannounced(
  name: string,
  { recorded, current, announced }: { recorded: PublicApi; current: PublicApi; announced: Bump },
): string | undefined {
  if (recorded.version !== current.version) {
    return `${name} is ${current.version} now: record its public API with node scripts/packages.ts record.`
  }
  const removed = exportsOf(recorded).filter((one) => !exportsOf(current).includes(one))
  const changed = [...new Set([...recorded.files.keys(), ...current.files.keys()])].filter(
    (file) => recorded.files.get(file) !== current.files.get(file),
  )
  const others = [...current.modules.keys()].filter((module) => !recorded.modules.has(module))
  const needed: Bump =
    removed.length > 0 ? 'major' : changed.length + others.length > 0 ? 'minor' : 'none'
  if (bumps.indexOf(announced) >= bumps.indexOf(needed)) return undefined
  const what = removed.length > 0 ? removed : [...others, ...changed]
  return `${name} needs a changeset with a ${needed} version for: ${what.join(', ')}.`
}

/** The modules, and the names that each exports. */
function exportsOf({ modules, files }: PublicApi): string[] {
  return [...modules].flatMap(([module, file]) => {
    const text = files.get(file) ?? ''
    const declared = text.matchAll(/^export (?:declare )?(?:const|function|type|class) (\w+)/gm)
    const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
      list!.split(',').map((one) => one.trim().split(/\s+/).at(-1)!),
    )
    const names = [...[...declared].map(([, name]) => name!), ...listed].filter(Boolean)
    return [module, ...names.map((name) => `${name} of ${module}`)]
  })
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '')
    .replaceAll(/^[ \t]*\/\/.*\n/gm, '')
    .trim()
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@portal/contract/releases'
import { builtAs } from './built-as.ts'

const root = path.resolve(import.meta.dirname, '../..')
const names = ['meetings', 'governance', 'directory', 'admin']

/**
 * Creates a release of a remote whose entry runs `code` first, complete in every other respect (its
 * integrity is computed again), and returns the setting with which a portal adopts it next to the real releases of
 * the others.
 */
export function releaseThat(code: string, remote: string, folder: string): string {
  return alteredRelease(remote, folder, (source) => `${code};\n${source}`)
}

/** The same for a release whose remote is the result of `change`, the source of a function. */
export function releaseWhose(change: string, remote: string, folder: string): string {
  return alteredRelease(remote, folder, (source, global) => changed(source, global, change))
}

/** A second, complete release of every remote: the real ones are its fallbacks. */
export function secondReleases(folder: string): string {
  return names.map((name) => alteredBuild(name, folder, (source) => `;\n${source}`)).join(',')
}

/** The script of a container whose remote is the result of `change`, the source of a function. */
export function changed(source: string, global: string, change: string): string {
  return `${source};
{
  const container = globalThis.${global}
  const change = ${change}
  globalThis.${global} = {
    ...container,
    get: async (name) => {
      const module = await container.get(name)
      return () => ({ ...module(), default: change(module().default) })
    },
  }
}`
}

type Alter = (source: string, global: string) => string

function alteredRelease(remote: string, folder: string, alter: Alter): string {
  const others = names.filter((name) => name !== remote)
  const target = alteredBuild(remote, folder, alter)
  return [...others.map((name) => path.join(root, `mf-${name}/dist`)), target].join(',')
}

/** A copy of a build with another container, and a name of its own. */
function alteredBuild(remote: string, folder: string, alter: Alter): string {
  const target = path.join(folder, `${remote}-altered`)
  const built = path.join(root, `mf-${remote}/dist`)
  const { version, global: usual } = JSON.parse(
    readFileSync(path.join(built, 'release.json'), 'utf8'),
  ) as ReleaseManifest
  // As in a separate build: no two releases share a global.
  const global = `${usual}_altered`
  const name = { release: `${version}-altered`, global }
  const { manifest, files } = builtAs(built, name, (source) => alter(source, global))
  mkdirSync(target, { recursive: true })
  for (const [file, bytes] of files) writeFileSync(path.join(target, file), bytes)
  writeFileSync(path.join(target, 'release.json'), JSON.stringify(manifest))
  return target
}

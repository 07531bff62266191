import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@portal/contract/releases'

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

/** The integrity of these bytes in a release's record. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

type Alter = (source: string, global: string) => string

function alteredRelease(remote: string, folder: string, alter: Alter): string {
  const others = names.filter((name) => name !== remote)
  const target = alteredBuild(remote, folder, alter)
  return [...others.map((name) => path.join(root, `mf-${name}/dist`)), target].join(',')
}

/** A copy of a build with another container and a matching manifest. */
function alteredBuild(remote: string, folder: string, alter: Alter): string {
  const target = path.join(folder, `${remote}-altered`)
  cpSync(path.join(root, `mf-${remote}/dist`), target, { recursive: true })
  const file = path.join(target, 'release.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as ReleaseManifest
  const entry = path.join(target, manifest.entry)
  // As in a separate build: no two releases share a global.
  const global = `${manifest.global}_altered`
  const source = readFileSync(entry, 'utf8').replaceAll(manifest.global, global)
  const altered = Buffer.from(alter(source, global))
  writeFileSync(entry, altered)
  rmSync(`${entry}.br`, { force: true })
  const integrity = integrityOf(altered)
  manifest.release = `${manifest.version}-altered`
  manifest.global = global
  manifest.files = manifest.files.map((known) =>
    known.file === manifest.entry ? { ...known, integrity, size: altered.byteLength } : known,
  )
  writeFileSync(file, JSON.stringify(manifest))
  return target
}

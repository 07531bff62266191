import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@portal/contract/releases'

const root = path.resolve(import.meta.dirname, '../..')
const names = ['meetings', 'governance', 'directory', 'admin']

/**
 * Makes a release of a remote whose entry runs `code` first, whole in every other respect (its integrity is
 * computed anew), and returns the setting under which a portal adopts it beside the others' real ones.
 */
export function releaseThat(code: string, remote: string, folder: string): string {
  return alteredRelease(remote, folder, (source) => `${code};\n${source}`)
}

/** The same of a release whose remote is what `change`, the source of a function, makes of it. */
export function releaseWhose(change: string, remote: string, folder: string): string {
  return alteredRelease(
    remote,
    folder,
    (source, global) => `${source};
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
}`,
  )
}

function alteredRelease(
  remote: string,
  folder: string,
  alter: (source: string, global: string) => string,
): string {
  const target = path.join(folder, `${remote}-altered`)
  cpSync(path.join(root, `mf-${remote}/dist`), target, { recursive: true })
  const file = path.join(target, 'release.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as ReleaseManifest
  const entry = path.join(target, manifest.entry)
  // As in a build of its own: no two releases share a global.
  const global = `${manifest.global}_altered`
  const source = readFileSync(entry, 'utf8').replaceAll(manifest.global, global)
  const altered = Buffer.from(alter(source, global))
  writeFileSync(entry, altered)
  rmSync(`${entry}.br`, { force: true })
  const integrity = `sha384-${createHash('sha384').update(altered).digest('base64')}`
  manifest.release = `${manifest.version}-altered`
  manifest.global = global
  manifest.files = manifest.files.map((known) =>
    known.file === manifest.entry ? { ...known, integrity, size: altered.byteLength } : known,
  )
  writeFileSync(file, JSON.stringify(manifest))
  const others = names.filter((name) => name !== remote)
  return [...others.map((name) => path.join(root, `mf-${name}/dist`)), target].join(',')
}

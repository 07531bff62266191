import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { remotes } from '../../../../scripts/remotes.ts'
import { WrongUse } from './command.ts'

export type RemoteFolder = { name: string; dir: string }

/** The remote of that name in this workspace; without a name, the one of the current folder. */
export function remoteFolder(name: string | undefined, cwd = process.cwd()): RemoteFolder {
  const all = [...remoteAt(cwd), ...remotes()]
  const folders =
    name === undefined
      ? all.find(({ dir }) => `${cwd}${path.sep}`.startsWith(`${dir}${path.sep}`))
      : all.find((remote) => remote.name === name)
  if (folders) return folders
  if (all.length === 0) throw new WrongUse('Run this in the folder of a remote.')
  const names = all.map((remote) => remote.name).join(', ')
  throw new WrongUse(
    name === undefined
      ? `Name a remote: ${names}.`
      : `There is no remote called ${name} here, only ${names}.`,
  )
}

/** The remote whose repository the current folder is in: its `package.json` has the name. */
function remoteAt(cwd: string): RemoteFolder[] {
  const file = path.join(cwd, 'package.json')
  const { portal } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    portal?: { remote?: string }
  }
  if (portal?.remote !== undefined) return [{ name: portal.remote, dir: cwd }]
  const above = path.dirname(cwd)
  return above === cwd ? [] : remoteAt(above)
}

/** The name only, for a remote that needn't be in this workspace. */
export function remoteNamed(name: string | undefined): string {
  return name ?? remoteFolder(undefined).name
}

/**
 * A remote and `count` releases from a command's words; the remote is optional inside its folder.
 */
export function remoteAndReleases(words: string[], releases: number): [string, ...string[]] {
  if (words.length === releases + 1) return [words[0]!, ...words.slice(1)]
  if (words.length === releases) return [remoteNamed(undefined), ...words]
  throw new WrongUse(releases === 1 ? 'Which release?' : `Which ${releases} releases?`)
}

const root = path.resolve(import.meta.dirname, '../../../..')

/** The portal's own repository; undefined if this kit was installed from a registry. */
export const portalWorkspace = existsSync(path.join(root, 'shell/remote-kit')) ? root : undefined

import path from 'node:path'
import { remotes } from '../../../../scripts/remotes.ts'
import { WrongUse } from './command.ts'

export type RemoteFolder = { name: string; dir: string }

/** The remote of that name in this workspace; without a name, the one of the current folder. */
export function remoteFolder(name: string | undefined, cwd = process.cwd()): RemoteFolder {
  const all = remotes()
  const found =
    name === undefined
      ? all.find(({ dir }) => `${cwd}${path.sep}`.startsWith(`${dir}${path.sep}`))
      : all.find((remote) => remote.name === name)
  if (found) return found
  const names = all.map((remote) => remote.name).join(', ')
  throw new WrongUse(
    name === undefined
      ? `Name a remote: ${names}.`
      : `There is no remote called ${name} here, only ${names}.`,
  )
}

/** Only the name, for a remote that needn't be in this workspace. */
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

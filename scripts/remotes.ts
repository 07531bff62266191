import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Folders of the remotes by remote name: `mf-meetings` is `meetings`. */
export function remotes(): { name: string; dir: string }[] {
  return readdirSync(root)
    .filter((folder) => existsSync(path.join(root, folder, 'rspack.config.ts')))
    .filter((folder) => folder.startsWith('mf-'))
    .map((folder) => ({ name: folder.slice('mf-'.length), dir: path.join(root, folder) }))
}

import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { CommandFailure, WrongUse } from './command.ts'

type NewRemote = {
  /** The workspace. */
  root: string
  /** The remote's name: `news` becomes the folder `mf-news` and owns `/news`. */
  name: string
  /** The label of its menu entry. */
  label: string
  /** Its owner in CODEOWNERS. */
  owner: string
}

/** A complete remote that the workspace's checks cover like everything else. */
const template = path.resolve(import.meta.dirname, '../../template')

/** First path segments that belong to the shell or the API, or that lead to no remote. */
const taken = new Set([
  'api',
  'assets',
  'emulator',
  'healthz',
  'login',
  'metrics',
  'readyz',
  'remotes',
])

/** Creates a remote's folder. Only CODEOWNERS has to change besides. */
export function createRemote({ root, name, label, owner }: NewRemote): {
  folder: string
  files: string[]
} {
  if (!z.safeParse(remoteName, name).success || /-$|--/.test(name)) {
    throw new WrongUse(
      `“${name}” can’t be a remote’s name: use lower-case letters, digits and single dashes, starting with a letter.`,
    )
  }
  if (taken.has(name)) throw new WrongUse(`/${name} belongs to the portal: choose another name.`)
  const folder = path.join(root, `mf-${name}`)
  if (existsSync(folder)) throw new CommandFailure(`${folder} already exists.`)
  cpSync(template, folder, { recursive: true })
  const files = filesIn(folder).map((file) => filled(file, { name, label }))
  appendFileSync(path.join(root, 'CODEOWNERS'), `/mf-${name}/ ${owner}\n`)
  return { folder, files: files.map((file) => path.relative(root, file)).toSorted() }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/**
 * Fills in the names. Files that tools would read in the template have another extension until
 * then.
 */
function filled(file: string, { name, label }: Pick<NewRemote, 'name' | 'label'>): string {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/\bexample\b/g, name)
    .replaceAll(/\bExample\b/g, () => label)
  writeFileSync(file, text)
  const fileName = path
    .basename(file)
    .replace(/\.template$/, '')
    .replace(/^example-/, `${name}-`)
  const named = path.join(path.dirname(file), fileName)
  renameSync(file, named)
  return named
}

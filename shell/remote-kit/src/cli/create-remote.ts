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
  /** What it goes by: `news` becomes the folder `mf-news` and owns `/news`. */
  name: string
  /** What its place in the menu is called. */
  label: string
  /** Who owns it, as CODEOWNERS names them. */
  owner: string
}

/** A whole remote, checked where it lies like everything else of the workspace. */
const template = path.resolve(import.meta.dirname, '../../template')

/** First parts of addresses that are the shell's or the API's, or that lead to no remote. */
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

/** Makes a remote's folder. Nothing else in the workspace need know of it but its owner. */
export function createRemote({ root, name, label, owner }: NewRemote): {
  folder: string
  files: string[]
} {
  if (!z.safeParse(remoteName, name).success || /-$|--/.test(name)) {
    throw new WrongUse(
      `“${name}” can’t be a remote’s name: small letters, digits and single dashes, from a letter on.`,
    )
  }
  if (taken.has(name)) throw new WrongUse(`/${name} is the portal’s own: choose another name.`)
  const folder = path.join(root, `mf-${name}`)
  if (existsSync(folder)) throw new CommandFailure(`${folder} is there already.`)
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

/** Puts the names in. Files that tools would take for their own until then bear another ending. */
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

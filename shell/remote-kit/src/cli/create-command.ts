import { print } from '@portal/domain/print'
import { type Command, readArgs, WrongUse, CommandFailure } from './command.ts'
import { portalWorkspace } from './remote-folders.ts'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'

export const createCommand: Command = {
  summary:
    'Creates a new remote: a page, its queries, its test and its build. Outside the portal’s repository it gets one of its own.',
  usage:
    '<name> [--label <menu entry>] [--owner <@team>] [--registry <address of the packages, outside the portal’s repository>]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        label: { type: 'string' },
        owner: { type: 'string' },
        registry: { type: 'string' },
      },
      most: 1,
    })
    const [name] = positionals
    if (name === undefined) throw new WrongUse('A new remote needs a name.')
    const { label = titled(name), owner = `@board-portal/${name}`, registry } = values
    if (!/^[\p{L}\p{N}][\p{L}\p{N} &’-]{0,29}$/u.test(label)) {
      throw new WrongUse('A label has up to 30 letters, digits and spaces.')
    }
    if (!/^@[\w./-]+$/.test(owner)) throw new WrongUse('An owner has the form @team.')
    if (registry !== undefined && !/^https?:\/\/\S+$/.test(registry)) {
      throw new WrongUse(`--registry must be an address, not “${registry}”.`)
    }
    const lines = portalWorkspace
      ? inWorkspace({ root: portalWorkspace, name, label, owner })
      : inRepository({ root: process.cwd(), name, label, registry })
    print(...lines)
    return 0
  },
}

function inWorkspace(remote: Parameters<typeof createRemote>[0]): string[] {
  const { name, owner } = remote
  const { files } = createRemote(remote)
  return [
    ...files.map((file) => `  ${file}`),
    '',
    `It owns /${name} and belongs to ${owner} (CODEOWNERS). Next:`,
    '',
    '  npx -y pnpm@12 install --no-frozen-lockfile',
    `  npx -y pnpm@12 dev ${name}`,
    `  npx -y pnpm@12 portal check ${name}`,
  ]
}

function inRepository(remote: Parameters<typeof createRepository>[0]): string[] {
  const { files } = createRepository(remote)
  return [
    ...files.map((file) => `  ${file}`),
    '',
    `It owns /${remote.name}. Next:`,
    '',
    `  cd ${remote.name}`,
    '  npm install',
    '  npm test',
    '  npm run dev',
  ]
}

/** `board-news` becomes “Board News”. */
function titled(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

type NewRemote = {
  /** The workspace, or the folder in which the remote gets its own repository. */
  root: string
  /** The remote's name: `news` becomes the folder `mf-news` and owns `/news`. */
  name: string
  /** The label of its menu entry. */
  label: string
  /** Its owner in CODEOWNERS. */
  owner: string
}

/** A complete remote, which the workspace's checks cover too. */
const template = path.resolve(import.meta.dirname, '../../template')

/** Files that are added or replaced in a separate repository. */
const repositoryTemplate = path.resolve(import.meta.dirname, '../../template-repository')

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

/** Creates a remote's folder. The only other file that changes is CODEOWNERS. */
export function createRemote({ root, name, label, owner }: NewRemote): Created {
  refuseName(name)
  const folder = path.join(root, `mf-${name}`)
  const files = filledCopy(folder, { name, label }, [template])
  appendFileSync(path.join(root, 'CODEOWNERS'), `/mf-${name}/ ${owner}\n`)
  return { folder, files: files.map((file) => path.relative(root, file)).toSorted() }
}

/** Creates a repository with nothing but a remote, whose packages come from a registry. */
export function createRepository({ root, name, label, registry }: NewRepository): Created {
  refuseName(name)
  const folder = path.join(root, name)
  const files = filledCopy(folder, { name, label }, [template, repositoryTemplate])
  if (registry !== undefined) {
    const settings = path.join(folder, '.npmrc')
    writeFileSync(settings, `@portal:registry=${registry}\n`)
    files.push(settings)
  }
  return { folder, files: files.map((file) => path.relative(root, file)).toSorted() }
}

type NewRepository = Omit<NewRemote, 'owner'> & {
  /** The registry that has the packages; npm’s own settings by default. */
  registry?: string | undefined
}

type Created = { folder: string; files: string[] }

function refuseName(name: string): void {
  if (!z.safeParse(remoteName, name).success || /-$|--/.test(name)) {
    throw new WrongUse(
      `“${name}” can’t be a remote’s name: use lower-case letters, digits and single dashes, starting with a letter.`,
    )
  }
  if (taken.has(name)) throw new WrongUse(`/${name} belongs to the portal: choose another name.`)
}

function filledCopy(
  folder: string,
  names: Pick<NewRemote, 'name' | 'label'>,
  templates: string[],
): string[] {
  if (existsSync(folder)) throw new CommandFailure(`${folder} already exists.`)
  for (const layer of templates) cpSync(layer, folder, { recursive: true })
  return filesIn(folder).map((file) => filled(file, names))
}

/** Files that a package can't contain at their place. */
const places: Record<string, string> = {
  gitignore: '.gitignore',
  'ci.yml': '.github/workflows/ci.yml',
  'preview.yml': '.github/workflows/preview.yml',
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
  const named = path.join(path.dirname(file), places[fileName] ?? fileName)
  mkdirSync(path.dirname(named), { recursive: true })
  renameSync(file, named)
  return named
}

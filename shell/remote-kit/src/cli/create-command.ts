import { print } from '@portal/domain/print'
import { type Command, readArgs, WrongUse } from './command.ts'
import { createRemote, createRepository } from './create-remote.ts'
import { portalWorkspace } from './portal-workspace.ts'

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

import path from 'node:path'
import { type Command, readArgs, WrongUse } from './command.ts'
import { createRemote } from './create-remote.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

export const createCommand: Command = {
  summary: 'Creates the folder of a new remote: a page, its queries, its test and its build.',
  usage: '<name> [--label <menu entry>] [--owner <@team>]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { label: { type: 'string' }, owner: { type: 'string' } },
      most: 1,
    })
    const [name] = positionals
    if (name === undefined) throw new WrongUse('A new remote needs a name.')
    const { label = titled(name), owner = `@board-portal/${name}` } = values
    if (!/^[\p{L}\p{N}][\p{L}\p{N} &’-]{0,29}$/u.test(label)) {
      throw new WrongUse('A label has up to 30 letters, digits and spaces.')
    }
    if (!/^@[\w./-]+$/.test(owner)) throw new WrongUse('An owner has the form @team.')
    const { files } = createRemote({ root, name, label, owner })
    console.log(
      [
        ...files.map((file) => `  ${file}`),
        '',
        `It owns /${name} and belongs to ${owner} (CODEOWNERS). Next:`,
        '',
        '  npx -y pnpm@12 install --no-frozen-lockfile',
        `  npx -y pnpm@12 dev ${name}`,
        `  npx -y pnpm@12 portal check ${name}`,
      ].join('\n'),
    )
    return 0
  },
}

/** `board-news` becomes “Board News”. */
function titled(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

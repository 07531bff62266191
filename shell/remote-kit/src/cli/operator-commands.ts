import { type Command, readArgs, WrongUse } from './command.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const adminsCommand: Command = {
  summary:
    'For operators: lists, adds and removes designated admins in the configured store, when no admin can sign in. It never removes the last one, and the audit records it. A portal on SQLite must be stopped for a change.',
  usage: 'list | add <email> | remove <email> [--env <file>]',
  async run(args) {
    return runOperatorScript('admins', args, ['list', 'add', 'remove'])
  },
}

export const notesCommand: Command = {
  summary:
    'For operators: lists the people whose notes are closed since an admin set their password, and opens them for one, when no second admin can confirm. The person sees it and the audit records it. A portal on SQLite must be stopped to open them.',
  usage: 'list | open <email> [--env <file>]',
  async run(args) {
    return runOperatorScript('closed-notes', args, ['list', 'open'])
  },
}

export const closedItemsCommand: Command = {
  summary:
    'For operators: lists the closed items of agendas without their content, and names somebody in the audience of one, when no admin can prepare it any more. The audit records it. A portal on SQLite must be stopped to name them.',
  usage: 'list | name <item>:<email> [--env <file>]',
  async run(args) {
    return runOperatorScript('closed-items', args, ['list', 'name'])
  },
}

export const personalDataCommand: Command = {
  summary:
    'For operators: writes everything that the portal has about a person who can’t sign in, notes and reading too, to a file that only the operator may read, to hand over to this person. The audit records it. A portal on SQLite must be stopped.',
  usage: 'export <email or account id> [--env <file>]',
  async run(args) {
    return runOperatorScript('personal-data', args, ['export'])
  },
}

export const accountsCommand: Command = {
  summary:
    'For operators: moves accounts from and to Firebase, in the format of `firebase auth:export` and `auth:import`. People with a password get a link to choose a new one. A portal on SQLite must be stopped for an import.',
  usage: 'import <file> | export <file> [--env <file>]',
  async run(args) {
    return runOperatorScript('accounts', args, ['import', 'export'], {
      missing: 'Name the file.',
    })
  },
}

export const agendasCommand: Command = {
  summary:
    'For operators, after a change of FOUNDATION_TIME_ZONE: lists the coming agendas whose times name other moments now, and lets them keep the moments. The audit records it. A portal on SQLite must be stopped for a change.',
  usage: 'list | keep-moments [--env <file>]',
  async run(args) {
    const acts = ['list', 'keep-moments']
    return runOperatorScript('agendas', args, acts, { alone: acts })
  },
}

type OperatorOptions = {
  /** The sentence for an act whose object isn't named. */
  missing?: string
  /** The acts that need no object. */
  alone?: string[]
}

/** A program of the API that works on the configured store. */
async function runOperatorScript(
  name: string,
  args: string[],
  acts: string[],
  { missing = 'Say whom: an e-mail address.', alone = ['list'] }: OperatorOptions = {},
): Promise<number> {
  const { positionals } = readArgs(args, { options: { env: { type: 'string' } }, most: 2 })
  const [act, object] = positionals
  if (act === undefined || !acts.includes(act)) {
    const others = acts.slice(0, -1).join(', ')
    const words = [others, acts.at(-1)].filter(Boolean).join(' or ')
    throw new WrongUse(`Say what to do: ${words}.`)
  }
  if (!alone.includes(act) && object === undefined) throw new WrongUse(missing)
  const script = path.resolve(import.meta.dirname, `../../../../api/commands/${name}.ts`)
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const script = path.resolve(import.meta.dirname, '../../../../api/commands/audit-verify.ts')

export const auditCommand: Command = {
  summary:
    'For operators: reads the whole audit of the configured store or of a backup, and names the first entry that was tampered with. --anchor is a hash from the portal’s log.',
  usage: 'verify [--backup <folder>] [--anchor <hash>] [--env <file>]',
  async run(args) {
    const { positionals } = readArgs(args, {
      options: {
        backup: { type: 'string' },
        anchor: { type: 'string' },
        env: { type: 'string' },
      },
      most: 1,
    })
    if (positionals[0] !== 'verify') throw new WrongUse('Say what to do: verify.')
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  },
}

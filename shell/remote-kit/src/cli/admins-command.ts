import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Command, readArgs, WrongUse } from './command.ts'

const script = path.resolve(import.meta.dirname, '../../../../api/src/admins.ts')
const acts = ['list', 'add', 'remove']

export const adminsCommand: Command = {
  summary:
    'For operators: lists, adds and removes designated admins in the configured store, when no admin can sign in. It never removes the last one, and the audit records it. A portal on SQLite must be stopped for a change.',
  usage: 'list | add <email> | remove <email> [--env <file>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: { env: { type: 'string' } }, most: 2 })
    const [act, email] = positionals
    if (act === undefined || !acts.includes(act)) {
      throw new WrongUse('Say what to do: list, add or remove.')
    }
    if (act !== 'list' && email === undefined) throw new WrongUse('Say whom: an e-mail address.')
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  },
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Command, readArgs, WrongUse } from './command.ts'

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

/** A program of the API that works on the configured store. */
async function runOperatorScript(name: string, args: string[], acts: string[]): Promise<number> {
  const { positionals } = readArgs(args, { options: { env: { type: 'string' } }, most: 2 })
  const [act, email] = positionals
  if (act === undefined || !acts.includes(act)) {
    const last = acts.at(-1)
    throw new WrongUse(`Say what to do: ${acts.slice(0, -1).join(', ')} or ${last}.`)
  }
  if (act !== 'list' && email === undefined) throw new WrongUse('Say whom: an e-mail address.')
  const script = path.resolve(import.meta.dirname, `../../../../api/commands/${name}.ts`)
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Command, readArgs, WrongUse } from './command.ts'

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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { PageCommand } from './page-commands.ts'

const end = '── end of the commands'

/** One shell for a guide's commands: variables and the folder stay from one call to the next. */
export function openGuideShell(cwd: string, env: NodeJS.ProcessEnv) {
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd, env, stdio: 'pipe' })
  let output = ''
  let heard = () => {}
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      heard()
    })
  }
  const closed = once(shell, 'close')
  return {
    /** Runs the commands, and returns their output. */
    async run(commands: readonly PageCommand[]): Promise<string> {
      output = ''
      const ended = new Promise<void>((resolve) => {
        heard = () => output.includes(end) && resolve()
      })
      const script = commands.map(({ script: lines }) => lines).join('\n')
      // A command that reads its input would read the commands after it.
      shell.stdin.write(`{\n${script}\n} </dev/null\necho '${end}'\n`)
      await Promise.race([ended, closed])
      if (!output.includes(end)) throw new Error(output)
      return output
    },
    async close(): Promise<void> {
      shell.stdin.end()
      await closed
    },
  }
}

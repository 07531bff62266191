import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a module in its own process and kills it, as `kill -9` does, once it has printed `word`. */
export async function runAndKill(source: string, word: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'exit')
  let killed = false
  for await (const chunk of child.stdout) {
    if (!String(chunk).includes(word)) continue
    killed = child.kill('SIGKILL')
    break
  }
  await ended
  if (!killed) throw new Error(`The process ended before it printed ${word}: ${errors}`)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from './fixtures.ts'

type Command = {
  command: string
  cwd: string
  env?: NodeJS.ProcessEnv
  /** What it prints when it is ready. */
  until: string
}

/** Keeps a command that serves a remote running during `work`. */
export async function whileServing(
  { command, cwd, env, until }: Command,
  work: () => Promise<void>,
): Promise<void> {
  const child = spawn('bash', ['-c', command], { cwd, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(child, 'close')
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain(until)
    await work()
  } finally {
    process.kill(-child.pid!, 'SIGINT')
    await ended
  }
}

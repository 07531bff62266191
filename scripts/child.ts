import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const exitWithParent = path.join(import.meta.dirname, 'exit-with-parent.ts')
/** Caches compiled code: reading the scripts of the API and the emulator is most of their start. */
const compiled = path.join(import.meta.dirname, '../.cache/node')

export type Child = {
  process: ChildProcess
  /** Its latest output, for the message when it dies. */
  tail: () => string
  /** Sends it a signal to stop, and kills it after ten seconds. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

export type ChildOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Node options, before the script. */
  nodeArgs?: string[]
  /** Called with each line of either stream. */
  onLine?: (line: string) => void
}

/**
 * Starts a Node script in its own process group, so that a Ctrl-C in the terminal reaches only us
 * and we stop our children in order.
 */
export function startNode(script: string, args: string[], options: ChildOptions = {}): Child {
  const nodeArgs = ['--import', exitWithParent, ...(options.nodeArgs ?? [])]
  const child = spawn(process.execPath, [...nodeArgs, script, ...args], {
    cwd: options.cwd,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const last: string[] = []
  for (const stream of [child.stdout!, child.stderr!]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        last.push(line)
        if (last.length > 40) last.shift()
        options.onLine?.(line)
      }
    })
  }
  return {
    process: child,
    tail: () => last.join('\n'),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await once(child, 'exit')
      clearTimeout(timer)
    },
  }
}

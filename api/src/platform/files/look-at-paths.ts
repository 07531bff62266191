import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { withTimeout } from '../resilience/with-timeout.ts'

/** `silent`: nothing was learned in time. `unknown`: there may be something, but it can't be looked at. */
export type PathState = 'folder' | 'file' | 'other' | 'missing' | 'unknown' | 'silent'

/** A file system on a network that is gone lets every call wait forever. In ms. */
export const lookTime = 5000

type Options = { limit?: number; worker?: string }

/**
 * What is at each path. Looks from a separate process: a thread that waits for an unresponsive disk can't be ended, and
 * with it neither could this process.
 */
export async function lookAtPaths(
  paths: string[],
  { limit = lookTime, worker = join(import.meta.dirname, 'path-worker.ts') }: Options = {},
): Promise<PathState[]> {
  if (paths.length === 0) return []
  const states = new Map<string, PathState>()
  const child = fork(worker, paths, {
    execArgv: [],
    // One thread for each path: none has to wait until another one responds.
    env: { ...process.env, UV_THREADPOOL_SIZE: String(paths.length) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', ([path, state]: [string, PathState]) => states.set(path, state))
  const looked = once(child, 'exit').catch(() => undefined)
  const rest = await withTimeout(
    () => looked.then((): PathState => 'unknown'),
    limit,
    () => new Error('no response'),
  ).catch((): PathState => 'silent')
  child.kill('SIGKILL')
  child.unref()
  if (child.connected) child.disconnect()
  return paths.map((path) => states.get(path) ?? rest)
}

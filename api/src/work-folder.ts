import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'board-portal-sync-'

/** Creates an empty folder for one run, and deletes those left by killed processes. */
export async function makeWorkFolder(): Promise<string> {
  const left = (await readdir(tmpdir())).filter((name) => {
    const pid = name.startsWith(prefix) && /^(\d+)-/.exec(name.slice(prefix.length))?.[1]
    return pid && !isProcessRunning(Number(pid))
  })
  for (const name of left) {
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

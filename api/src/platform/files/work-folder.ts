import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const usual = () => ({ parent: tmpdir(), prefix: 'board-portal-sync-' })
type Place = Partial<ReturnType<typeof usual>>

/** Creates an empty folder for one run, and deletes those that killed processes have left. */
export async function makeWorkFolder(place: Place = {}): Promise<string> {
  await deleteLeftFolders(place)
  const { parent, prefix } = { ...usual(), ...place }
  return mkdtemp(join(parent, `${prefix}${process.pid}-`))
}

/** Deletes the folders with this prefix that killed processes have left in `parent`. */
export async function deleteLeftFolders(place: Place = {}): Promise<void> {
  const { parent, prefix } = { ...usual(), ...place }
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) && /^(\d+)-/.exec(name.slice(prefix.length))?.[1]
    const folder = join(parent, name)
    if (pid && (await isLeft(folder, Number(pid)))) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

/** Calls `work` with an empty folder, which is deleted afterwards. */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a container, every process of the portal has the same id; then the folder is older than this process. */
async function isLeft(folder: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return !isProcessRunning(pid)
  const made = await stat(folder).catch(() => undefined)
  return made !== undefined && made.mtimeMs < performance.timeOrigin
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

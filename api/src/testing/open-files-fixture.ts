import { readdir, readlink, realpath } from 'node:fs/promises'

/** How many files below a folder this process has open; 0 where the system doesn't list them. */
export async function openFilesIn(folder: string): Promise<number> {
  const transaction = `${await realpath(folder)}/`
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(transaction)).length
}

import { existsSync } from 'node:fs'
import path from 'node:path'

const lockfiles = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock']

/**
 * The folder of the repository that a package belongs to: the nearest one with a lockfile, or the
 * package's own.
 */
export function repositoryOf(dir: string): string {
  return ancestorsOf(dir).find((folder) => lockfileIn(folder) !== undefined) ?? dir
}

/** The lockfile in a folder, if there is one. */
export function lockfileIn(folder: string): string | undefined {
  return lockfiles.map((file) => path.join(folder, file)).find((file) => existsSync(file))
}

/** A folder and those that contain it, the nearest first. */
export function ancestorsOf(dir: string): string[] {
  const above = path.dirname(dir)
  return above === dir ? [dir] : [dir, ...ancestorsOf(above)]
}

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Size and time of modification by path. */
export type Listing = Map<string, string>

/**
 * The files that tests read and must not change: what git tracks or would add, and the builds. Elsewhere tests may
 * write: `.cache`, `test-results` and temporary folders.
 */
export function listFiles(folder = root): Listing {
  const sources = existsSync(path.join(folder, '.git'))
    ? execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
        cwd: folder,
        encoding: 'utf8',
      }).split('\0')
    : []
  const builds = globSync('{*,*/*,*/*/*}/dist{,-production}/**', {
    cwd: folder,
    exclude: ['**/node_modules/**'],
  })
  const listing: Listing = new Map()
  for (const file of new Set([...sources, ...builds])) {
    const stat = statSync(path.join(folder, file), { throwIfNoEntry: false })
    if (stat?.isFile()) listing.set(file, `${stat.size} ${stat.mtimeMs}`)
  }
  return listing
}

/** What differs between two listings, one line a file. */
export function differences(before: Listing, after: Listing): string[] {
  const gone = [...before.keys()].filter((file) => !after.has(file))
  const added = [...after.keys()].filter((file) => !before.has(file))
  const changed = [...after].filter(
    ([file, state]) => before.has(file) && before.get(file) !== state,
  )
  return [
    ...gone.map((file) => `deleted: ${file}`),
    ...added.map((file) => `added: ${file}`),
    ...changed.map(([file]) => `written: ${file}`),
  ]
}

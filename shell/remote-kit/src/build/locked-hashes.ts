import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { lockfileIn } from './repository.ts'

/** Integrities by `name@version`. */
type Hashes = ReadonlyMap<string, string>

type PnpmLockfile = { packages: Record<string, { resolution: { integrity?: string } }> }
type NpmLockfile = {
  packages: Record<string, { version?: string; name?: string; integrity?: string }>
}

const read = new Map<string, Hashes>()

/**
 * The packages’ hashes in the lockfile of pnpm or npm in a folder; none without such a file. Read
 * once for all builds of a process: parsing it takes half a second.
 */
export function lockedHashes(folder: string): Hashes {
  const known = read.get(folder)
  if (known) return known
  const file = lockfileIn(folder)
  const hashes = new Map(file === undefined ? [] : entriesOf(file))
  read.set(folder, hashes)
  return hashes
}

function entriesOf(file: string): [string, string][] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('pnpm-lock.yaml')) {
    const { packages } = parse(text) as PnpmLockfile
    return Object.entries(packages).flatMap(
      ([
        name,
        {
          resolution: { integrity },
        },
      ]) => (integrity === undefined ? [] : [[name, integrity] as [string, string]]),
    )
  }
  if (!file.endsWith('package-lock.json')) return []
  const { packages } = JSON.parse(text) as NpmLockfile
  return Object.entries(packages).flatMap(([place, { name, version, integrity }]) => {
    const named = name ?? place.split('node_modules/').at(-1)
    return integrity === undefined ? [] : [[`${named}@${version}`, integrity] as [string, string]]
  })
}

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Bump } from './public-api.ts'
import { root } from './published-packages.ts'

const order: Bump[] = ['none', 'patch', 'minor', 'major']

/** The change of a package's version that the changesets of a folder announce. */
export function announcedBump(name: string, folder = path.join(root, '.changeset')): Bump {
  const bumps = globSync('*.md', { cwd: folder }).flatMap((file) => {
    const front = /^---\n([^]*?)\n---/.exec(readFileSync(path.join(folder, file), 'utf8'))?.[1]
    const packages = front ? (parse(front) as Record<string, Bump> | null) : null
    return packages?.[name] ?? []
  })
  return bumps.reduce<Bump>(
    (most, bump) => (order.indexOf(bump) > order.indexOf(most) ? bump : most),
    'none',
  )
}

import type { ComposedRelease } from '@portal/contract/releases'
import { failedAt } from './failure-stage.ts'

type Release = Pick<ComposedRelease, 'name' | 'release' | 'dev' | 'entry' | 'files'>

/**
 * The integrity of a release's first script, which runs as it was published or not at all. Empty
 * only for a developer's server, whose files are edited.
 */
export function entryIntegrity({ name, release, dev, entry, files }: Release): string {
  if (dev) return ''
  const listed = files.find(({ file }) => file === entry)
  if (listed?.integrity) return listed.integrity
  throw failedAt('check', `${name}@${release} has no integrity for ${entry}`)
}

import type { ComposedRelease } from '@portal/contract/releases'
import { failedAt } from './failure-stage.ts'

type Release = Pick<ComposedRelease, 'name' | 'release' | 'dev' | 'entry' | 'files'>

/**
 * What a release's first script must be: it runs as it was published, or not at all. Empty for a developer's server
 * alone, whose files are edited.
 */
export function entryIntegrity({ name, release, dev, entry, files }: Release): string {
  if (dev) return ''
  const listed = files.find(({ file }) => file === entry)
  if (listed?.integrity) return listed.integrity
  throw failedAt('check', `${name}@${release} doesn’t say what ${entry} must be`)
}

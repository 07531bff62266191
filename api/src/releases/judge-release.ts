import { misfitsOf } from '@portal/contract/misfits'
import { releaseLimits } from '@portal/contract/publishing'
import { contractVersion, type ReleaseManifest } from '@portal/contract/releases'
import { Refusal } from '../refusal.ts'

export function hasSameFiles(one: ReleaseManifest, other: ReleaseManifest): boolean {
  return filesOf(one) === filesOf(other)
}

function filesOf({ files }: ReleaseManifest): string {
  return files
    .map(({ file, integrity }) => `${file} ${integrity}`)
    .toSorted()
    .join('\n')
}

/** Refuses more than a release may hold. */
export function refuseTooLarge({ files }: ReleaseManifest): void {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (files.length > releaseLimits.files) {
    throw new Refusal('tooLarge', `A release has ${releaseLimits.files} files at most.`)
  }
  if (size > releaseLimits.release) {
    throw new Refusal(
      'tooLarge',
      `A release has ${releaseLimits.release / 1024 / 1024} MB at most.`,
    )
  }
}

/**
 * Refuses a release that this portal's shell and API couldn't run. `provided`: the version of each module that the
 * shell shares; unknown where the shell comes from a developer's server.
 */
export function refuseUnfit(
  manifest: ReleaseManifest,
  provided: Record<string, string> | undefined,
): void {
  const [first] = misfitsOf(manifest, { contractVersion, provided })
  if (first !== undefined) throw new Refusal('invalid', first)
}

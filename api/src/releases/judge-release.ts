import { releaseLimits } from '@portal/contract/publishing'
import { firstUnmet, satisfies } from '@portal/contract/ranges'
import { contractVersion, type ReleaseManifest, remoteContract } from '@portal/contract/releases'
import { Refusal } from '../refusal.ts'

/** What is wrong with a `release.json` in itself, in one sentence; undefined where nothing is. */
export function faultOf(manifest: ReleaseManifest): string | undefined {
  const listed = new Set(manifest.files.map(({ file }) => file))
  const named = [manifest.entry, ...Object.values(manifest.preload).flat()]
  const missing = named.find((file) => !listed.has(file))
  if (missing !== undefined) return `its release.json doesn’t list ${missing}`
  const odd = manifest.files.find(({ file }) =>
    file.split('/').some((part) => part.startsWith('.')),
  )
  if (odd) return `${odd.file} can’t be the name of a file`
  return listed.size < manifest.files.length ? 'its release.json lists a file twice' : undefined
}

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
  { release, contract, contractRange, shared }: ReleaseManifest,
  provided: Record<string, string> | undefined,
): void {
  if (contract !== remoteContract) {
    throw unfit(`${release} speaks contract ${contract}, and this portal ${remoteContract}.`)
  }
  if (contractRange !== undefined && !satisfies(contractVersion, contractRange)) {
    throw unfit(
      `${release} was built for the API’s contract ${contractRange}, and this is ${contractVersion}.`,
    )
  }
  if (!provided) return
  const offers = Object.entries(provided).map(([name, version]): [string, string[]] => [
    name,
    [version],
  ])
  const unmet = firstUnmet(shared, Object.fromEntries(offers))
  if (unmet) throw unfit(`${release} needs ${unmet}, which this portal’s shell doesn’t provide.`)
}

function unfit(sentence: string): Refusal {
  return new Refusal('invalid', sentence)
}

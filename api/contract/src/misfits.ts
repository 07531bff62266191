import { firstUnmet, satisfies } from './ranges.ts'
import { type ReleaseManifest, remoteContract } from './releases.ts'

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

/** What a portal has for releases to run on. */
export type Ground = {
  /** The version of the API's contract. */
  contractVersion: string
  /** The version of each module that the shell shares; absent where the shell comes from a developer's server. */
  provided?: Record<string, string> | undefined
}

/** Why a portal's shell and API couldn't run a release, a sentence each. */
export function misfitsOf(
  { release, contract, contractRange, shared }: ReleaseManifest,
  { contractVersion, provided }: Ground,
): string[] {
  const unmet =
    provided &&
    firstUnmet(
      shared,
      Object.fromEntries(Object.entries(provided).map(([name, version]) => [name, [version]])),
    )
  return [
    ...(contract === remoteContract
      ? []
      : [`${release} speaks contract ${contract}, and this portal ${remoteContract}.`]),
    ...(contractRange === undefined || satisfies(contractVersion, contractRange)
      ? []
      : [
          `${release} was built for the API’s contract ${contractRange}, and this is ${contractVersion}.`,
        ]),
    ...(unmet ? [`${release} needs ${unmet}, which this portal’s shell doesn’t provide.`] : []),
  ]
}

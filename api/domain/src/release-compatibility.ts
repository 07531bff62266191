import { firstUnmet, satisfies } from './version-ranges.ts'

/** The version of the contract between shell and remotes. The shell only mounts this major version. */
export const remoteContract = 1

/** Whether a file of a release is for module federation's own tools; no shell loads it. */
export function isForTools(file: string): boolean {
  return /^(mf-manifest\.json|@mf-types\.(zip|d\.ts))$/.test(file)
}

/** The files that a `release.json` names. */
type NamedFiles = {
  entry: string
  files: readonly { file: string }[]
  preload: Record<string, readonly string[]>
  brings?: Record<string, { file: string }> | undefined
}

/** An inconsistency within a `release.json`, in words; undefined if there is none. */
export function manifestFault(manifest: NamedFiles): string | undefined {
  const listed = new Set(manifest.files.map(({ file }) => file))
  const named = [
    manifest.entry,
    ...Object.values(manifest.preload).flat(),
    ...Object.values(manifest.brings ?? {}).map(({ file }) => file),
  ]
  const missing = named.find((file) => !listed.has(file))
  if (missing !== undefined) return `its release.json doesn’t list ${missing}`
  const odd = manifest.files.find(({ file }) =>
    file.split('/').some((part) => part.startsWith('.')),
  )
  if (odd) return `${odd.file} is not a valid file name`
  return listed.size < manifest.files.length ? 'its release.json lists a file twice' : undefined
}

/** What a `release.json` requires. */
type Requirements = {
  name: string
  release: string
  contract: number
  contractRange?: string | undefined
  shared: Record<string, string>
  usedNames?: Record<string, string[]> | undefined
}

/** What a portal provides for releases. */
export type PortalVersions = {
  /** The version of the API's contract. */
  contractVersion: string
  /** The version of each module that the shell shares; absent for a shell from a dev server. */
  provided?: Record<string, string> | undefined
  /** The names that each of them exports; absent if they weren't recorded. */
  exportedNames?: Record<string, string[]> | undefined
}

/** Why a release can't run with a portal's shell and API, one sentence each. */
export function incompatibilitiesOf(
  manifest: Requirements,
  { contractVersion, provided, exportedNames }: PortalVersions,
): string[] {
  const { release, contract, contractRange, shared, usedNames } = manifest
  const lacking = lackingNames(usedNames, exportedNames)
  const unmet =
    provided &&
    firstUnmet(
      shared,
      Object.fromEntries(Object.entries(provided).map(([name, version]) => [name, [version]])),
    )
  return [
    ...(contract === remoteContract
      ? []
      : [`${release} uses contract ${contract}, but this portal uses ${remoteContract}.`]),
    ...(contractRange === undefined || satisfies(contractVersion, contractRange)
      ? []
      : [
          `${release} was built for the API’s contract ${contractRange}, but this portal has ${contractVersion}.`,
        ]),
    ...(unmet ? [`${release} needs ${unmet}, which this portal’s shell doesn’t provide.`] : []),
    ...(lacking.length > 0
      ? [
          `${manifest.name} ${release} uses ${lacking.join(' and ')}, which this portal’s shell doesn’t have: build it with the packages that the portal has, or wait until the portal is updated.`,
        ]
      : []),
  ]
}

/** `today of @portal/remote-kit/portal`, for each module with names that the shell lacks. */
function lackingNames(
  used: Requirements['usedNames'] = {},
  exported: PortalVersions['exportedNames'] = {},
): string[] {
  return Object.entries(used).flatMap(([module, names]) => {
    const offered = exported[module]
    if (!offered) return []
    const lacking = names.filter((name) => name !== '*' && !offered.includes(name))
    return lacking.length > 0 ? [`${lacking.join(', ')} of ${module}`] : []
  })
}

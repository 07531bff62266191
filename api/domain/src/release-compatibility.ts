import { packageOf, type ReleaseSupport } from './release-support.ts'
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
  /** The earlier majors that it serves too; absent for a portal that serves none. */
  support?: ReleaseSupport | undefined
}

/** Why a release can't run with a portal's shell and API, one sentence each. */
export function incompatibilitiesOf(manifest: Requirements, portal: PortalVersions): string[] {
  const { release, contract, contractRange, shared } = manifest
  const { contractVersion, provided } = portal
  const lacking = lackingNames(manifest, portal)
  const unmet = provided && firstUnmet(shared, servedVersions(portal))
  const contracts = [contractVersion, ...earlierVersions('@portal/contract', portal)]
  return [
    ...(contract === remoteContract
      ? []
      : [`${release} uses contract ${contract}, but this portal uses ${remoteContract}.`]),
    ...(contractRange === undefined || contracts.some((has) => satisfies(has, contractRange))
      ? []
      : [
          `${release} was built for the API’s contract ${contractRange}, but this portal has ${contracts.join(' and ')}.`,
        ]),
    ...(unmet ? [`${release} needs ${unmet}, which this portal’s shell doesn’t provide.`] : []),
    ...(lacking.length > 0
      ? [
          `${manifest.name} ${release} uses ${lacking.join(' and ')}, which this portal’s shell doesn’t have: build it with the packages that the portal has, or wait until the portal is updated.`,
        ]
      : []),
  ]
}

/** The versions of each shared module: the current one, and that of the earlier major. */
function servedVersions(portal: PortalVersions): Record<string, string[]> {
  const { provided = {}, support } = portal
  const removed = Object.values(support?.majors ?? {}).flatMap(({ names = {} }) =>
    Object.keys(names),
  )
  return Object.fromEntries(
    [...new Set([...Object.keys(provided), ...removed])].map((module) => {
      const current = provided[module]
      const earlier = earlierVersions(packageOf(module), portal)
      return [module, current === undefined ? earlier : [current, ...earlier]]
    }),
  )
}

function earlierVersions(owner: string, { support }: PortalVersions): string[] {
  const earlier = support?.majors[owner]
  return earlier ? [earlier.version] : []
}

/** `today of @portal/remote-kit/portal`, for each module with names that the shell lacks. */
function lackingNames(
  { usedNames = {}, shared }: Requirements,
  { exportedNames = {}, support }: PortalVersions,
): string[] {
  return Object.entries(usedNames).flatMap(([module, names]) => {
    const earlier = support?.majors[packageOf(module)]
    const isEarlier = earlier && satisfies(earlier.version, shared[module] ?? '')
    const offered = (isEarlier ? earlier.names?.[module] : undefined) ?? exportedNames[module]
    if (!offered) return []
    const lacking = names.filter((name) => name !== '*' && !offered.includes(name))
    return lacking.length > 0 ? [`${lacking.join(', ')} of ${module}`] : []
  })
}

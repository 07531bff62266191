import { satisfies } from './version-ranges.ts'

/** How long the portal serves an earlier major after the next one was released, at least. */
export const supportMonths = 12

/** An earlier major of a package that the portal serves next to the current one. */
export type EarlierMajor = {
  /** Its last version: a release that asks for no more than this runs. */
  version: string
  /** The last day on which it is certainly served, `2027-11-30`. */
  until: string
  /** By module, the names that it exports; absent for modules that are the same in both majors. */
  names?: Record<string, string[]> | undefined
}

/** A name that the next major leaves out. */
export type DeprecatedName = { until: string; instead: string }

/** What a portal still serves, and until when. */
export type ReleaseSupport = {
  /** The months that an earlier major is served after the next one. */
  months: number
  /** By package. */
  majors: Record<string, EarlierMajor>
  /** By shared module and name. */
  deprecated: Record<string, Record<string, DeprecatedName>>
}

/**
 * What this portal still serves. A package that gets a new major has its row here in the same commit, with the last
 * version of the previous one; the row is removed when its day has passed. `docs/upgrading-a-remote.md` describes it.
 */
export const releaseSupport: ReleaseSupport = { months: supportMonths, majors: {}, deprecated: {} }

/** Something of a release whose support ends. */
export type EndingSupport = {
  /** `@portal/remote-kit 1`, or `Field of @portal/shared-ui/field`. */
  what: string
  until: string
  /** What its team does about it. */
  action: string
}

type Used = {
  shared: Record<string, string>
  contractRange?: string | undefined
  usedNames?: Record<string, string[]> | undefined
}

/** What a release uses that the portal serves for a limited time, what ends first first. */
export function endingSupport(
  { shared, contractRange, usedNames = {} }: Used,
  { majors, deprecated }: Pick<ReleaseSupport, 'majors' | 'deprecated'>,
): EndingSupport[] {
  const ranges: Record<string, string> = {
    ...shared,
    ...(contractRange === undefined ? {} : { '@portal/contract': contractRange }),
  }
  const earlier = Object.entries(majors).flatMap(([owner, { version, until }]) => {
    const isUsed = Object.entries(ranges).some(
      ([module, range]) => packageOf(module) === owner && satisfies(version, range),
    )
    const action =
      'its team runs npx portal upgrade --to latest in its repository and releases again'
    return isUsed ? [{ what: `${owner} ${version.split('.')[0]}`, until, action }] : []
  })
  const names = Object.entries(usedNames).flatMap(([module, used]) =>
    used.flatMap((name) => {
      const found = deprecated[module]?.[name]
      if (!found) return []
      return [
        {
          what: `${name} of ${module}`,
          until: found.until,
          action: `its team uses ${found.instead} instead`,
        },
      ]
    }),
  )
  return [...earlier, ...names].toSorted((a, b) => a.until.localeCompare(b.until))
}

/** `@portal/remote-kit 1 is supported until 2027-11-30: its team runs …` */
export function supportInWords({ what, until, action }: EndingSupport): string {
  return `${what} is supported until ${until}: ${action}.`
}

/** The package of a module: `@portal/shared-ui/card` is in `@portal/shared-ui`. */
export function packageOf(module: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(module)![0]
}

import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'

/** An address of the previous portal. Its history entry is replaced, so that Back works. */
export function Component() {
  return <Redirect to={legacyTarget(useLocation())} />
}

/**
 * The new form of `/meetings/{year}/q{quarter}` of the previous portal, with any tail and query. An
 * address without a valid quarter leads to the current one.
 */
export function legacyTarget({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const [, year, quarter, tail] = /^\/meetings\/(\d{4})\/q([1-4])(\/.*)?$/i.exec(pathname) ?? []
  if (!year) return meetingsPaths.meetings
  const named = { year: Number(year), quarter: Number(quarter) }
  return `${meetingsPaths.meeting(named)}${tail ?? ''}${search}`
}

import { meetingsPaths } from '../meetings-paths.ts'

/**
 * Where `/meetings/{year}/q{quarter}` of the portal before leads: its new form, with any tail and query.
 * An address that names no quarter leads to the current one.
 */
export function legacyTarget({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const [, year, quarter, tail] = /^\/meetings\/(\d{4})\/q([1-4])(\/.*)?$/i.exec(pathname) ?? []
  if (!year) return meetingsPaths.meetings
  const named = { year: Number(year), quarter: Number(quarter) }
  return `${meetingsPaths.quarter(named)}${tail ?? ''}${search}`
}

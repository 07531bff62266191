import { isListedPaper, meetingOf } from '@portal/domain/meeting-ref'
import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'

/** An address of the previous portal, or of a paper below its meeting. Its history entry is replaced, so that Back works. */
export function Component() {
  return <Redirect to={legacyTarget(useLocation())} />
}

/**
 * The new form of `/meetings/{year}/q{quarter}` of the previous portal, with any tail and query, and the address of the
 * paper that `/meetings/{id}/{key}` names. Any other address leads to the current quarter.
 */
export function legacyTarget({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const [, year, quarter, tail] = /^\/meetings\/(\d{4})\/q([1-4])(\/.*)?$/i.exec(pathname) ?? []
  if (!year) return paperTarget(pathname) ?? meetingsPaths.meetings
  const named = { year: Number(year), quarter: Number(quarter) }
  return `${meetingsPaths.meeting(named)}${tail ?? ''}${search}`
}

function paperTarget(pathname: string): string | undefined {
  const [, id = '', key = ''] = /^\/meetings\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  const meeting = meetingOf(id)
  return meeting && isListedPaper(key) ? meetingsPaths.material(meeting, key) : undefined
}

import { isQuarterly, meetingOf } from '@portal/domain/meeting-ref'
import { parseQuarter, quarterOf } from '@portal/domain/quarter'
import type { Remote } from '@portal/remote-kit/remote'
import { adminPaths, adminRoutes } from '../admin-paths.ts'
import { keptQuarter } from './kept-quarter.ts'

const meetings = `/${adminRoutes.meetings}/`

/** The members' page that an admin screen is about: where its changes will be seen. */
export const membersPage: NonNullable<Remote['membersPage']> = (
  { pathname, search },
  { person, config },
) => {
  const query = new URLSearchParams(search)
  if (pathname === adminPaths.directory) return adminPaths.membersDirectory
  const isMappings = pathname === adminPaths.mappings()
  const isAgenda = pathname === adminPaths.agenda() || pathname.startsWith(meetings)
  if (!isMappings && !isAgenda) return adminPaths.membersDashboard
  const tab = isMappings && query.get('tab')
  if (tab === 'governance') return adminPaths.membersGovernance
  if (tab === 'communications') return adminPaths.membersCommunications

  const [year = '', quarter] = pathname.slice(meetings.length).split('/')
  const other = isMappings ? undefined : meetingOf(year)
  if (other && !isQuarterly(other)) {
    return quarter === 'papers' ? adminPaths.membersMeeting(other) : adminPaths.membersAgenda(other)
  }
  if (pathname === adminPaths.allMeetings) return adminPaths.membersAllMeetings
  const quarterOfAddress =
    parseQuarter(year, quarter) ??
    parseQuarter(query.get('year') ?? undefined, query.get('quarter') ?? undefined)
  const now = quarterOf(new Date(), config.foundation.timeZone)
  const shown = quarterOfAddress ?? keptQuarter({ person, now }).get()
  return isMappings ? adminPaths.membersMeeting(shown) : adminPaths.membersAgenda(shown)
}

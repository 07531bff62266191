import type { Agenda } from '@portal/contract/agendas'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useParams } from '@portal/remote-kit/router'
import type { Origin } from '@portal/remote-kit/opened-from'
import { meetingsPaths } from '../meetings-paths.ts'

/**
 * The meeting in the address; undefined if it is invalid (a year outside 1970–2100, a quarter outside 1–4, a text that
 * isn't the id of a meeting).
 */
export function useMeeting(): MeetingRef | undefined {
  const { meeting } = useParams()
  const quarter = useQuarter()
  return meeting === undefined ? quarter : meetingOf(meeting)
}

/** The quarter in the address of a page that only quarterly meetings have; undefined if it is invalid. */
export function useQuarter(): Quarter | undefined {
  const { year, quarter } = useParams()
  return parseQuarter(year, quarter)
}

/** The meeting of an agenda. */
export function meetingOfAgenda({ id, year, quarter }: Pick<Agenda, 'id' | 'year' | 'quarter'>) {
  return meetingOf(id) ?? { year, quarter }
}

/** Where papers, board books and the meeting are opened, apart from the list of materials. */
export const origins = {
  dashboard: { name: 'Dashboard', to: meetingsPaths.dashboard },
  agenda: (meeting: MeetingRef): Origin => ({ name: 'Agenda', to: meetingsPaths.agenda(meeting) }),
  /** At the reader's page. */
  book: (address: string): Origin => ({ name: 'Board book', to: address }),
  paper: (address: string): Origin => ({ name: 'Paper', to: address }),
} as const

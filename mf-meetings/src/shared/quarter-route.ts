import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useParams } from '@portal/remote-kit/router'
import type { Origin } from '@portal/remote-kit/opened-from'
import { meetingsPaths } from '../meetings-paths.ts'

/**
 * The quarter in the address; undefined if it is invalid (a year outside 1970–2100, a quarter
 * outside 1–4).
 */
export function useQuarter(): Quarter | undefined {
  const { year, quarter } = useParams()
  return parseQuarter(year, quarter)
}

/** Where papers, board books and the meeting are opened, apart from the list of materials. */
export const origins = {
  dashboard: { name: 'Dashboard', to: meetingsPaths.dashboard },
  agenda: (quarter: Quarter): Origin => ({ name: 'Agenda', to: meetingsPaths.agenda(quarter) }),
  /** At the reader's page. */
  book: (address: string): Origin => ({ name: 'Board book', to: address }),
  paper: (address: string): Origin => ({ name: 'Paper', to: address }),
} as const

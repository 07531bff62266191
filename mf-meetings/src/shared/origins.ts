import type { Quarter } from '@portal/domain/quarter'
import type { Origin } from '@portal/remote-kit/opened-from'
import { meetingsPaths } from '../meetings-paths.ts'

/** Where papers, board books and the meeting are opened, apart from the list of materials. */
export const origins = {
  dashboard: { name: 'Dashboard', to: meetingsPaths.dashboard },
  agenda: (quarter: Quarter): Origin => ({ name: 'Agenda', to: meetingsPaths.agenda(quarter) }),
  /** At the reader's page. */
  book: (address: string): Origin => ({ name: 'Board book', to: address }),
  paper: (address: string): Origin => ({ name: 'Paper', to: address }),
} as const

import { agendaNotCreated, agendaNotPublished } from '@portal/domain/agenda-sentences'
import type { Quarter } from '@portal/domain/quarter'

/** The specification's sentences for the reader's agendas, section 8. */
export const agendaSentences = {
  /** On the agenda's own page. */
  pageNotFound: 'Meeting agenda not found',
  pageFailed: 'Failed to load meeting agenda. Please try again later.',
  /** Among the quarter's other papers. */
  readerFailed: 'Failed to load agenda. Please try again.',
  /** On pages derived from the agenda. */
  failed: 'Failed to load agenda',
  none: agendaNotCreated,
  unpublished: agendaNotPublished,
  /** For admins: members see something else, or nothing. */
  hidden: ({ year, quarter }: Quarter) =>
    `The agenda for ${year} Q${quarter} is published, not shown.`,
}

import { agendaNotCreated, agendaNotPublished } from '@portal/domain/agenda-sentences'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'

/** The specification's sentences for agendas, section 8, and the portal's own. */
export const agendaSentences = {
  sourceSaved: 'Agenda source updated',
  sourceFailed: 'Failed to update agenda source',
  /** Next to the choice, if the server gave no reason. */
  modeFailed: 'Failed to update mapping mode',
  saved: 'Agenda saved',
  restored: (version: string) => `Version of ${version} restored`,
  saveFailed: 'Failed to save agenda',
  published: 'Agenda published',
  publishedAsSource: (of: MeetingRef) =>
    `Agenda published. It is now the source of this ${isQuarterly(of) ? 'quarter' : 'meeting'}’s agenda.`,
  publishedUnseen: 'Agenda published, not shown: its slot is inactive.',
  publishFailed: 'Failed to publish',
  setToDraft: 'Agenda set to draft',
  deleted: 'Agenda deleted',
  deleteFailed: 'Failed to delete the agenda',
  statusFailed: 'Failed to update status',
  loadFailed: 'Failed to load agenda. Please try again.',
  none: agendaNotCreated,
  unpublished: agendaNotPublished,
  meetingNotFound: 'Meeting agenda not found',
  meetingLoadFailed: 'Failed to load meeting agenda. Please try again later.',
  /** With the server's reason if it gave one. */
  meetingSaveFailed: (reason: string | undefined) =>
    reason ? `Failed to save agenda: ${reason}` : 'Failed to save agenda. Please try again.',
  leaving:
    'What you typed has not been saved. It is kept on this device and offered again when you come back.',
}

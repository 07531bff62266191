import { sightOf } from '../../access.ts'
import { anyMember } from '@portal/domain/may-read'
import { meetingThing } from './meeting-thing.ts'
import type { VisibilityService } from './visibility-feature.ts'

const admin = { sight: 'everything' } as const

/** Everyone may read everything. */
export const openVisibility: VisibilityService = {
  ready: Promise.resolve(),
  version: () => 0,
  ownReaderOf: () => anyMember,
  readerOf: (person) => (sightOf(person) === 'everything' ? admin : anyMember),
  bodiesOf: () => [],
  mayReadPaper: () => true,
  mayReadSlot: () => true,
  mayReadMeeting: () => true,
  mayReadOpenItem: () => true,
  mayReadItem: () => true,
  shownItem: (_, __, content) => content,
  itemsOfSlot: () => [],
  mayPrepareItem: () => true,
  isClosedTo: () => false,
  isClosedSlot: () => false,
  isNamedOpenly: () => false,
  holdsPaper: () => false,
  isOfSameItems: () => true,
  isRestricted: () => false,
  restriction: () => undefined,
  restrictions: () => [],
  closedAudience: () => undefined,
  hasClosedPapers: () => false,
  meetingOf: (meeting) =>
    meetingThing(meeting, undefined, { timeZone: 'UTC', openTo: () => 'members' }),
  mayReadCardImage: () => true,
  isOfMeeting: () => false,
}

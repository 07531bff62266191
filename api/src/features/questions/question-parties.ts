import type { Person } from '@portal/contract/portal'
import { dayOf } from '@portal/domain/days'
import { isAdmin, isMember, type Reader } from '@portal/domain/may-read'
import { bodyOfMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import type { QuestionParty } from '@portal/domain/question-rules'
import { isCurrent } from '@portal/domain/terms'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { LinkedEntries } from '../directory/directory-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { QuestionPlace } from './question-places.ts'
import type { StoredQuestion } from './stored-questions.ts'

type Parts = {
  visibility: Pick<VisibilityService, 'ownReaderOf'>
  bodies: Pick<BodiesInMemory, 'inBody'>
  entries: Pick<LinkedEntries, 'of' | 'nameOf' | 'named' | 'accountOf'>
  kinds: Pick<AccountKinds, 'get' | 'all'>
  timeZone: string
  now: () => Date
}

export type QuestionParties = ReturnType<typeof createQuestionParties>

/** Who somebody is to the questions of a meeting: presenter, chair, staff, or one of its readers. */
export function createQuestionParties(parts: Parts) {
  const { visibility, bodies, entries, kinds, timeZone, now } = parts

  const termsNow = (meeting: MeetingRef) => {
    const today = dayOf(now(), timeZone)
    return bodies.inBody(bodyOfMeeting(meeting)).filter((term) => isCurrent(term, today))
  }

  /** The presenter's entry of the directory, if they have an account. Names that several entries have are nobody's. */
  const presenterOf = ({ speaker, speakerId }: QuestionPlace): string | undefined => {
    if (speaker === undefined) return undefined
    const named = entries.named(speaker)
    const person = speakerId ?? (named.length === 1 ? named[0] : undefined)
    if (person === undefined) return undefined
    const hasAccount =
      entries.accountOf(person) !== undefined ||
      kinds.all().some(({ id, entry }) => (entry ?? id) === person)
    return hasAccount ? person : undefined
  }

  return {
    presenterOf,
    /** The same for all questions of a meeting. */
    of(person: Person, meeting: MeetingRef) {
      const reader: Reader = visibility.ownReaderOf(person)
      const isOneself = person.viewsAs === undefined
      const current = termsNow(meeting)
      const own = current.filter((term) => term.person === reader.person)
      const isOf = (offices: typeof own) => reader.person !== undefined && offices.length > 0
      const isChair = isOneself && isOf(own.filter(({ office }) => office === 'chair'))
      const isStaff = isOneself && isAdmin(reader)
      return {
        reader,
        /** Not an admin who views the portal as somebody else. */
        isOneself,
        isChair,
        isStaff,
        /** Members of the body, whether they vote or not; every member of a board in which nobody has a term. */
        mayFlag: isOneself && isMember(reader) && (current.length === 0 || isOf(own)),
        /** An assistant has no question of their own. */
        mayAsk: isOneself && reader.kind !== 'assistant',
        to(place: QuestionPlace, question?: Pick<StoredQuestion, 'uid'>): QuestionParty {
          return {
            mayReadItem: place.mayRead(reader),
            isAsker: isOneself && question?.uid === person.uid,
            isPresenter:
              isOneself && reader.person !== undefined && presenterOf(place) === reader.person,
            isChair,
            isStaff,
          }
        },
      }
    },
    nameOf(person: Person): string {
      const { person: entry } = visibility.ownReaderOf(person)
      const known = entry === undefined ? undefined : entries.nameOf(entry)
      return known ?? kinds.get(person.uid)?.name ?? person.displayName ?? person.email
    },
    /** The entry of an account, or its uid. */
    personOf: (uid: string) => entries.of(uid) ?? kinds.get(uid)?.entry ?? uid,
    nameOfEntry: (entry: string) => entries.nameOf(entry) ?? kinds.get(entry)?.name,
  }
}

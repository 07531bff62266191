import type { MailLine } from '@portal/contract/mail'
import type { Reader } from '@portal/domain/may-read'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import type { EventKind } from './stored-notices.ts'

type Told = { person: string; reader: Reader }

/**
 * What another feature adds to notices. Whatever it returns is mailed to this person: it applies the rule of who may read
 * what, and never returns the title of a closed item.
 */
export type NoticeSource = {
  /** The lines of an event that the feature has recorded; none if it isn't for this person, or is out of date. */
  eventLines?: (
    to: Told,
    meeting: MeetingRef,
    event: { kind: string; subject?: string | undefined },
  ) => MailLine[]
  /** What is asked of a person about a meeting, such as a reply that is missing. It never causes a message on its own. */
  /** The same for several people and meetings (by permanent key), where it takes a look into the store. */
  asks?: (people: readonly string[], meetings: readonly string[]) => Promise<AsksOf>
  asksOf?: (to: Told, meeting: MeetingRef) => MailLine[]
}

export type AsksOf = (person: string, meeting: string) => MailLine[]

/** Something that happened to a meeting, which its next digests tell. */
export type NoticeEvent = {
  /** Unique, so that a retry adds nothing. */
  id: string
  /** The meeting's permanent key. */
  meeting: string
  kind: EventKind
  /** What it is about; never a title. */
  subject?: string
}

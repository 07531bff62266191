import type { MeetingsBy, OwnFeed, renewFeed } from '@portal/contract/feeds'
import type { Reply } from '@portal/contract/endpoint'
import type { OwnMeeting } from '@portal/contract/own-meetings'
import type { Person } from '@portal/contract/portal'
import { dayAfter, dayOf } from '@portal/domain/days'
import { isQuarterly, meetingOf } from '@portal/domain/meeting-ref'
import { recordAccess } from '../../platform/audit/record-access.ts'
import {
  type FeedAddresses,
  feedsCollection,
  newAddress,
  sameSecret,
  type StoredFeed,
} from '../../platform/identity/feed-addresses.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import {
  type CalendarEntry,
  calendarFile,
  type CalendarService,
  fileEntry,
  meetingEvents,
} from '../calendar/calendar-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { FeedOwners } from './feed-owners.ts'

/** In days before and after today. */
const span = { past: 365, coming: 731 }
/** The next ones first, if there are more. */
const mostEvents = 1000

type Parts = {
  store: DocumentStore
  addresses: FeedAddresses
  owners: FeedOwners
  calendar: Pick<CalendarService, 'forFeed'>
  /** Of a guest or an assistant. */
  ownMeetings: (person: Person) => Promise<{ meetings: OwnMeeting[] }>
  visibility: Pick<VisibilityService, 'meetingOf'>
  agendasInMemory: Pick<AgendasInMemory, 'get'>
  /** Since when mail is on; null while it is off. */
  mailSince: () => Promise<Date | null>
  /** The meetings that a person was invited to by mail, by their keys. */
  invitedTo: (person: Person) => ReadonlySet<string>
  name: string
  portal: string
  timeZone: string
  now: () => Date
}

/** A person's calendar feed: what they may see now, for a calendar elsewhere. */
export function createFeedsService(parts: Parts) {
  const { store, addresses, owners, calendar, visibility, agendasInMemory } = parts
  const { portal, timeZone, now } = parts

  const shown = async ({ kind }: Person, stored: StoredFeed | undefined): Promise<OwnFeed> => {
    // An assistant isn't invited: the person that they work for is.
    const sendsInvitations = kind !== 'assistant' && (await parts.mailSince()) !== null
    const chosen = stored?.meetingsBy ?? (sendsInvitations ? 'invitations' : 'feed')
    return {
      ...(stored?.address ? { createdAt: stored.address.createdAt } : {}),
      meetingsBy: chosen,
      sendsInvitations,
    }
  }

  /** Changes what is stored about the caller's feed; unchanged if `change` returns undefined. */
  const changed = (
    person: Person,
    change: (
      before: StoredFeed,
      transaction: StoreOperations,
    ) => Promise<StoredFeed | undefined> | StoredFeed | undefined,
  ) =>
    store.transaction(async (transaction) => {
      const feeds = feedsCollection.in(transaction)
      const current = await feeds.get(person.uid)
      const before: StoredFeed = current ? bodyOf(current) : {}
      const after = await change(before, transaction)
      if (after) await feeds.put(person.uid, after, current)
      return after ?? before
    })

  /** A guest or an assistant sees nothing of the calendar but the meetings they may read. */
  const ofOutsider = async (person: Person): Promise<CalendarEntry[]> => {
    const { meetings } = await parts.ownMeetings(person)
    return meetings.flatMap((meeting) => {
      const ref = meetingOf(meeting.id)
      const record = ref && agendasInMemory.get(ref)
      if (!ref || !record || meeting.date === undefined) return []
      const { id, title, date, time = '', endTime = '', location, joinUrl } = meeting
      const [event] = meetingEvents(
        [
          {
            id,
            title,
            date,
            time,
            endTime,
            location,
            key: visibility.meetingOf(ref).key,
            sequence: Number(record['sequence'] ?? 0),
            changedAt: new Date(record.updatedAt),
            isQuarterly: isQuarterly(ref),
            isCancelled: meeting.cancelled ?? false,
            body: { id: '', name: meeting.body },
          },
        ],
        timeZone,
      )
      return event
        ? [{ ...event.entry, ...(joinUrl === undefined ? {} : { join_url: joinUrl }) }]
        : []
    })
  }

  return {
    get: (person: Person) => shown(person, addresses.get(person.uid)),

    async renew(person: Person, nonce: string): Promise<Reply<typeof renewFeed>> {
      const at = now()
      let secret = ''
      const { address } = await changed(person, async (before, transaction) => {
        const same = before.address && sameSecret(before.address, nonce)
        if (same !== undefined) {
          secret = same
          return undefined
        }
        const made = newAddress(nonce, at.toISOString())
        secret = made.secret
        await recordAccess(transaction, {
          at,
          by: person,
          what: 'calendar address made',
          subject: 'calendar feed',
        })
        return { ...before, address: made.address }
      })
      return { path: `/api/feeds/${secret}.ics`, createdAt: address!.createdAt }
    },

    async end(person: Person): Promise<void> {
      await changed(person, async ({ address, ...rest }, transaction) => {
        if (!address) return undefined
        const at = now()
        await recordAccess(transaction, {
          at,
          by: person,
          what: 'calendar address ended',
          subject: 'calendar feed',
        })
        return rest
      })
    },

    async choose(person: Person, meetingsBy: MeetingsBy): Promise<OwnFeed> {
      const stored = await changed(person, (before) =>
        before.meetingsBy === meetingsBy ? undefined : { ...before, meetingsBy },
      )
      return shown(person, stored)
    },

    /** The feed of a secret's owner. Refuses a secret that is nobody's as one whose owner's access has ended. */
    async read(secret: string, signal: AbortSignal): Promise<string> {
      const uid = addresses.ownerOf(secret)
      const person = uid === undefined ? undefined : await owners.personOf(uid, signal)
      if (!person) throw noFeed()
      const today = dayOf(now(), timeZone)
      const entries =
        person.kind === undefined
          ? await calendar.forFeed(
              person,
              dayAfter(today, -span.past),
              dayAfter(today, span.coming),
            )
          : await ofOutsider(person)
      signal.throwIfAborted()
      // Their access may have ended meanwhile.
      if (addresses.ownerOf(secret) !== uid || owners.hasEnded(person.uid)) throw noFeed()
      // While mail is off, invitations don't follow the meetings.
      const invited = (await parts.mailSince()) === null ? nothing : parts.invitedTo(person)
      const own = nearest(
        entries.filter(({ of }) => !of || !invited.has(of.key)),
        today,
      )
      return calendarFile({
        name: parts.name,
        timeZone,
        entries: own.map((entry) => fileEntry(entry, portal, now())),
        now: now(),
      })
    },
  }
}

const nothing: ReadonlySet<string> = new Set()

export function noFeed(): Refusal {
  return new Refusal('notFound', 'There is no calendar at this address.')
}

/** Those to come first, then the latest, in the order of their days. */
function nearest(entries: readonly CalendarEntry[], today: string): CalendarEntry[] {
  const dayOfEntry = ({ start: { date, dateTime } }: CalendarEntry) =>
    (date ?? dateTime!).slice(0, 10)
  const sorted = entries.toSorted((a, b) => (startText(a) < startText(b) ? -1 : 1))
  const coming = sorted.filter((entry) => dayOfEntry(entry) >= today).slice(0, mostEvents)
  const past = sorted.filter((entry) => dayOfEntry(entry) < today)
  return [...past.slice(Math.max(0, past.length - (mostEvents - coming.length))), ...coming]
}

function startText({ id, start }: CalendarEntry): string {
  return `${start.date ?? start.dateTime} ${id}`
}

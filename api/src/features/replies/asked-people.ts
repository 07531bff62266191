import type { Term } from '@portal/contract/bodies'
import type { DirectoryEntry } from '@portal/contract/directory'
import { dayOf } from '@portal/domain/days'
import { type Invitation, isMember, type Reader } from '@portal/domain/may-read'
import { byOffice, isCurrent, officeNames } from '@portal/domain/terms'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { NamedReader } from '../visibility/visibility-feature.ts'
import type { ReplyMeeting } from './reply-meetings.ts'

/** Somebody who is asked whether they come. */
export type AskedPerson = {
  /** An entry of the directory, or an account's uid. */
  person: string
  name: string
  /** In words; absent for guests, and for members of a board without terms. */
  office?: string
  /** Whether they count for the quorum. */
  votes: boolean
  guest?: true
  email?: string
}

export type AskedPeopleParts = {
  bodies: { terms: () => readonly Term[] }
  bodiesInMemory: Pick<BodiesInMemory, 'openTo' | 'termsOf'>
  invitations: {
    all: () => readonly (Invitation & { person: string; name: string })[]
    of: (person: string) => Invitation[]
  }
  directory: { entries: () => readonly DirectoryEntry[] }
  kinds: Pick<AccountKinds, 'get' | 'all'>
  /** Everybody who can sign in. */
  everyone: () => Promise<NamedReader[]>
  timeZone: string
  now: () => Date
}

/**
 * Who is asked to a meeting: whoever has a term in its body on the meeting's day, the invited, and for a board without
 * terms every member. Nobody else can reply.
 */
export function createAskedPeople(parts: AskedPeopleParts) {
  const { bodies, bodiesInMemory, invitations, directory, kinds, everyone, timeZone, now } = parts
  const termsOn = ({ body, time }: ReplyMeeting) =>
    bodies.terms().filter((term) => term.body === body && isCurrent(term, time.date))
  const isOfEveryMember = (meeting: ReplyMeeting) =>
    bodiesInMemory.openTo(meeting.body) === 'members' && termsOn(meeting).length === 0
  const isInvited = (of: readonly Invitation[], { key }: ReplyMeeting) => {
    const today = dayOf(now(), timeZone)
    return of.some(({ meeting, until }) => meeting === key && today <= until)
  }
  const outsiderOf = (person: string) =>
    kinds.all().find(({ id, entry, kind }) => kind === 'guest' && (entry ?? id) === person)

  return {
    /** Whether a person is asked; `member` if their account is a member's. */
    isAsked(meeting: ReplyMeeting, person: string, member: boolean): boolean {
      const hasTerm = bodiesInMemory
        .termsOf(person)
        .some((term) => term.body === meeting.body && isCurrent(term, meeting.time.date))
      if (hasTerm || isInvited(invitations.of(person), meeting)) return true
      return member && isOfEveryMember(meeting)
    },

    /** A person as the rule of who may read what sees them, without their account. */
    readerOf(person: string): Reader {
      const invited = { person, invitations: invitations.of(person) }
      if (outsiderOf(person)) return { sight: 'published', kind: 'guest', ...invited }
      return { sight: 'published', ...invited, terms: bodiesInMemory.termsOf(person) }
    },

    /** The voting members in office on the meeting's day. */
    voting: (meeting: ReplyMeeting): string[] =>
      termsOn(meeting)
        .filter(({ voting }) => voting)
        .map(({ person }) => person),

    /** Everybody who is asked: by office, then the others by name, the guests last. */
    async of(meeting: ReplyMeeting): Promise<AskedPerson[]> {
      const entries = new Map(directory.entries().map((entry) => [entry.id, entry]))
      const asked = new Map<string, AskedPerson>()
      const add = (person: string, own: Omit<AskedPerson, 'person' | 'email'> & MaybeAddress) => {
        const known = asked.get(person)
        if (known) {
          asked.set(person, { ...known, votes: known.votes || own.votes })
          return
        }
        const { email: given, name, ...rest } = own
        const email = entries.get(person)?.email || given
        asked.set(person, {
          person,
          ...rest,
          name: entries.get(person)?.name ?? name,
          ...(email ? { email } : {}),
        })
      }
      for (const term of termsOn(meeting).toSorted(byOffice)) {
        const { person, name, office, voting } = term
        add(person, { name, office: officeNames[office], votes: voting })
      }
      if (isOfEveryMember(meeting)) {
        const members = (await everyone()).filter((reader) => isMember(reader))
        for (const { person, uid, name, email } of members.toSorted(byName)) {
          add(person ?? uid, { name, email, votes: false })
        }
      }
      for (const { person, name, ...invitation } of invitations.all().toSorted(byName)) {
        if (!isInvited([invitation], meeting)) continue
        const outsider = outsiderOf(person)
        add(person, {
          name: outsider?.name ?? name,
          email: outsider?.email,
          votes: false,
          guest: true,
        })
      }
      return [...asked.values()]
    },
  }
}
export type AskedPeople = ReturnType<typeof createAskedPeople>

type MaybeAddress = { email?: string | undefined }

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en')
}

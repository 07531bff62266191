import { boardId } from '@portal/domain/bodies'
import { type Day, dayOf } from '@portal/domain/days'
import { isEmailAddress } from '@portal/domain/email-address'
import { isMember, type Reader } from '@portal/domain/may-read'
import { bodyOfMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Person } from '@portal/contract/portal'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { InvitationsInMemory } from '../guests/guests-feature.ts'
import type { NamedReader, VisibilityService } from '../visibility/visibility-feature.ts'

/** Somebody who is written to about a meeting. */
export type Recipient = {
  /** Their entry of the directory, or their account. */
  person: string
  name: string
  address?: string
  /** As the rule of who may read what sees them; absent without an account. */
  reader?: Reader
}

export type RecipientsParts = {
  bodies: Pick<BodiesInMemory, 'inOffice' | 'openTo'>
  invitations: Pick<InvitationsInMemory, 'all'>
  directory: Pick<Directory, 'entries'>
  visibility: Pick<VisibilityService, 'readerOf' | 'meetingOf'>
  timeZone: string
  now: () => Date
}

/**
 * Who is written to about a meeting, of everybody who can sign in: the people with a current term in its body, and its
 * invited guests. For a board in which nobody has a term, every member.
 */
export function createRecipients(parts: RecipientsParts) {
  const { bodies, invitations, directory, visibility, timeZone, now } = parts

  const withAccount = (account: NamedReader): Recipient => {
    const { uid, kind, email, name, person = uid } = account
    const listed = directory.entries().find(({ id }) => id === person)?.email ?? ''
    const address = isEmailAddress(listed) ? listed : email
    const signedIn = { uid, isAdmin: false, ...(kind === undefined ? {} : { kind }) }
    return {
      person,
      name,
      ...(isEmailAddress(address) ? { address } : {}),
      reader: visibility.readerOf(signedIn as Pick<Person, 'uid' | 'isAdmin' | 'kind'>),
    }
  }
  const withoutAccount = (person: string, name: string): Recipient => {
    const entry = directory.entries().find(({ id }) => id === person)
    const address = entry?.email ?? ''
    return {
      person,
      name: entry?.name ?? name,
      ...(isEmailAddress(address) ? { address } : {}),
    }
  }

  /** The people whom a meeting concerns, with their names. */
  const concerned = (
    meeting: MeetingRef,
    everyone: readonly NamedReader[],
    today: Day,
  ): Map<string, string> => {
    const body = bodyOfMeeting(meeting)
    const { key } = visibility.meetingOf(meeting)
    const inOffice = bodies.inOffice(body, today)
    const isForAll = inOffice.length === 0 && body === boardId && bodies.openTo(body) === 'members'
    const members = isForAll ? everyone.filter(isMember) : []
    return new Map([
      ...members.map(({ person, uid, name }) => [person ?? uid, name] as const),
      ...inOffice.map(({ person, name }) => [person, name] as const),
      ...invitations
        .all()
        .filter((each) => each.meeting === key && each.until >= today)
        .map(({ person, name }) => [person, name] as const),
    ])
  }

  return (meeting: MeetingRef, everyone: readonly NamedReader[]): Recipient[] => {
    const accounts = new Map(
      everyone
        .filter(({ kind }) => kind !== 'assistant')
        .map((account) => [account.person ?? account.uid, account]),
    )
    const today = dayOf(now(), timeZone)
    return [...concerned(meeting, everyone, today)]
      .map(([person, name]) => {
        const account = accounts.get(person)
        return account ? withAccount(account) : withoutAccount(person, name)
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  }
}

import { createHash } from 'node:crypto'
import type { CallInput, Reply } from '@portal/contract/endpoint'
import type { Invitation, invite } from '@portal/contract/guests'
import type { Person } from '@portal/contract/portal'
import { type Day, dayOf } from '@portal/domain/days'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { mustManageUsers } from '../../access.ts'
import { lastChangeOf, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { NamingByInvitation } from '../agendas/agendas-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { MeetingItems } from './meeting-items.ts'
import {
  type InvitationsInMemory,
  invitationsCollection,
  type StoredInvitation,
} from './invitations-in-memory.ts'
import type { NewOutsider, OutsiderAccounts } from './outsider-accounts.ts'

type Parts = {
  store: DocumentStore
  accounts: Pick<Accounts, 'get'>
  kinds: Pick<AccountKinds, 'get' | 'all'>
  invitations: InvitationsInMemory
  outsiders: OutsiderAccounts
  directory: Pick<Directory, 'entries' | 'accounts'>
  meetings: MeetingItems
  nameByInvitation: NamingByInvitation
  visibility: Pick<VisibilityService, 'readerOf'>
  timeZone: string
  now: () => Date
}

type Invite = CallInput<typeof invite>['body']

/** Who is invited to items of a meeting, and the guests. Admins alone see and change it. */
export function createInvitationsService(parts: Parts) {
  const { store, accounts, kinds, invitations, outsiders, directory, meetings, now } = parts
  const { nameByInvitation, visibility, timeZone } = parts

  const shownTo = (caller: Person) => (stored: Stored<StoredInvitation>) => shown(stored, caller)
  const shown = (stored: Stored<StoredInvitation>, caller: Person): Invitation => {
    const { id, revision, until } = stored
    const { ref, ...meeting } = meetings.byKey(stored.meeting)
    const reader = visibility.readerOf(caller)
    const titles = ref ? meetings.titles(ref, reader) : new Map<string, undefined>()
    const items = stored.items.map((item) => {
      const title = titles.get(item)
      return { id: item, ...(title === undefined ? {} : { title }) }
    })
    const { person: of, name } = stored
    return { id, person: of, name: nameOf(of) ?? name, meeting, items, until, revision }
  }
  const nameOf = (person: string) =>
    directory.entries().find(({ id }) => id === person)?.name ?? kinds.get(person)?.name

  const mustBeToCome = (until: Day) => {
    if (until >= dayOf(now(), timeZone)) return
    const message = 'The last day is over already. Please choose a later one.'
    throw new Refusal('invalid', message, { fields: [{ path: 'body.until', message }] })
  }
  const mustHaveItems = (person: Person, meeting: MeetingRef, items: readonly string[]) => {
    const known = meetings.titles(meeting, visibility.readerOf(person))
    if (items.every((item) => known.has(item))) return
    const message = 'An item is no longer in the agenda. Please choose again.'
    throw new Refusal('conflict', message, { fields: [{ path: 'body.items', message }] })
  }

  const write = async (
    transaction: StoreOperations,
    by: Person,
    { of: meeting, ...content }: StoredInvitation & { of: MeetingRef },
  ) => {
    const records = invitationsCollection.in(transaction)
    const id = invitationId(content.person, content.meeting)
    const current = await records.get(id)
    if (current && isSameBody(bodyOf(current), content)) return current
    if (current) {
      const message = `${content.name} is invited to this meeting already. Please change that invitation.`
      throw new Refusal('conflict', message, { current: shown(current, by) })
    }
    const name = await nameByInvitation(transaction, by, { ...content, meeting })
    const written = await records.create(id, content)
    await name(content.person)
    const what = 'guest invited'
    await recordChange(transaction, { at: now(), by, what, subject: id, after: content })
    return written
  }

  /** Somebody who has no account yet becomes a guest, also a person of the directory. */
  const guestOf = async (
    who: Invite['who'],
  ): Promise<NewOutsider | { person: string; name: string }> => {
    if (!('person' in who)) return { kind: 'guest', ...who }
    const { person } = who
    const name = nameOf(person)
    if (name === undefined) {
      throw new Refusal('conflict', 'This person is no longer in the directory.')
    }
    if (kinds.get(person) || kinds.all().some(({ entry }) => entry === person))
      return { person, name }
    const linked = await directory.accounts.get(person)
    if (linked !== undefined && (await accounts.get(linked))) return { person, name }
    const { email = '' } = directory.entries().find(({ id }) => id === person)!
    if (email === '') {
      const message = `${name} has no e-mail address in the directory. Please add it there first.`
      throw new Refusal('conflict', message)
    }
    return { kind: 'guest', name, email, entry: person }
  }

  return {
    list(person: Person): Invitation[] {
      mustManageUsers(person)
      return invitations
        .all()
        .map(shownTo(person))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.until < b.until ? 1 : -1))
    },

    async invite(person: Person, sent: Invite): Promise<Reply<typeof invite>> {
      mustManageUsers(person)
      const meeting = meetingOf(sent.meeting)!
      mustBeToCome(sent.until)
      mustHaveItems(person, meeting, sent.items)
      const { items, until } = sent
      const content = { of: meeting, meeting: meetings.keyOf(meeting), items, until }
      const who = await guestOf(sent.who)
      if ('kind' in who) {
        // Before an account is created: what is refused here leaves none.
        await store.transaction((transaction) =>
          nameByInvitation(transaction, person, {
            meeting,
            items,
            person: who.entry,
            name: who.name,
          }),
        )
        return outsiders.add(person, who, async (transaction, { id: uid }) => {
          const guest = { person: who.entry ?? uid, name: who.name.trim() }
          const written = await write(transaction, person, { ...guest, ...content })
          return { invitation: shown(written, person), account: uid }
        })
      }
      const written = await store.transaction((transaction) =>
        write(transaction, person, { ...who, ...content }),
      )
      const uid = kinds.all().find(({ id, entry }) => (entry ?? id) === who.person)?.id
      return { invitation: shown(written, person), ...(uid === undefined ? {} : { account: uid }) }
    },

    async change(
      person: Person,
      id: string,
      { items, until }: Pick<Invite, 'items' | 'until'>,
      revision: number | 'new',
    ): Promise<Invitation> {
      mustManageUsers(person)
      mustBeToCome(until)
      return store.transaction(async (transaction) => {
        const records = invitationsCollection.in(transaction)
        const current = await records.get(id)
        if (!current) throw notFound()
        const { ref } = meetings.byKey(current.meeting)
        if (!ref) throw new Refusal('conflict', 'This meeting no longer exists.')
        mustHaveItems(person, ref, items)
        const before: StoredInvitation = bodyOf(current) as StoredInvitation
        const after = { ...before, items, until }
        // The same save sent again succeeds.
        if (isSameBody(before, after)) return shown(current, person)
        const shownHere = shownTo(person)
        await refuseOvertaken(transaction, { current, revision, subject: id, shown: shownHere })
        const added = items.filter((item) => !before.items.includes(item))
        const invited = { person: before.person, name: before.name, meeting: ref, items: added }
        const name = await nameByInvitation(transaction, person, invited)
        const written = await records.update(id, after, current.revision)
        await name(before.person)
        const what = 'invitation saved'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
        return shown(written, person)
      })
    },

    async end(person: Person, id: string): Promise<void> {
      mustManageUsers(person)
      await store.transaction(async (transaction) => {
        const current = await invitationsCollection.in(transaction).get(id)
        if (!current && (await lastChangeOf(transaction, id))?.what === ended) return
        if (!current) throw notFound()
        await remove(transaction, person, current)
      })
    },

    async makeMember(person: Person, uid: string): Promise<void> {
      mustManageUsers(person)
      const { entry, kind } = kinds.get(uid) ?? {}
      const known = directory.entries().find(({ id }) => id === entry)
      // An account that the entry has got since stays.
      if (kind === 'guest' && known && (await directory.accounts.get(known.id)) === undefined) {
        const { id, revision } = known
        await directory.accounts.link(person, { id, revision, account: uid })
      }
      const of = entry ?? uid
      await outsiders.makeMember(person, uid, (transaction) => removeAll(transaction, person, of))
    },

    async endGuest(person: Person, uid: string): Promise<void> {
      mustManageUsers(person)
      const of = kinds.get(uid)?.entry ?? uid
      await outsiders.end(person, uid, 'guest', (transaction) => removeAll(transaction, person, of))
    },
  }

  async function remove(
    transaction: StoreOperations,
    by: Person,
    { id, revision, ...before }: Stored<StoredInvitation>,
  ): Promise<void> {
    await invitationsCollection.in(transaction).delete(id, revision)
    await recordChange(transaction, {
      at: now(),
      by,
      what: ended,
      subject: id,
      before: bodyOf({ id, revision, ...before }),
    })
  }

  async function removeAll(
    transaction: StoreOperations,
    by: Person,
    person: string,
  ): Promise<void> {
    const { documents } = await invitationsCollection.in(transaction).list({ where: { person } })
    for (const stored of documents) await remove(transaction, by, stored)
  }
}

const ended = 'invitation ended'

/** A person has one invitation to a meeting, so that inviting them again finds it. */
function invitationId(person: string, meeting: string): string {
  return createHash('sha256').update(`${person}\n${meeting}`).digest('hex').slice(0, 32)
}

function notFound(): Refusal {
  return new Refusal('notFound', 'This invitation no longer exists.')
}

import type { Person } from '@portal/contract/portal'
import type { Reader } from '@portal/domain/may-read'
import { sightOf } from '../../access.ts'
import type { ViewedAs } from '@portal/contract/member-view'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { LinkedEntries } from '../directory/directory-feature.ts'
import type { InvitationsInMemory } from '../guests/guests-feature.ts'

export type ReadersParts = {
  links: Pick<LinkedEntries, 'ready' | 'version' | 'of' | 'has' | 'nameOf'>
  bodies: Pick<BodiesInMemory, 'ready' | 'version' | 'termsOf'>
  kinds: Pick<AccountKinds, 'ready' | 'version' | 'get'>
  invitations: Pick<InvitationsInMemory, 'ready' | 'version' | 'of' | 'all'>
  /** A meeting's permanent key, by its id. */
  meetingKey: (id: string) => string
}

type Account = Pick<Person, 'uid' | 'kind' | 'isAdmin'> & ViewedAs

export type Readers = {
  ready: Promise<void>
  /** Increases with every change of what a reader is. */
  version: () => number
  /** The signed-in person as the rule of who may read what sees them. */
  of: (person: Account) => Reader
}

/** A term that has begun on every day that a meeting can have. */
const firstDay = '1970-01-01'

/** Builds the domain's reader from an account: its entry of the directory, and what is known of that person. */
export function createReaders({
  links,
  bodies,
  kinds,
  invitations,
  meetingKey,
}: ReadersParts): Readers {
  const sources = [links, bodies, kinds, invitations]
  const ready = Promise.all(sources.map((source) => source.ready)).then(() => undefined)
  ready.catch(() => undefined)

  const memberOf = (person: string) => ({
    person,
    terms: bodies.termsOf(person),
    ...invited(person),
  })
  const invited = (person: string) => {
    const own = invitations.of(person)
    return own.length > 0 ? { invitations: own } : {}
  }

  /**
   * An admin who views the portal as somebody else is nobody in particular: nothing that is for voting members or named
   * people is shown to them.
   */
  const viewed = ({ viewsAsMemberOf: body, viewsAsGuestOf: meeting }: ViewedAs) => {
    if (body !== undefined) return { terms: [{ body, voting: false, from: firstDay }] }
    if (meeting === undefined) return {}
    const key = meetingKey(meeting)
    const own = invitations.all().filter((each) => each.meeting === key)
    return { kind: 'guest' as const, invitations: own }
  }

  return {
    ready,
    version: () => sources.reduce((sum, source) => sum + source.version(), 0),
    of({ uid, kind, ...account }) {
      const sight = sightOf(account)
      if (account.viewsAs !== undefined) return { sight, ...viewed(account) }
      if (kind !== undefined) {
        // The record may be gone since: then nothing is known of them.
        const { entry, assists } = kinds.get(uid) ?? {}
        const person = entry ?? uid
        if (kind === 'guest') return { sight, kind, person, ...invited(person) }
        return {
          sight,
          kind,
          person,
          ...(assists ? { assists: { sight, ...memberOf(assists.person) } } : {}),
        }
      }
      const person = links.of(uid)
      return person === undefined ? { sight } : { sight, ...memberOf(person) }
    },
  }
}

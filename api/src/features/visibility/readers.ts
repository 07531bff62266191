import type { Person } from '@portal/contract/portal'
import type { Reader } from '@portal/domain/may-read'
import { sightOf } from '../../access.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { LinkedEntries } from '../directory/directory-feature.ts'
import type { InvitationsInMemory } from '../guests/guests-feature.ts'

export type ReadersParts = {
  links: LinkedEntries
  bodies: Pick<BodiesInMemory, 'ready' | 'version' | 'termsOf'>
  kinds: Pick<AccountKinds, 'ready' | 'version' | 'get'>
  invitations: Pick<InvitationsInMemory, 'ready' | 'version' | 'of'>
}

export type Readers = {
  ready: Promise<void>
  /** Increases with every change of what a reader is. */
  version: () => number
  /** The signed-in person as the rule of who may read what sees them. */
  of: (person: Pick<Person, 'uid' | 'kind' | 'isAdmin' | 'viewsAs'>) => Reader
}

/** Builds the domain's reader from an account: its entry of the directory, and what is known of that person. */
export function createReaders({ links, bodies, kinds, invitations }: ReadersParts): Readers {
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

  return {
    ready,
    version: () => sources.reduce((sum, source) => sum + source.version(), 0),
    of({ uid, kind, ...account }) {
      const sight = sightOf(account)
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
      // An admin who views the portal as somebody else is nobody in particular.
      if (account.viewsAs !== undefined) return { sight }
      const person = links.of(uid)
      return person === undefined ? { sight } : { sight, ...memberOf(person) }
    },
  }
}

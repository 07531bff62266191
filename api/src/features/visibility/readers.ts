import type { Person } from '@portal/contract/portal'
import type { Reader } from '@portal/domain/may-read'
import { sightOf } from '../../access.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { LinkedEntries } from '../directory/directory-feature.ts'

export type ReadersParts = {
  links: LinkedEntries
  bodies: Pick<BodiesInMemory, 'ready' | 'version' | 'termsOf'>
}

export type Readers = {
  ready: Promise<void>
  /** Increases with every change of what a reader is. */
  version: () => number
  /** The signed-in person as the rule of who may read what sees them. */
  of: (person: Pick<Person, 'uid' | 'kind' | 'isAdmin' | 'viewsAs'>) => Reader
}

/** Builds the domain's reader from an account: its entry of the directory, and what is known of that person. */
export function createReaders({ links, bodies }: ReadersParts): Readers {
  const ready = Promise.all([links.ready, bodies.ready]).then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    version: () => links.version() + bodies.version(),
    of(account) {
      const sight = sightOf(account)
      // An admin who views the portal as somebody else is nobody in particular.
      if (account.viewsAs !== undefined) return { sight }
      // Until it is known what they may read, nothing.
      if (account.kind !== undefined) return { sight, kind: account.kind }
      const person = links.of(account.uid)
      if (person === undefined) return { sight }
      return { sight, person, terms: bodies.termsOf(person) }
    },
  }
}

import { type MailKind, mailKind } from '@portal/contract/mail'
import * as z from 'zod/mini'
import type { SignedLinks } from '../../platform/links/signed-link.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { unsubscribedCollection } from './stored-mail.ts'

type Parts = {
  store: DocumentStore
  links: SignedLinks
  portalUrl: string
  now: () => Date
}

export type Unsubscribed = ReturnType<typeof createUnsubscribed>

const purpose = 'unsubscribe'
/** How long the link in a mail works, in ms. */
const linkTime = 400 * 24 * 3_600_000

/** The kinds of mail that people don't want. */
export function createUnsubscribed({ store, links, portalUrl, now }: Parts) {
  const inMemory = unsubscribedCollection.hot(store)

  /** Takes back what a person has unsubscribed from, in the caller's transaction. */
  const subscribe = async (
    transaction: StoreOperations,
    person: string,
    kinds: readonly MailKind[],
  ) => {
    const records = unsubscribedCollection.in(transaction)
    const stored = await records.get(person)
    const left = stored?.kinds.filter((kind) => !kinds.includes(kind)) ?? []
    if (!stored || left.length === stored.kinds.length) return
    await records.update(person, { kinds: left }, stored.revision)
  }

  return {
    ready: inMemory.ready,
    has: (person: string, kind: MailKind) => inMemory.get(person)?.kinds.includes(kind) ?? false,
    kindsOf: (person: string): readonly MailKind[] => inMemory.get(person)?.kinds ?? [],
    subscribe,

    /** The link in a mail. */
    linkFor(person: string, kind: MailKind): string {
      const expires = new Date(now().getTime() + linkTime)
      const token = links.sign({ purpose, subject: `${kind} ${person}`, expires })
      return `${portalUrl}/unsubscribe/${token}`
    },
    /** What the token of a link concerns; undefined if it isn't valid. */
    read(token: string): { person: string; kind: MailKind } | undefined {
      const [kind, ...person] = links.read(purpose, token)?.split(' ') ?? []
      const { success, data } = z.safeParse(mailKind, kind)
      return success ? { kind: data, person: person.join(' ') } : undefined
    },
    /** Repeating it changes nothing. */
    add: ({ person, kind }: { person: string; kind: MailKind }) =>
      store.transaction(async (transaction) => {
        const records = unsubscribedCollection.in(transaction)
        const current = await records.get(person)
        if (current?.kinds.includes(kind)) return
        await records.put(person, { kinds: [...(current?.kinds ?? []), kind] }, current)
      }),
  }
}

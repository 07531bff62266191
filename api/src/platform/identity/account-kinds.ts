import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'

/**
 * Collection `account_kinds`, id is the uid: the accounts that aren't members'. Every instance watches it. Without its
 * record such an account can't sign in, because its provider doesn't vouch for it as it does for a member's.
 */
const accountKind = z.object({
  kind: z.enum(['guest', 'assistant']),
  name: z.string(),
  /** Lower case. */
  email: z.string(),
  /** Their entry of the directory, if they have one; otherwise the uid names them in audiences and invitations. */
  entry: z.optional(z.string()),
  /** Of an assistant: the person that they work for. */
  assists: z.optional(
    z.object({
      /** The entry of the directory. */
      person: z.string(),
      /** Their account: once it is disabled or deleted, the assistant’s access has ended too. */
      account: z.string(),
      name: z.string(),
      /** Lower case; the audit names it with the assistant’s. */
      email: z.string(),
      /** Whether the assistant may reply for them. Nobody votes for somebody else. */
      mayReply: z.boolean(),
    }),
  ),
  /** ISO 8601, UTC. */
  since: z.string(),
})
export type StoredKind = z.infer<typeof accountKind>

export const accountKindsCollection = defineCollection('account_kinds', accountKind)

export type AccountKinds = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (uid: string) => (StoredKind & { id: string; revision: number }) | undefined
  /** In no particular order. */
  all: () => (StoredKind & { id: string; revision: number })[]
}

export function createAccountKinds({ store, log }: { store: DocumentStore; log: Log }) {
  const { ready, version, get, all } = accountKindsCollection.hot(
    store,
    (id, cause) => log.error('a stored document can’t be read', { id, cause }),
    'guests and assistants',
  )
  return { ready, version, get, all } satisfies AccountKinds
}

/** What a person learns of the record of their account. */
export function shownKind({ kind, assists }: StoredKind): Pick<Person, 'kind' | 'assists'> {
  return { kind, ...(assists ? { assists: assists.name } : {}) }
}

/** Deletes the record, with the account. */
export async function forgetAccountKind(transaction: StoreOperations, uid: string): Promise<void> {
  await accountKindsCollection.in(transaction).delete(uid)
}

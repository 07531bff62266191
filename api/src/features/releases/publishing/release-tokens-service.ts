import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type { createReleaseToken, listReleaseTokens } from '@portal/contract/release-tokens'
import { mustManagePortal } from '../../../access.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import {
  digestOf,
  expiryAfter,
  mustBeNewName,
  newSecret,
  releaseTokensCollection,
  shownToken,
} from './release-tokens.ts'

export type ReleaseTokensService = {
  list: (person: Person) => Promise<Reply<typeof listReleaseTokens>>
  create: (
    person: Person,
    request: { name: string; remote: string; days: number },
  ) => Promise<Reply<typeof createReleaseToken>>
  /** Revoking it again changes nothing. */
  revoke: (person: Person, id: string) => Promise<void>
}

/** Only admins create and revoke them, and a secret is shown once. */
export function createReleaseTokensService({
  store,
  now,
}: {
  store: DocumentStore
  now: () => Date
}): ReleaseTokensService {
  return {
    async list(person) {
      mustManagePortal(person)
      const { documents } = await releaseTokensCollection.in(store).list()
      // Exchanged tokens end automatically, or with their pipeline.
      const created = documents.filter(({ pipeline }) => pipeline === undefined)
      const newestFirst = created.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      return { tokens: newestFirst.map(shownToken) }
    },

    async create(person, { name, remote, days }) {
      mustManagePortal(person)
      const { id, secret } = newSecret()
      const at = now()
      const createdAt = at.toISOString()
      const body = {
        name,
        remote,
        digest: digestOf(secret),
        createdAt,
        createdBy: person.email,
        expiresAt: expiryAfter(createdAt, days),
      }
      return store.transaction(async (transaction) => {
        const tokens = releaseTokensCollection.in(transaction)
        await mustBeNewName(transaction, { name, remote, at })
        const token = shownToken(await tokens.create(id, body))
        const change = { what: 'release token created', subject: id, after: token }
        await recordChange(transaction, { at, by: person, ...change })
        return { token, secret }
      })
    },

    async revoke(person, id) {
      mustManagePortal(person)
      await store.transaction(async (transaction) => {
        const tokens = releaseTokensCollection.in(transaction)
        const stored = await tokens.get(id)
        if (!stored) throw new Refusal('notFound', 'There is no such release token.')
        if (stored.revokedAt !== undefined) return
        const at = now()
        const revoked = { ...stored, revokedAt: at.toISOString(), revokedBy: person.email }
        const after = shownToken(await tokens.update(id, revoked, stored.revision))
        const before = shownToken(stored)
        const change = { what: 'release token revoked', subject: id, before, after }
        await recordChange(transaction, { at, by: person, ...change })
      })
    },
  }
}

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Person } from '@portal/contract/portal'
import type { AdminKeyHolder } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { type Account, accountByEmail, type Accounts } from '../../platform/identity/accounts.ts'
import { ignoring } from '../../refusal.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { auditedUser } from './shown-user.ts'

const creation = z.object({
  email: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.union([
    z.object({ uid: z.string(), email: z.string() }),
    z.object({ key: z.literal('admin') }),
  ]),
})
/** Collection `account_creations`: accounts that were requested from the provider and aren't in the audit yet. */
const creationsCollection = defineCollection('account_creations', creation)
const idOf = (email: string) => createHash('sha256').update(email).digest('hex')

/** In ms. */
const longestRequest = 3_600_000

type Parts = { accounts: Accounts; store: DocumentStore; now: () => Date }
type NewAccount = Parameters<Accounts['create']>[0]

/**
 * Creates accounts so that each is in the audit: the provider's accounts and the store have no common transaction, so an
 * account whose process has died before it was recorded is recorded when it is requested again, or after the next start.
 */
export function createAccountCreations({ accounts, store, now }: Parts) {
  type By = z.infer<typeof creation>['by']
  const record = async (transaction: StoreOperations, by: By, account: Account) => {
    const after = auditedUser(account)
    const change = { at: now(), by, what: 'user created', subject: account.uid, after }
    await recordChange(transaction, change)
  }
  const forget = (operations: StoreOperations, email: string) =>
    creationsCollection.in(operations).delete(idOf(email)).catch(ignoring('notFound'))

  const complete = async (email: string): Promise<void> => {
    const left = await creationsCollection.in(store).get(idOf(email))
    const account = left && (await accountByEmail(accounts, email))
    if (!account) return
    await store.transaction(async (transaction) => {
      const current = await creationsCollection.in(transaction).get(idOf(email))
      if (!current) return
      await record(transaction, current.by, account)
      await creationsCollection.in(transaction).delete(current.id, current.revision)
    })
  }

  return {
    async create(caller: Person | AdminKeyHolder, person: NewAccount): Promise<Account> {
      const { email } = person
      await complete(email)
      const by = 'key' in caller ? { key: caller.key } : { uid: caller.uid, email: caller.email }
      await store.transaction(async (transaction) => {
        const creations = creationsCollection.in(transaction)
        await creations.put(
          idOf(email),
          { email, at: now().toISOString(), by },
          await creations.get(idOf(email)),
        )
      })
      const account = await accounts.create(person).catch(async (error: unknown) => {
        await forget(store, email)
        throw error
      })
      try {
        await store.transaction(async (transaction) => {
          await record(transaction, by, account)
          await forget(transaction, email)
        })
      } catch (error) {
        // Undo the creation if it can't be recorded, so that the same request can be repeated.
        await accounts.delete(account.uid)
        throw error
      }
      return account
    },

    /** Records all that were left, and forgets those without an account. */
    async completeLeft(): Promise<void> {
      const { documents } = await creationsCollection.in(store).list({ limit: 1000 })
      for (const { email, at } of documents) {
        await complete(email)
        // No account was created, and no request that may still do so takes as long.
        if (now().getTime() - Date.parse(at) > longestRequest) await forget(store, email)
      }
    },
  }
}

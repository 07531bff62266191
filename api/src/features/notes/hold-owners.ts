import { comparableEmail } from '@portal/domain/email-address'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { policyCollection, policyId, type StoredHold, type StoredPolicy } from './stored-policy.ts'

const isOwnedBy = (email: string) => {
  const address = comparableEmail(email)
  return ({ by, owner = by }: StoredHold) => comparableEmail(owner) === address
}

/** The legal holds that an admin answers for. */
export async function holdsOf(store: StoreOperations, email: string): Promise<StoredHold[]> {
  const policy = await policyCollection.in(store).get(policyId)
  return policy?.holds.filter(isOwnedBy(email)) ?? []
}

type HandOver = { by: Actor; from: string; to: string; at: Date }

/** Makes another admin answer for these holds. Repeating it changes nothing. */
export async function handOverHolds(
  store: DocumentStore,
  { by, from, to, at }: HandOver,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const policies = policyCollection.in(transaction)
    const stored = await policies.get(policyId)
    if (!stored?.holds.some(isOwnedBy(from))) return
    const before = bodyOf(stored) as StoredPolicy
    const holds = before.holds.map((hold) =>
      isOwnedBy(from)(hold) ? { ...hold, owner: to } : hold,
    )
    const after = { ...before, holds }
    await policies.update(policyId, after, stored.revision)
    const what = 'legal holds handed over'
    await recordChange(transaction, { at, by, what, subject: 'notes', before, after })
  })
}

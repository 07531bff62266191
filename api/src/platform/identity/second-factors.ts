import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { noteFactorRemoved } from './set-passwords.ts'

/**
 * Collection `second_factors`, id is the uid: the factors at the provider, as last seen. Every instance
 * watches it, so a sign-in without the factor is refused as soon as there is one.
 */
const secondFactorRecord = z.object({
  isOn: z.boolean(),
  changedAt: z.string(),
  /** When an admin reset it; until the person has dismissed the notice. */
  resetAt: z.optional(z.string()),
})
type SecondFactorRecord = z.infer<typeof secondFactorRecord>

const secondFactorsCollection = defineCollection('second_factors', secondFactorRecord)

export type SecondFactors = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (
    uid: string,
  ) => { isOn: boolean; resetAt?: string | undefined; revision: number } | undefined
}

export function createSecondFactors(parts: { store: DocumentStore; log: Log }): SecondFactors {
  const { store, log } = parts
  const { ready, version, get } = secondFactorsCollection.hot(store, (id, cause) =>
    log.error('a stored document can’t be read', { id, cause }),
  )
  return { ready, version, get }
}

type Change = { isOn?: boolean; resetAt?: string | undefined; at: Date }

/**
 * Records a change of a person's second factor, and returns whether there was one. Fields that aren't given stay;
 * `resetAt` given as undefined removes it. A record without content is deleted.
 */
export async function saveSecondFactor(
  transaction: StoreOperations,
  uid: string,
  { at, ...change }: Change,
): Promise<boolean> {
  const records = secondFactorsCollection.in(transaction)
  const record = await records.get(uid)
  const { isOn, resetAt } = { isOn: record?.isOn ?? false, resetAt: record?.resetAt, ...change }
  if (isOn === (record?.isOn ?? false) && resetAt === record?.resetAt) return false
  if (record?.isOn && !isOn) await noteFactorRemoved(transaction, uid)
  const next: SecondFactorRecord = {
    isOn,
    changedAt: at.toISOString(),
    ...(resetAt === undefined ? {} : { resetAt }),
  }
  if (!record) await records.create(uid, next)
  else if (isOn || resetAt !== undefined) await records.update(uid, next, record.revision)
  else await records.delete(uid, record.revision)
  return true
}

/** Deletes the record, with the account. */
export async function forgetSecondFactor(store: StoreOperations, uid: string): Promise<void> {
  await secondFactorsCollection.in(store).delete(uid)
}

import { randomUUID } from 'node:crypto'
import type { StoreOperations } from '../store/document-store.ts'

export const auditCollection = 'audit'

/** Whose hand it was: a person, or a server with the admin key. */
export type Actor = { uid: string; email: string } | { key: 'admin' }

export type Change = {
  at: Date
  by: Actor
  /** In the past tense, as the audit screen shows it: `mapping saved`, `admin added`. */
  what: string
  /** The id of what was changed. */
  subject: string
  /** The stored body, absent where there was or is none. Never a password or a token. */
  before?: unknown
  after?: unknown
}

/** One entry a change, written in the transaction of the change itself: neither is there without the other. */
export async function recordChange(inside: StoreOperations, change: Change): Promise<void> {
  const { at, by, what, subject, before, after } = change
  await inside.create(auditCollection, randomUUID(), {
    at: at.toISOString(),
    by: 'key' in by ? { key: by.key } : { uid: by.uid, email: by.email },
    what,
    subject,
    before: before ?? null,
    after: after ?? null,
  })
}

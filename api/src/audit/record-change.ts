import { comparableEmail } from '@portal/contract/email-address'
import { randomUUID } from 'node:crypto'
import type { StoreOperations } from '../store/document-store.ts'

export const auditCollection = 'audit'

/** Whose hand it was: a person, a server with the admin key, a team's machine with a release token, or the portal's own. */
export type Actor =
  | { uid: string; email: string }
  | { key: 'admin' }
  | { releaseToken: { id: string; name: string; remote: string } }
  /** What watches how releases do. */
  | { portal: 'health' }

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
  const { before, after, ...rest } = change
  await addEntry(inside, { ...rest, before: before ?? null, after: after ?? null })
}

/** What the newest entry about a subject says was done to it; undefined if there is none. */
export async function lastChangeOf(
  inside: StoreOperations,
  subject: string,
): Promise<string | undefined> {
  const newest = { where: { subject }, orderBy: 'at', descending: true, limit: 1 }
  const { documents } = await inside.list(auditCollection, newest)
  const what = documents[0]?.['what']
  return typeof what === 'string' ? what : undefined
}

type Denial = {
  at: Date
  by: Actor
  /** The endpoint, such as `PUT /api/resource-mappings/{id}`. */
  subject: string
  reason: string
  /** How often since the entry before. */
  times: number
}

/** One entry for the refusals of one person at one endpoint. */
export async function recordDenial(inside: StoreOperations, denial: Denial): Promise<void> {
  await addEntry(inside, { what: 'denied', ...denial, before: null, after: null })
}

/** Entries are filtered by `who`, and read in the order of `at`. */
async function addEntry(
  inside: StoreOperations,
  { at, by, ...entry }: Record<string, unknown> & Pick<Change, 'at' | 'by'>,
): Promise<void> {
  await inside.create(auditCollection, randomUUID(), {
    at: at.toISOString(),
    by: storedActor(by),
    who: comparableEmail(actorName(by)),
    ...entry,
  })
}

function storedActor(by: Actor): Record<string, unknown> {
  if ('key' in by) return { key: by.key }
  if ('portal' in by) return { portal: by.portal }
  if ('releaseToken' in by) {
    const { id, name, remote } = by.releaseToken
    return { releaseToken: { id, name, remote } }
  }
  return { uid: by.uid, email: by.email }
}

/** As the audit and the history of releases call them. */
export function actorName(by: Actor): string {
  if ('key' in by) return adminKey
  if ('portal' in by) return by.portal
  return 'releaseToken' in by ? releaseTokenName(by.releaseToken.name) : by.email
}

export function releaseTokenName(name: string): string {
  return `release token ${name}`
}

/** How a server that held the admin key is named. */
export const adminKey = 'admin key'

import { isEmailOfDomain } from '@portal/domain/email-address'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { everyAccount } from './accounts.ts'
import { createAdminList, storedAdmins } from './admin-list.ts'

/** The settings with which the portal was last started. */
const startedWith = z.object({
  domain: z.string(),
  defaultAdminEmail: z.string(),
  timeZone: z.string(),
  /** The zone before this one, until the agendas that it has moved were changed. */
  formerTimeZone: z.optional(z.string()),
})
type StartedWith = z.infer<typeof startedWith>
const startedWithCollection = defineCollection('started_with', startedWith)
const document = 'settings'

type Account = { email: string; disabled: boolean; providers: string[] }
type Page = { limit: number; pageToken?: string }
type Accounts = {
  list: (page: Page) => Promise<{ accounts: Account[]; nextPageToken?: string }>
}

type Parts = {
  store: DocumentStore
  accounts: Accounts
  domain: string
  defaultAdminEmail: string
  timeZone: string
  now: () => Date
}

/** At most this many addresses are listed in one warning. */
const listed = 50

/** The settings of the last start; undefined before the first. */
export async function lastSettings(store: DocumentStore): Promise<StartedWith | undefined> {
  return startedWithCollection.in(store).find(document)
}

/** Adds the first admin if that setting has changed since the last start, whose settings it returns. */
export async function applyChangedSettings({
  store,
  domain,
  defaultAdminEmail,
  timeZone,
  now,
}: Omit<Parts, 'accounts'>): Promise<StartedWith | undefined> {
  const stored = startedWithCollection.in(store)
  const last = await stored.find(document)
  const isSame =
    last?.domain === domain &&
    last.defaultAdminEmail === defaultAdminEmail &&
    last.timeZone === timeZone
  if (isSame) return last
  const isNew = last && last.defaultAdminEmail !== defaultAdminEmail
  if (isNew && isEmailOfDomain(defaultAdminEmail, domain)) {
    const list = createAdminList({ store, domain, defaultAdminEmail, now })
    await list.add({ portal: 'operator' }, defaultAdminEmail)
  }
  const before = await startedWithCollection.raw(store).get(document)
  const former = last && last.timeZone !== timeZone ? last.timeZone : last?.formerTimeZone
  const current = {
    domain,
    defaultAdminEmail,
    timeZone,
    ...(former === undefined || former === timeZone ? {} : { formerTimeZone: former }),
  }
  await stored.put(document, current, before).catch((error: unknown) => {
    // Another instance, which starts at the same time, has stored them.
    if (!(error instanceof Refusal && ['conflict', 'stale'].includes(error.code))) throw error
  })
  return last
}

/**
 * What changes for people when the portal starts with these settings after the last ones: one sentence for each
 * setting.
 */
export async function changedSettings(
  parts: Omit<Parts, 'now' | 'timeZone'>,
  last: StartedWith | undefined,
): Promise<string[]> {
  const { domain, defaultAdminEmail } = parts
  if (!last) return []
  const sentences: string[] = []
  if (last.domain !== domain) sentences.push(await domainSentence(last, parts))
  if (last.defaultAdminEmail !== defaultAdminEmail) {
    sentences.push(
      `DEFAULT_ADMIN_EMAIL was ${last.defaultAdminEmail}: ${defaultAdminEmail} becomes a designated admin, and the others stay.`,
    )
  }
  return sentences
}

/** The zone before `timeZone`, whether or not the portal was started with it; undefined if it hasn't changed. */
export async function formerTimeZone(
  store: StoreOperations,
  timeZone: string,
): Promise<string | undefined> {
  const last = await startedWithCollection.in(store).find(document)
  return last && last.timeZone !== timeZone ? last.timeZone : last?.formerTimeZone
}

/** To be called in the transaction that changes the agendas. */
export async function forgetFormerTimeZone(
  transaction: StoreOperations,
  timeZone: string,
): Promise<void> {
  const last = await startedWithCollection.in(transaction).find(document)
  if (!last) return
  const { domain, defaultAdminEmail } = last
  await startedWithCollection
    .in(transaction)
    .put(document, { domain, defaultAdminEmail, timeZone }, last)
}

async function domainSentence(
  last: StartedWith,
  parts: Omit<Parts, 'now' | 'timeZone'>,
): Promise<string> {
  const { store, accounts, domain } = parts
  const isLeft = (email: string) =>
    isEmailOfDomain(email, last.domain) && !isEmailOfDomain(email, domain)
  const changed = `FOUNDATION_DOMAIN was ${last.domain}: Google sign-in and admin rights need an address of @${domain} now.`
  const admins = ((await storedAdmins(store)) ?? []).filter(isLeft)
  const members = await googleAccounts(accounts).then(
    (all) => all.filter(({ email }) => isLeft(email)).map(({ email }) => email),
    () => undefined,
  )
  return [
    changed,
    members === undefined
      ? 'Who is locked out isn’t known, because the accounts can’t be read.'
      : listOf('Locked out', members),
    listOf('No longer admins', admins),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function listOf(title: string, emails: readonly string[]): string {
  if (emails.length === 0) return ''
  const more = emails.length > listed ? ` and ${emails.length - listed} more` : ''
  return `${title}: ${emails.slice(0, listed).join(', ')}${more}.`
}

/** Accounts without a password. Those with one were created by an admin, and can still sign in with any address. */
async function googleAccounts(accounts: Accounts): Promise<Account[]> {
  const withoutPassword: Account[] = []
  for await (const account of everyAccount(accounts)) {
    const { providers, disabled } = account
    if (!disabled && !providers.includes('password')) withoutPassword.push(account)
  }
  return withoutPassword
}

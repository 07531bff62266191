import type { DirectoryEntry } from '@portal/contract/directory'
import { comparableEmail } from '@portal/domain/email-address'
import * as z from 'zod/mini'
import { recordChange, subjectsDeleted, type Actor } from '../../platform/audit/record-change.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, refuseStale } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { deleted, directoryCollection, hasEntry, shownIfReadable } from './directory-service.ts'

type Link = {
  /** The entry's id, and its revision that the link was decided on. */
  id: string
  revision: number | 'new'
  /** The uid; an empty one removes the link. */
  account: string
}

/**
 * The account of an entry's person: the stored field `account`, a uid. Saves keep it, because they keep the fields that
 * they don't know; a change of the entry's address doesn't move it.
 */
export function createEntryAccounts({ store, now }: { store: DocumentStore; now: () => Date }) {
  return {
    /** The uid; its account may be gone. */
    async get(id: string): Promise<string | undefined> {
      return accountIn(await directoryCollection.raw(store).get(id))
    },

    /** The uids of all entries that have one, by the entries' ids. */
    async all(): Promise<Map<string, string>> {
      const { documents } = await directoryCollection.raw(store).list()
      const links = documents.map((entry) => [entry.id, accountIn(entry)] as const)
      return new Map(links.filter((link): link is [string, string] => link[1] !== undefined))
    },

    /** The ids of deleted entries that had this account. */
    async formerOf(account: string): Promise<string[]> {
      const { documents } = await directoryCollection.raw(store).list()
      const present = new Set(documents.map(({ id }) => id))
      const former = await subjectsDeleted(store, {
        what: deleted,
        field: 'account',
        value: account,
      })
      return former.filter((id) => !present.has(id))
    },

    /** Replaces the entry's link, and returns the entry's revision. Refuses an account that another entry has. */
    async link(by: Actor, { id, revision, account }: Link): Promise<number> {
      return store.transaction(async (transaction) => {
        const entries = directoryCollection.raw(transaction)
        const current = await entries.get(id)
        if (!current) throw new Refusal('notFound', 'Directory entry not found')
        if ((current['account'] ?? '') === account) return current.revision
        refuseStale(current, revision, () => undefined)
        if (account !== '' && (await hasEntry(transaction, account))) {
          throw new Refusal(
            'conflict',
            'The account with this address belongs to another entry of the directory.',
          )
        }
        const before = bodyOf(current)
        const { account: _, ...unlinked } = before
        const after = account === '' ? unlinked : { ...unlinked, account }
        const written = await entries.update(id, after, current.revision)
        const what = account === '' ? 'account unlinked' : 'account linked'
        await recordChange(transaction, { at: now(), by, what, subject: id, before, after })
        return written.revision
      })
    },
  }
}

function accountIn(entry: Record<string, unknown> | undefined): string | undefined {
  const account = entry?.['account']
  return typeof account === 'string' ? account : undefined
}

/** Each account's entry of the directory, from memory. */
export type LinkedEntries = {
  ready: Promise<void>
  /** Increases with every change of the directory. */
  version: () => number
  /** The id of the entry that is linked to an account, a uid. */
  of: (account: string) => string | undefined
  /** Whether there is an entry with this id. */
  has: (id: string) => boolean
  nameOf: (id: string) => string | undefined
  /** The ids of the entries with exactly this name. */
  named: (name: string) => readonly string[]
  /** The account that is linked to an entry, a uid. */
  accountOf: (id: string) => string | undefined
}

const linksCollection = defineCollection(
  directoryCollection.name,
  z.looseObject({
    account: z.catch(z.optional(z.string()), undefined),
    name: z.catch(z.optional(z.string()), undefined),
  }),
)

export function createLinkedEntries(store: DocumentStore): LinkedEntries {
  const links = linksCollection.hot(store, undefined, 'people of the directory')
  const byAccount = cacheByVersion(
    links.version,
    () => new Map(links.all().flatMap(({ id, account }) => (account ? [[account, id]] : []))),
  )
  const byName = cacheByVersion(links.version, () =>
    Map.groupBy(links.all(), ({ name = '' }) => comparableName(name)),
  )
  return {
    ready: links.ready,
    version: links.version,
    named: (name) => (byName(undefined).get(comparableName(name)) ?? []).map(({ id }) => id),
    accountOf: (id) => links.get(id)?.account || undefined,
    of: (account) => byAccount(undefined).get(account),
    has: (id) => links.get(id) !== undefined,
    nameOf: (id) => links.get(id)?.name,
  }
}

function comparableName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** The entry that is linked to an account. */
export async function entryOfAccount(
  within: StoreOperations,
  account: string,
): Promise<DirectoryEntry | undefined> {
  const linked = { where: { account }, limit: 1 }
  const [found] = (await directoryCollection.raw(within).list(linked)).documents
  return found && shownIfReadable(found)
}

/** The uid of the account that is linked to the entry with this address; undefined if there is none, or several. */
export async function accountAtAddress(
  store: StoreOperations,
  email: string,
): Promise<string | undefined> {
  const { documents } = await directoryCollection.raw(store).list()
  const address = comparableEmail(email)
  const [account, another] = documents
    .filter(
      ({ email: listed }) => typeof listed === 'string' && comparableEmail(listed) === address,
    )
    .flatMap((entry) => accountIn(entry) ?? [])
  return another === undefined ? account : undefined
}

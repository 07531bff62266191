import { randomUUID } from 'node:crypto'
import { type DirectoryEntry, directoryEntry, type PeoplePage } from '@portal/contract/directory'
import type { Person } from '@portal/contract/portal'
import { byName } from '@portal/domain/directory-people'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { lastChangeOf, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { Log } from '../../platform/log.ts'
import type { ImagesService } from '../images/images-feature.ts'
import { Refusal } from '../../refusal.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { foundPeople, type PeopleQuery, peoplePageAfter } from './people-page.ts'
import {
  type DirectoryFieldName,
  directoryFieldNames,
  directoryProblems,
} from '@portal/domain/directory-fields'

export const deleted = 'directory entry deleted'

const { id: _id, revision: _revision, ...described } = directoryEntry.shape

/** A stored directory entry. Photos are addresses under `/api/images/`. */
export const storedEntry = z.pipe(z.transform(withoutNulls), z.object(described))

export const directoryCollection = defineCollection('directory', storedEntry)

/** Whether an entry is linked to this account, a uid. */
export async function hasEntry(within: StoreOperations, account: string): Promise<boolean> {
  const linked = { where: { account }, limit: 1 }
  return (await directoryCollection.raw(within).list(linked)).documents.length > 0
}

const megabyte = 1024 * 1024

/** Large enough for any screen. */
const photoLimit = { bytes: 5 * megabyte, side: 1200 }

/** The fields of an entry in a form. */
type EntryFields = Omit<EntryChange, 'photoUrl'> & { photo?: Blob | '' | undefined }

export type DirectoryService = {
  ready: Promise<void>
  /** Sorted by name. Returns the same array until something changes. */
  list: (person: Person) => DirectoryEntry[]
  /** A page of the people that a search finds; without a search, the same page until something changes. */
  people: (person: Person, query: PeopleQuery) => PeoplePage
  /** The same list, for the portal's own use. */
  entries: () => DirectoryEntry[]
  get: (person: Person, id: string) => DirectoryEntry
  /** Uses the client's id if given, so that the request can be repeated; see the contract. */
  create: (
    person: Person,
    sent: EntryFields & { id?: string | undefined },
  ) => Promise<DirectoryEntry>
  save: (
    person: Person,
    id: string,
    sent: EntryFields & { removePhoto?: 'true' | 'false' | undefined },
    revision: number | 'new',
  ) => Promise<DirectoryEntry>
  delete: (person: Person, id: string, revision: number | 'new') => Promise<{ id: string }>
  /** Deletes an entry with its photo, so that no undo brings it back. Repeating it completes it. */
  erase: (person: Person, id: string) => Promise<void>
}

type Parts = {
  store: DocumentStore
  images: ImagesService
  /** Whether a card shows the image too, because both files were the same. */
  isCardImage: (address: string) => boolean
  now: () => Date
  log: Log
}

/** Every member may read the directory; admins may change it. */
export function createDirectoryService({
  store,
  images,
  isCardImage,
  now,
  log,
}: Parts): DirectoryService {
  const entries = directoryCollection.hot(
    store,
    (id, cause) => log.error('a directory entry can’t be read', { id, cause }),
    'people of the directory',
  )
  const listed = cacheByVersion(entries.version, (): DirectoryEntry[] =>
    entries.all().toSorted(byName),
  )
  const unsearched = cacheByVersion(entries.version, (type: DirectoryEntry['type'] | undefined) => {
    const matches = foundPeople(listed(undefined), { type })
    return { matches, firstPage: peoplePageAfter(matches, undefined) }
  })

  const storePhoto = async (photo: Blob | '' | undefined): Promise<string | undefined> => {
    if (!photo || photo.size === 0) return undefined
    if (photo.size > photoLimit.bytes) {
      const max = `${photoLimit.bytes / megabyte} MB`
      throw new Refusal('tooLarge', `The photo is larger than ${max}. Please choose a smaller one.`)
    }
    return images.keep(new Uint8Array(await photo.arrayBuffer()), photoLimit)
  }

  /** Deletes a photo that its person no longer has, unless another entry or a card shows the same image. */
  const deletePhoto = async ({ photoUrl }: WithPhoto, next: WithPhoto = {}, of?: string) => {
    if (typeof photoUrl !== 'string' || photoUrl === next.photoUrl) return
    const { documents } = await directoryCollection
      .raw(store)
      .list({ where: { photoUrl }, limit: 2 })
    const isShown = documents.some(({ id }) => id !== of) || isCardImage(photoUrl)
    if (!isShown) await images.delete(photoUrl)
  }

  return {
    ready: entries.ready,
    list: () => listed(undefined),
    people(_, { search = '', type, after }) {
      if (search.trim() !== '') {
        return peoplePageAfter(foundPeople(listed(undefined), { search, type }), after)
      }
      const { matches, firstPage } = unsearched(type)
      return after === undefined ? firstPage : peoplePageAfter(matches, after)
    },
    entries: () => listed(undefined),
    get(_, id) {
      const entry = entries.get(id)
      if (!entry) throw entryNotFound()
      return entry
    },

    async create(person, { id, photo, ...fields }) {
      mustManagePortal(person)
      refuseInvalid(applyEntryChange(undefined, fields))
      const photoUrl = await storePhoto(photo)
      const body = applyEntryChange(undefined, { ...fields, photoUrl })
      const created = await store.transaction(async (transaction) => {
        const known =
          id === undefined ? await equalEntry(transaction, body) : await read(transaction, id)
        // An account that has been linked since isn't part of the request.
        if (known && isSameBody({ ...bodyOf(known), account: undefined }, body)) return known
        if (known) {
          const message = 'A different directory entry has this id.'
          throw new Refusal('conflict', message, { current: shownIfReadable(known) })
        }
        const newId = id ?? randomUUID()
        const written = await directoryCollection.raw(transaction).create(newId, body)
        const what = 'directory entry created'
        await recordChange(transaction, {
          at: now(),
          by: person,
          what,
          subject: newId,
          after: body,
        })
        return written
      })
      return shown(created)
    },

    async save(person, id, { photo, removePhoto, ...fields }, revision) {
      mustManagePortal(person)
      if (photo && photo.size > 0 && removePhoto === 'true') {
        throw new Refusal('invalid', 'A photo can’t be uploaded and removed at the same time.')
      }
      if (!(await read(store, id))) throw entryNotFound()
      const photoUrl = removePhoto === 'true' ? '' : await storePhoto(photo)
      let before: Record<string, unknown> = {}
      const saved = await store.transaction(async (transaction) => {
        const current = await read(transaction, id)
        if (!current) throw entryNotFound()
        before = bodyOf(current)
        const after = applyEntryChange(before, { ...fields, photoUrl })
        refuseInvalid(after)
        // The same save sent again succeeds.
        if (isSameBody(before, after)) return current
        await refuseChanged(transaction, current, revision)
        const written = await directoryCollection
          .raw(transaction)
          .update(id, after, current.revision)
        const what = 'directory entry saved'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
        return written
      })
      await deletePhoto(before, bodyOf(saved))
      return shown(saved)
    },

    async delete(person, id, revision) {
      mustManagePortal(person)
      const before = await store.transaction(async (transaction) => {
        const current = await read(transaction, id)
        if (!current) return mustBeDeleted(transaction, id)
        await refuseChanged(transaction, current, revision)
        await directoryCollection.raw(transaction).delete(id, current.revision)
        await recordChange(transaction, {
          at: now(),
          by: person,
          what: deleted,
          subject: id,
          before: bodyOf(current),
          deletedRevision: current.revision,
        })
        return bodyOf(current)
      })
      await deletePhoto(before)
      return { id }
    },

    async erase(person, id) {
      mustManagePortal(person)
      const known = await read(store, id)
      // Before the entry: without it, a repeated request wouldn't find the photo.
      if (known) await deletePhoto({ photoUrl: known['photoUrl'] }, {}, id)
      await store.transaction(async (transaction) => {
        const current = await read(transaction, id)
        if (current) await directoryCollection.raw(transaction).delete(id, current.revision)
        const last = current ? undefined : await lastChangeOf(transaction, id)
        // Recorded too if the entry was deleted before: its deletion can't be undone any more.
        if (!current && last?.what !== deleted) return
        const { name } = (current ?? last?.before ?? {}) as { name?: unknown }
        const what = 'directory entry erased'
        await recordChange(transaction, {
          at: now(),
          by: person,
          what,
          subject: id,
          before: { name },
        })
      })
    },
  }
}

type StoredBody = Stored<Record<string, unknown>>

type WithPhoto = { photoUrl?: unknown }

const read = (transaction: StoreOperations, id: string) =>
  directoryCollection.raw(transaction).get(id)

async function equalEntry(transaction: StoreOperations, body: Record<string, unknown>) {
  const { documents } = await directoryCollection.raw(transaction).list()
  return documents.find((document) => isSameBody(bodyOf(document), body))
}

/** The same deletion sent again succeeds, recognized by its audit entry; returns what was deleted. */
async function mustBeDeleted(transaction: StoreOperations, id: string): Promise<object> {
  const change = await lastChangeOf(transaction, id)
  if (change?.what !== deleted) throw entryNotFound()
  return change.before ?? {}
}

function shown(stored: StoredBody): DirectoryEntry {
  const { id, revision } = stored
  return { ...z.parse(storedEntry, stored), id, revision }
}

/** What a refusal reveals of the stored entry; nothing if it can't be read. */
export function shownIfReadable(stored: StoredBody): DirectoryEntry | undefined {
  return z.safeParse(storedEntry, stored).success ? shown(stored) : undefined
}

function refuseChanged(store: StoreOperations, current: StoredBody, revision: number | 'new') {
  return refuseOvertaken(store, { current, revision, subject: current.id, shown: shownIfReadable })
}

function entryNotFound(): Refusal {
  return new Refusal('notFound', 'Directory entry not found')
}

type Body = Record<string, unknown>

/** The submitted fields, with the photo's address in place of the photo; an empty address removes it. */
type EntryChange = { [K in DirectoryFieldName | 'photoUrl']?: string | undefined }

/** Applies a change: values are trimmed, empty ones are removed, and unknown stored fields are kept. */
function applyEntryChange(before: Body | undefined, change: EntryChange): Body {
  const next = withoutNulls(before ?? {})
  for (const name of [...directoryFieldNames, 'photoUrl'] as const) {
    const value = change[name]?.trim()
    if (value === '') delete next[name]
    else if (value !== undefined) next[name] = value
  }
  return next
}

/** Earlier versions stored `null` for empty fields. */
function withoutNulls(stored: Body): Body {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null))
}

/** Refuses an invalid entry, with the message of every rule that it breaks. */
function refuseInvalid(entry: Body): void {
  const fields = Object.entries(directoryProblems(entry)).map(([name, message]) => ({
    path: `form.${name}`,
    message,
  }))
  if (fields.length === 0) return
  throw new Refusal('invalid', fields.map(({ message }) => message).join(', '), { fields })
}

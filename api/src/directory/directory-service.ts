import { type DirectoryEntry, directoryEntry, listDirectory } from '@portal/contract/directory'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import type { Log } from '../http/log.ts'
import { keepPrepared, type Prepared } from '../http/prepared.ts'
import { Refusal } from '../refusal.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'

const directoryCollection = 'directory'

const { id: _id, revision: _revision, ...described } = directoryEntry.shape

/** A directory entry as the store holds it. Photos are addresses under `/api/images/`. */
const storedEntry = z.object(described)

export type DirectoryService = {
  ready: Promise<void>
  list: (person: Person) => Prepared
  get: (person: Person, id: string) => DirectoryEntry
}

/** Every member reads the directory. */
export function createDirectoryService({
  store,
  log,
}: {
  store: DocumentStore
  log: Log
}): DirectoryService {
  const entries = hotCollection(store, directoryCollection, storedEntry, (id, cause) =>
    log.error('a directory entry can’t be read', { id, cause }),
  )
  const listed = keepPrepared<typeof listDirectory, 'all'>(listDirectory, entries.version, () =>
    entries.all().toSorted((a, b) => byName.compare(a.name, b.name)),
  )
  return {
    ready: entries.ready,
    list: () => listed('all'),
    get(_, id) {
      const found = entries.get(id)
      if (!found) throw new Refusal('notFound', 'Directory entry not found')
      return found
    },
  }
}

const byName = new Intl.Collator('en', { sensitivity: 'base' })

import type { Serve } from '../../platform/http/serve.ts'
import {
  createDirectoryEntry,
  deleteDirectoryEntry,
  getDirectoryEntry,
  listDirectory,
  listPeople,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import type { AppParts } from '../../platform/app-parts.ts'
import type { ImagesService } from '../images/images-feature.ts'
import type { MappingsInMemory } from '../mappings/mappings-feature.ts'
import { createDirectoryService } from './directory-service.ts'
import { restoringEntry } from './restoring-entries.ts'
import { createEntryAccounts } from './entry-accounts.ts'

export {
  accountAtAddress,
  createLinkedEntries,
  entryOfAccount,
  type LinkedEntries,
} from './entry-accounts.ts'
export { storedEntry, type DirectoryService } from './directory-service.ts'
export type Directory = ReturnType<typeof createDirectory>

export function createDirectory(
  parts: AppParts,
  { images, inMemory }: { images: ImagesService; inMemory: Pick<MappingsInMemory, 'all'> },
) {
  const directory = createDirectoryService({
    ...parts,
    images,
    isCardImage: (address) => inMemory.all().some(({ cardImage }) => cardImage === address),
  })
  return {
    ...directory,
    restoring: restoringEntry(parts),
    accounts: createEntryAccounts(parts),
    routes(serve: Serve) {
      serve(listDirectory, ({ person }) => directory.list(person), { cached: true })
      serve(listPeople, ({ person, query }) => directory.people(person, query), { cached: true })
      serve(getDirectoryEntry, ({ person, params }) => directory.get(person, params.id))
      serve(createDirectoryEntry, ({ person, form }) => directory.create(person, form))
      serve(saveDirectoryEntry, ({ person, params, form, revision }) =>
        directory.save(person, params.id, form, revision),
      )
      serve(deleteDirectoryEntry, ({ person, params, revision }) =>
        directory.delete(person, params.id, revision),
      )
    },
  }
}

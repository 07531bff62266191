import {
  createDirectoryEntry,
  deleteDirectoryEntry,
  getDirectoryEntry,
  listDirectory,
  listPeople,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import type { AppParts } from '../../platform/app-parts.ts'
import type { ImagesService } from '../images/images-service.ts'
import { createDirectoryService, type DirectoryService } from './directory-service.ts'

export function mountDirectory(
  { serve, ...parts }: AppParts,
  others: { images: ImagesService; isCardImage: (address: string) => boolean },
): DirectoryService {
  const directory = createDirectoryService({ ...parts, ...others })
  serve(listDirectory, ({ person }) => directory.list(person), { cached: true })
  serve(listPeople, ({ person, query }) => directory.people(person, query), { cached: true })
  serve(getDirectoryEntry, ({ person, params }) => directory.get(person, params.id))
  serve.forAdmins(createDirectoryEntry, ({ person, form }) => directory.create(person, form))
  serve.forAdmins(saveDirectoryEntry, ({ person, params, form, revision }) =>
    directory.save(person, params.id, form, revision),
  )
  serve.forAdmins(deleteDirectoryEntry, ({ person, params, revision }) =>
    directory.delete(person, params.id, revision),
  )
  return directory
}

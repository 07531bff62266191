import { getDirectoryEntry, listDirectory } from '@portal/contract/directory'
import type { Serve } from '../http/serve.ts'
import type { DirectoryService } from './directory-service.ts'

export function directoryRoutes(serve: Serve, directory: DirectoryService): void {
  serve(listDirectory, ({ person }) => directory.list(person))
  serve(getDirectoryEntry, ({ person, params }) => directory.get(person, params.id))
}

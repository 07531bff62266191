import { getChanges } from '@portal/contract/paper-versions'
import type { AppParts } from '../../platform/app-parts.ts'
import type { DocumentsService } from '../documents/documents-service.ts'
import { type ChangesService, createChangesService } from './changes-service.ts'

export function mountChanges(
  { serve, blobs, heavyWork }: AppParts,
  documents: DocumentsService,
): ChangesService {
  const changes = createChangesService({ blobs, documents, heavyWork })
  serve(getChanges, ({ person, params, query, signal }) =>
    changes.get(person, params.id, query, signal),
  )
  return changes
}

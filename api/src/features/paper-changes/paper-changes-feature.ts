import type { Serve } from '../../platform/http/serve.ts'
import { getChanges } from '@portal/contract/paper-versions'
import type { AppParts } from '../../platform/app-parts.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { createChangesService } from './changes-service.ts'

export type { ChangesService } from './changes-service.ts'

export function createChanges({ blobs, heavyWork }: AppParts, documents: DocumentsService) {
  const changes = createChangesService({ blobs, documents, heavyWork })
  return {
    ...changes,
    routes(serve: Serve) {
      serve(getChanges, ({ person, params, query, signal }) =>
        changes.get(person, params.id, query, signal),
      )
    },
  }
}

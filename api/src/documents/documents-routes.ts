import { getDocument, getDocumentContent, listDocuments } from '@portal/contract/documents'
import type { Serve } from '../http/serve.ts'
import { contentResponse } from './content-response.ts'
import type { DocumentsService } from './documents-service.ts'

export function documentsRoutes(serve: Serve, documents: DocumentsService): void {
  serve(listDocuments, ({ person }) => documents.list(person))
  serve(getDocument, ({ person, params }) => documents.get(person, params.id))
  serve(getDocumentContent, async ({ person, params, query, c }) =>
    contentResponse(
      await documents.content(person, params.id, query.rendition),
      documents.read,
      c.req.raw,
      c.get('requestId'),
    ),
  )
}

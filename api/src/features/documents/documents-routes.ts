import {
  getDocument,
  getDocumentContent,
  getDocumentText,
  listDocuments,
  listDriveFiles,
  listDriveFolders,
  listFolders,
  switchDriveFolder,
} from '@portal/contract/documents'
import type { AppParts } from '../../platform/app-parts.ts'
import { contentResponse } from '../../platform/http/content-response.ts'
import { isDownloadStart } from '../../platform/http/download-start.ts'
import type { ClosedFoldersService } from './closed-folders-service.ts'
import { createDocumentsService, type DocumentsService } from './documents-service.ts'
import { openingResponse } from './opening-response.ts'
import type { PaperDamageService } from './paper-damage-service.ts'
import type { SyncedDocumentsService } from './synced-documents-service.ts'
import type { VisibilityService } from '../visibility/visibility-service.ts'

export function mountDocuments(
  { serve, store, blobs, accessLog, log }: AppParts,
  needs: {
    documents: SyncedDocumentsService
    visibility: VisibilityService
    folders: ClosedFoldersService
    damage: PaperDamageService
  },
): DocumentsService {
  const documents = createDocumentsService({ ...needs, store, blobs, log })
  serve(listDocuments, ({ person }) => documents.list(person), { cached: true })
  serve(listFolders, ({ person, query }) => documents.folders(person, query.limit))
  serve.forAdmins(listDriveFiles, ({ person, query }) => documents.files(person, query))
  serve.forAdmins(listDriveFolders, ({ person }) => needs.folders.list(person))
  serve.forAdmins(switchDriveFolder, ({ person, body, revision }) =>
    needs.folders.switch(person, body, revision),
  )
  serve(getDocument, ({ person, params }) => documents.get(person, params.id))
  serve(getDocumentText, ({ person, params, query }) =>
    documents.text(person, params.id, query.version),
  )
  serve(getDocumentContent, async ({ person, params, query, c }) => {
    const { rendition, version } = query
    const content = await documents.content(person, params.id, rendition, version)
    if (c.req.method === 'GET') c.env.slot?.sendDocument(person.uid)
    if (rendition !== 'fast' && isDownloadStart(c.req.raw)) {
      const { name } = content
      accessLog.record({
        by: person,
        what: 'paper downloaded',
        subject: params.id,
        after: { name, ...(version === undefined ? {} : { version }) },
      })
    }
    if (query.part === 'opening') return openingResponse(content, documents.read, c.req.raw)
    return contentResponse(content, documents.read, c.req.raw, c.get('request').requestId)
  })
  return documents
}

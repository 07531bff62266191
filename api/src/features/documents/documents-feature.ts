import { createSyncedDocumentsService } from './synced-documents-service.ts'
import { createClosedFoldersService } from './closed-folders-service.ts'
import { createPaperDamageService } from './paper-damage-service.ts'
import type { Serve } from '../../platform/http/serve.ts'
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
import { contentResponse, isDownloadStart } from '../../platform/http/content-response.ts'
import { createDocumentsService } from './documents-service.ts'
import { openingResponse } from './opening-response.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

export { createPaperFiles } from './paper-files.ts'
export { createPictureKeys } from './paper-pictures.ts'
export { createVersions } from './versions/versions-feature.ts'
export type { ClosedFoldersService } from './closed-folders-service.ts'
export type { DocumentsService, ReadableVersion } from './documents-service.ts'
export { claimOriginal, deleteOldClaims, isClaimed } from './original-claims-service.ts'
export { createOutdatedTextsService } from './outdated-texts-service.ts'
export { recordRepair, type PaperDamageService } from './paper-damage-service.ts'
export { storedDocument } from './stored-document.ts'
export { foldersId, storedFolders } from './stored-document.ts'
export {
  changesKey,
  changesPrefix,
  createSyncedDocumentsService,
  documentsToRepair,
  hasOutdatedText,
  isUploaded,
  madeOf,
  needsRepair,
  noteMade,
  ofNoBytes,
  originalKey,
  originalsOfChanges,
  pictureKey,
  pictureWidths,
  putDocument,
  readDocument,
  readRevisedDocument,
  removeDocument,
  renameDocument,
  renditionKey,
  storedDocuments,
  textKey,
  textVersion,
  watchDocuments,
  type Made,
  type SyncedDocument,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'
export { countVersions } from './versions/versions-feature.ts'
export { retainedOriginals } from './versions/version-retention.ts'
export { storedVersion, versionContent, versionId } from './versions/stored-version.ts'
export {
  noteImported,
  noteVersionMade,
  incompleteVersions as unmadeVersions,
  type IncompleteVersion as UnmadeVersion,
} from './versions/incomplete-versions-service.ts'
export { putArrived, withBytesOf } from './versions/version-arrival-service.ts'
export {
  lastWithdrawalAt,
  withdrawalOf,
  storedWithdrawal as withdrawnBytes,
  withdrawalId as withdrawnId,
  withdrawnWithQuotations,
} from './versions/stored-withdrawal.ts'

/** The stored papers, without access checks, for features that store or show papers. */
export function createPapers(parts: AppParts) {
  const documents = createSyncedDocumentsService(parts)
  return {
    documents,
    folders: createClosedFoldersService({ ...parts, documents }),
    damage: createPaperDamageService({ ...parts, documents }),
  }
}

export function createDocuments(
  { store, blobs, accessLog, log }: AppParts,
  needs: ReturnType<typeof createPapers> & { visibility: VisibilityService },
) {
  const documents = createDocumentsService({ ...needs, store, blobs, log })
  return {
    ...documents,
    routes(serve: Serve) {
      serve(listDocuments, ({ person }) => documents.list(person), { cached: true })
      serve(listFolders, ({ person, query }) => documents.folders(person, query.limit))
      serve(listDriveFiles, ({ person, query }) => documents.files(person, query))
      serve(listDriveFolders, ({ person }) => needs.folders.list(person))
      serve(switchDriveFolder, ({ person, body, revision }) =>
        needs.folders.switch(person, body, revision),
      )
      serve(getDocument, ({ person, params }) => documents.get(person, params.id))
      serve(getDocumentText, ({ person, params, query }) =>
        documents.text(person, params.id, query.version),
      )
      serve(getDocumentContent, async ({ person, params, query, signal, c }) => {
        const { rendition, version } = query
        const content = await documents.content(person, params.id, rendition, version)
        if (c.req.method === 'GET') await c.env.slot?.sendDocument(person.uid, signal)
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
    },
  }
}

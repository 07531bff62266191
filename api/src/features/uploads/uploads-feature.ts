import type { Serve } from '../../platform/http/serve.ts'
import {
  answerCorrection,
  cancelUpload,
  completeUpload,
  deleteUpload,
  listCorrections,
  listUploads,
  renameUpload,
  startUpload,
  uploadLimits,
  uploadPart,
} from '@portal/contract/uploads'
import type { AppParts } from '../../platform/app-parts.ts'
import { streamedBody } from '../../platform/http/body.ts'
import { createClosedUploads } from './closed-uploads.ts'
import {
  type CorrectedPapersParts,
  createCorrectedPapersService,
} from './corrected-papers-service.ts'
import { createUploadExpiry } from './upload-expiry.ts'
import { createUploadsService } from './uploads-service.ts'
import type { UploadCompletionParts } from './upload-completion.ts'
import { createUploadedPapersService, type UploadedPapersParts } from './uploaded-papers-service.ts'

export { forgetUploads, uploadsOf } from './stored-upload.ts'

type Parts = Pick<UploadCompletionParts, 'completePapers' | 'arrivals'> &
  Omit<UploadedPapersParts, 'store' | 'now' | 'closed'> &
  Parameters<typeof createClosedUploads>[0] &
  Pick<CorrectedPapersParts, 'documents' | 'mappings' | 'visibility'>

export function createUploads(app: AppParts, parts: Parts) {
  const expiry = createUploadExpiry(app)
  const closed = createClosedUploads(parts)
  const uploads = createUploadsService({ ...app, ...parts, closed })
  const papers = createUploadedPapersService({ ...app, ...parts, closed })
  const { timeZone } = app.settings.foundation
  const corrected = createCorrectedPapersService({ ...app, ...parts, timeZone })
  return {
    expiry,
    jobs: [expiry.job],
    routes(serve: Serve) {
      serve(startUpload, ({ person, params, body }) => uploads.start(person, params.id, body))
      serve(uploadPart, ({ person, params, c }) =>
        uploads.part(person, { ...params, bytes: streamedBody(c, uploadLimits.part) }),
      )
      serve(completeUpload, ({ person, params, body, signal }) =>
        uploads.complete(person, params.id, body.parts, signal),
      )
      serve(cancelUpload, async ({ person, params }) => {
        await uploads.cancel(person, params.id)
        return undefined
      })
      serve(listUploads, ({ person, query }) => papers.list(person, query))
      serve(renameUpload, ({ person, params, body, revision }) =>
        papers.rename(person, params.id, body.name, revision),
      )
      serve(deleteUpload, async ({ person, params, query, revision }) => {
        await papers.delete(person, params.id, { confirmed: query.confirmed === 'true', revision })
        return undefined
      })
      serve(listCorrections, ({ person }) => corrected.list(person))
      serve(answerCorrection, ({ person, params, body, revision }) =>
        corrected.answer(person, params.id, { ...body, revision }),
      )
    },
  }
}

import {
  cancelUpload,
  completeUpload,
  startUpload,
  uploadLimits,
  uploadPart,
} from '@portal/contract/uploads'
import type { AppParts } from '../app-parts.ts'
import { streamedBody } from '../http/body.ts'
import { createUploadExpiry, type UploadExpiry } from './upload-expiry.ts'
import { createUploadsService } from './uploads-service.ts'
import type { KeeperParts } from './paper-keeper.ts'

type Needs = Pick<KeeperParts, 'documents' | 'arrivals' | 'completePapers'>

export function mountUploads(parts: AppParts, needs: Needs): { expiry: UploadExpiry } {
  const { serve } = parts
  const uploads = createUploadsService({ ...parts, ...needs })
  serve.forAdmins(startUpload, ({ person, params, body }) => uploads.start(person, params.id, body))
  serve.forAdmins(uploadPart, ({ person, params, c }) =>
    uploads.part(person, { ...params, bytes: streamedBody(c, uploadLimits.part) }),
  )
  serve.forAdmins(completeUpload, ({ person, params, body }) =>
    uploads.complete(person, params.id, body.parts),
  )
  serve.forAdmins(cancelUpload, async ({ person, params }) => {
    await uploads.cancel(person, params.id)
    return undefined
  })
  return { expiry: createUploadExpiry(parts) }
}

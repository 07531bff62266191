import { endPreview, listPreviews, startPreview } from '@portal/contract/previews'
import type { Serve } from '../../../platform/http/serve.ts'
import type { PreviewsService } from './previews-service.ts'

/** Called by a remote's pipeline with the token of its remote; also open to admins. */
export function previewsRoutes(serve: Serve, previews: PreviewsService): void {
  serve(listPreviews, ({ person, params }) => previews.list(person, params.remote))
  serve(startPreview, ({ person, params, body }) => previews.start(person, params, body))
  serve(endPreview, async ({ person, params }) => {
    await previews.end(person, params)
    return undefined
  })
}

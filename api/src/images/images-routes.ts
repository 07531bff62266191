import { getImage } from '@portal/contract/images'
import type { Serve } from '../http/serve.ts'
import type { ImagesService } from './images-service.ts'

export function imagesRoutes(serve: Serve, images: ImagesService): void {
  serve(getImage, async ({ params, c }) => {
    const etag = `"${params.hash}"`
    const headers = { etag, 'cache-control': 'private, max-age=31536000, immutable' }
    const { bytes, type, size } = await images.get(params.hash)
    const unread = async (response: Response) => {
      await bytes.cancel()
      return response
    }
    if (c.req.header('if-none-match') === etag) {
      return unread(new Response(null, { status: 304, headers }))
    }
    const described = { ...headers, 'content-type': type, 'content-length': String(size) }
    if (c.req.method === 'HEAD') return unread(new Response(null, { headers: described }))
    return new Response(bytes, { headers: { ...described, 'x-content-type-options': 'nosniff' } })
  })
}

import type { Serve } from '../../platform/http/serve.ts'
import { getImage } from '@portal/contract/images'
import type { AppParts } from '../../platform/app-parts.ts'
import { isUnchanged } from '../../platform/http/conditional.ts'
import { createImagesService, type ImagesElsewhere } from './images-service.ts'

export type { ImagesElsewhere, ImagesService } from './images-service.ts'

export function createImages({ blobs }: AppParts, elsewhere: ImagesElsewhere) {
  const images = createImagesService({ blobs, elsewhere })
  return {
    ...images,
    routes(serve: Serve) {
      serve(getImage, async ({ person, params, c }) => {
        const etag = `"${params.hash}"`
        const headers = { etag, 'cache-control': 'private, max-age=31536000, immutable' }
        const { type, size, read } = await images.get(elsewhere.readerOf(person), params.hash)
        if (isUnchanged(c.req.header('if-none-match'), etag)) {
          return new Response(null, { status: 304, headers })
        }
        const described = { ...headers, 'content-type': type, 'content-length': String(size) }
        return new Response(c.req.method === 'HEAD' ? null : await read(), { headers: described })
      })
    },
  }
}

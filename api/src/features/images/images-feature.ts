import type { Serve } from '../../platform/http/serve.ts'
import { getImage } from '@portal/contract/images'
import type { AppParts } from '../../platform/app-parts.ts'
import { isUnchanged } from '../../platform/http/conditional.ts'
import { createImagesService, type ImagesElsewhere } from './images-service.ts'

export type { ImagesElsewhere, ImagesService } from './images-service.ts'

/** A picture of a paper may be closed to its reader at any time. */
const revalidated = 'private, no-cache'

export function createImages({ blobs }: AppParts, elsewhere: ImagesElsewhere) {
  const images = createImagesService({ blobs, elsewhere })
  return {
    ...images,
    routes(serve: Serve) {
      serve(getImage, async ({ person, params, c }) => {
        const etag = `"${params.hash}"`
        const { type, size, read, canBeClosed } = await images.get(
          elsewhere.readerOf(person),
          params.hash,
        )
        const headers = {
          etag,
          'cache-control': canBeClosed ? revalidated : 'private, max-age=31536000, immutable',
        }
        if (isUnchanged(c.req.header('if-none-match'), etag)) {
          return new Response(null, { status: 304, headers })
        }
        const described = { ...headers, 'content-type': type, 'content-length': String(size) }
        return new Response(c.req.method === 'HEAD' ? null : await read(), { headers: described })
      })
    },
  }
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pathOf } from '@portal/domain/path-of'

/** The bytes of a card image, a photo or a first page. An address always returns the same image, so it can be cached permanently. */
export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/{hash}',
  callers: 'members',
  summary: 'An uploaded image, or the picture of a paper’s first page: PNG, JPEG, WebP or GIF.',
  params: z.object({ hash: z.string().check(z.minLength(1), z.maxLength(100)) }),
  bytes: { type: 'image/*' },
})

/** The address of an image, by the SHA-256 of its bytes in hex. */
export function imageAddress(hash: string): string {
  return pathOf(getImage.path, { hash })
}

/** The hash in an image's address; undefined for any other address. */
export function imageHash(address: string): string | undefined {
  return /^\/api\/images\/([0-9a-f]{64})$/.exec(address)?.[1]
}

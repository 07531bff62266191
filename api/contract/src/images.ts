import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The bytes of a card image or a photo. An address never changes what it shows, so it may be kept for ever. */
export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/{hash}',
  summary: 'An image that was uploaded: PNG, JPEG, WebP or GIF.',
  params: z.object({ hash: z.string().check(z.minLength(1), z.maxLength(100)) }),
  bytes: { type: 'image/*' },
})

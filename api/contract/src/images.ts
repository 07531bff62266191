import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The bytes of a card image or a photo. An address always returns the same image, so it can be cached permanently. */
export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/{hash}',
  summary: 'An uploaded image: PNG, JPEG, WebP or GIF.',
  params: z.object({ hash: z.string().check(z.minLength(1), z.maxLength(100)) }),
  bytes: { type: 'image/*' },
})

import { createHash } from 'node:crypto'
import type { Endpoint, Reply } from '@portal/contract/endpoint'
import * as z from 'zod/mini'
import { brotli } from './conditional.ts'

/** A reply as it is sent: validated, serialized and tagged. */
export type Prepared = {
  body: Buffer<ArrayBuffer>
  etag: string
  /** The body in Brotli, compressed on first use. */
  compressed: () => Buffer<ArrayBuffer>
}

/** Strips the reply to the endpoint's schema and serializes it. */
export function prepare<E extends Endpoint>(endpoint: E, reply: Reply<E>): Prepared {
  const stripped = endpoint.reply ? z.parse(endpoint.reply, reply) : reply
  const body = Buffer.from(JSON.stringify(stripped))
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  let compressed: Buffer<ArrayBuffer> | undefined
  return {
    body,
    // Weak, because the compressed body has the same tag.
    etag: `W/"${tag}"`,
    compressed: () => (compressed ??= brotli(body)),
  }
}

/** Prepares each reply object once. For services that return the same object until its content changes. */
export function prepareOnce<E extends Endpoint>(
  endpoint: E,
): (reply: Reply<E> & object) => Prepared {
  const known = new WeakMap<object, Prepared>()
  return (reply) => {
    const found = known.get(reply)
    if (found) return found
    const prepared = prepare(endpoint, reply)
    known.set(reply, prepared)
    return prepared
  }
}

import { createHash } from 'node:crypto'
import type { Endpoint, Reply } from '@portal/contract/endpoint'
import { brotli } from './conditional.ts'
import { jsonInPieces } from './json-in-pieces.ts'

/** A reply as it is sent: validated, serialized and tagged. */
export type Prepared = {
  body: Buffer<ArrayBuffer>
  etag: string
  /** The body in Brotli, compressed on first use. */
  compressed: () => Promise<Buffer<ArrayBuffer>>
}

type Options = {
  /** More isn't sent; refuses with `tooLarge`. */
  mostBytes: number
  /** The reply has exactly the fields of its schema, and was validated when it was stored. */
  isStripped?: boolean | undefined
}

/** Strips the reply to the endpoint's schema and serializes it, without blocking other requests. */
export async function prepare<E extends Endpoint>(
  endpoint: E,
  reply: Reply<E>,
  options: Options,
): Promise<Prepared> {
  const body = Buffer.from(await jsonInPieces(endpoint.reply, reply, options))
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  let compressed: Promise<Buffer<ArrayBuffer>> | undefined
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
  options: Options,
): (reply: Reply<E> & object) => Promise<Prepared> {
  const known = new WeakMap<object, Promise<Prepared>>()
  return (reply) => {
    const found = known.get(reply)
    if (found) return found
    const prepared = prepare(endpoint, reply, options)
    known.set(reply, prepared)
    prepared.catch(() => known.delete(reply))
    return prepared
  }
}

import { createHash } from 'node:crypto'
import type { Endpoint, Reply } from '@portal/contract/endpoint'
import * as z from 'zod/mini'
import { brotli } from './conditional.ts'

/** A reply that was judged, written and tagged once, and is sent as it is until what it shows changes. */
export type Prepared = {
  readonly prepared: true
  body: Buffer
  etag: string
  /** The body in Brotli, made when first asked for. */
  compressed: () => Buffer
}

/** Strips the reply to the endpoint's schema and keeps its bytes. */
export function prepare<E extends Endpoint>(endpoint: E, reply: Reply<E>): Prepared {
  const stripped = endpoint.reply ? z.parse(endpoint.reply, reply) : reply
  const body = Buffer.from(JSON.stringify(stripped))
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  let compressed: Buffer | undefined
  return {
    prepared: true,
    body,
    // Weak, as the compressed body goes under the same tag.
    etag: `W/"${tag}"`,
    compressed: () => (compressed ??= brotli(body)),
  }
}

/**
 * Replies by key (an audience, a person), each remade only when `version` has changed.
 * `version` is cheap and rises with every change: a hot collection's `version()`, several of them added.
 */
export function keepPrepared<E extends Endpoint, K extends string>(
  endpoint: E,
  version: () => number,
  make: (key: K) => Reply<E>,
): (key: K) => Prepared {
  const kept = new Map<K, Prepared>()
  let keptVersion: number | undefined
  return (key) => {
    const current = version()
    if (current !== keptVersion) {
      kept.clear()
      keptVersion = current
    }
    let found = kept.get(key)
    if (!found) {
      found = prepare(endpoint, make(key))
      kept.set(key, found)
    }
    return found
  }
}

export function isPrepared(reply: unknown): reply is Prepared {
  return typeof reply === 'object' && reply !== null && 'prepared' in reply && 'etag' in reply
}

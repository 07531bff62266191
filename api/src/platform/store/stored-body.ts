import { isDeepStrictEqual } from 'node:util'
import type { Stored, DocumentMetadata } from './document-store.ts'
import { Refusal } from '../../refusal.ts'

type Body = Record<string, unknown>

/** A stored document's body, without its metadata. */
export function bodyOf({ id: _id, revision: _rev, updatedAt: _at, ...body }: Stored<Body>): Body {
  return body
}

/** Whether two bodies are stored identically, regardless of field order. */
export function isSameBody(a: Body, b: Body): boolean {
  return isDeepStrictEqual(asStored(a), asStored(b))
}

/** The body as the store returns it: undefined fields are dropped and -0 becomes 0. */
function asStored(body: Body): unknown {
  return JSON.parse(JSON.stringify(body))
}

export const staleMessage = 'Someone else has changed this in the meantime.'

/**
 * Refuses a save based on a revision other than the stored one. `shown` selects what the refusal reveals of the
 * stored document; undefined reveals nothing. `currentBy` is who has saved it, if the refusal names them.
 */
export function refuseStale<T extends DocumentMetadata>(
  current: T | undefined,
  revision: number | 'new',
  shown: (current: T) => unknown,
  currentBy?: string,
): void {
  if ((current?.revision ?? 'new') === revision) return
  throw new Refusal('stale', staleMessage, {
    ...(current && { current: shown(current) }),
    ...(currentBy !== undefined && { currentBy }),
  })
}

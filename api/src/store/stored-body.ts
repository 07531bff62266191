import { isDeepStrictEqual } from 'node:util'
import type { Stored } from './document-store.ts'

type Body = Record<string, unknown>

/** What was stored, without what the store keeps beside it. */
export function bodyOf({ id: _id, revision: _rev, updatedAt: _at, ...body }: Stored<Body>): Body {
  return body
}

/** Equal in everything that is stored, whatever the order of the fields. */
export function isSameBody(a: Body, b: Body): boolean {
  return isDeepStrictEqual(asStored(a), asStored(b))
}

/** As it comes back from the store: what is undefined is gone, and -0 is 0. */
function asStored(body: Body): unknown {
  return JSON.parse(JSON.stringify(body))
}

import { isDeepStrictEqual } from 'node:util'
import type { Stored } from './document-store.ts'

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

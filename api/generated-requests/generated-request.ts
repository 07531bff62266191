import type { DrawnFile } from './json-schema-arbitrary.ts'

/** A `server` holds the admin key and no token. */
export type Who = 'nobody' | 'member' | 'admin' | 'server'

export type GeneratedRequest = {
  /** The endpoint it was made for, whatever has become of its method and path: `GET /api/directory`. */
  endpoint: string
  /** `valid` is right but for refinements; `damaged` has one thing wrong; `hostile` may have anything wrong. */
  kind: 'valid' | 'damaged' | 'hostile'
  who: Who
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | { form: [string, string | DrawnFile][] }
  /** The revision is to be that of the newest answer at this path. */
  current?: true
}

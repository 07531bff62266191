import type { DrawnFile } from './json-schema-arbitrary.ts'

/** `server` sends the admin key and no token, `runner` the gate runner's key. */
export type Who = 'nobody' | 'member' | 'admin' | 'server' | 'runner'

export type GeneratedRequest = {
  /** The endpoint the request was generated for, even if its method or path were changed: `GET /api/directory`. */
  endpoint: string
  /** `valid` matches the schema but may break a refinement, `damaged` has one error, `hostile` any number. */
  kind: 'valid' | 'damaged' | 'hostile'
  who: Who
  method: string
  /** Includes the query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | { form: [string, string | DrawnFile][] }
  /** Send the revision of the latest response at this path. */
  current?: true
}

import type { Context } from 'hono'

type NodeEnv =
  | { incoming?: { headers?: Record<string, string | string[] | undefined> } }
  | undefined

/** A header by its lower-case name: from Node's own record where there is one, which costs a tenth of a lookup. */
export function requestHeader(c: Context, name: string): string | undefined {
  const known = (c.env as NodeEnv)?.incoming?.headers
  if (!known) return c.req.header(name)
  const value = known[name]
  return typeof value === 'string' ? value : undefined
}

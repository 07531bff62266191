import { hash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AdminKeyHolder } from '../access.ts'
import { Refusal } from '../refusal.ts'
import type { Log } from '../log.ts'
import type { AppEnv } from './request-context.ts'
import { createWrongSecrets } from './wrong-secrets.ts'

const adminKeyHeader = 'x-admin-key'

type Options = {
  /** Without one, no key is accepted. */
  key: string | undefined
  trustedProxies: number
  now: () => Date
  log: Log
}

/**
 * The sender of the static admin key; undefined if none is sent. For servers only: a browser would
 * expose it.
 */
export type AdminKey = (c: Context<AppEnv>) => AdminKeyHolder | undefined

export function createAdminKey({ key, trustedProxies, now, log }: Options): AdminKey {
  const right = key === undefined ? undefined : digest(key)
  const told = 'a wrong admin key was sent'
  const noteWrong = createWrongSecrets({ told, trustedProxies, now, log })
  return (c) => {
    const sent = c.req.header(adminKeyHeader)
    if (sent === undefined) return undefined
    if (isBrowser(c)) {
      throw new Refusal('forbidden', 'The admin key is for servers only: sign in instead.')
    }
    if (right !== undefined && timingSafeEqual(digest(sent), right)) return { key: 'admin' }
    noteWrong(c)
    throw new Refusal('unauthenticated', 'The admin key is wrong.')
  }
}

/** Digests have equal length, which the comparison requires, and don't reveal the key's. */
function digest(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** Every browser sends more of its fetch metadata than the mode, which is all that Node's `fetch` sends. */
function isBrowser(c: Context<AppEnv>): boolean {
  return Object.keys(c.req.header()).some(
    (name) =>
      name === 'origin' ||
      name === 'cookie' ||
      (name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode'),
  )
}

import { hash, timingSafeEqual } from 'node:crypto'
import { releaseTokenPrefix } from '@portal/contract/release-tokens'
import type { Context } from 'hono'
import type { ReleaseTokenHolder } from '../access.ts'
import { Refusal } from '../refusal.ts'
import { addressOf, rateLimit } from './limits.ts'
import { requestHeader } from './request-header.ts'
import type { AppEnv } from './visit.ts'

/** Wrong tokens from one address; a right one is let in all the same. */
const mostWrong = { most: 10, perSeconds: 60 }

type Known = {
  id: string
  name: string
  remote: string
  digest: string
  revokedAt?: string | undefined
}

type Options = {
  find: (id: string) => Known | undefined
  trustedProxies: number
  now: () => Date
}

/** Who sends a release token; undefined where the bearer token is none, and an ID token perhaps. */
export type ReleaseTokenEntrance = (c: Context<AppEnv>) => ReleaseTokenHolder | undefined

export function createReleaseTokenEntrance({
  find,
  trustedProxies,
  now,
}: Options): ReleaseTokenEntrance {
  const limit = rateLimit({ ...mostWrong, now })
  return (c) => {
    const sent = requestHeader(c, 'authorization')
    if (!sent?.startsWith(`Bearer ${releaseTokenPrefix}`)) return undefined
    const secret = sent.slice('Bearer '.length)
    const known = find(secret.slice(releaseTokenPrefix.length).split('_')[0]!)
    if (known && isSecretOf(known, secret)) {
      if (known.revokedAt !== undefined) {
        throw new Refusal('unauthenticated', 'This release token was revoked.')
      }
      return { releaseToken: { id: known.id, name: known.name, remote: known.remote } }
    }
    limit(addressOf(c, trustedProxies))
    throw new Refusal('unauthenticated', 'The release token is not the right one.')
  }
}

/** Digests are of one length, which the comparison needs, and tell nothing of the secret's. */
function isSecretOf({ digest }: Known, secret: string): boolean {
  const kept = Buffer.from(digest, 'base64')
  const given = hash('sha256', secret, 'buffer')
  return kept.length === given.length && timingSafeEqual(kept, given)
}

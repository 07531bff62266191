import { hash, timingSafeEqual } from 'node:crypto'
import { releaseTokenPrefix } from '@portal/contract/release-tokens'
import type { Context } from 'hono'
import type { ReleaseTokenHolder } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import type { AppEnv } from './request-context.ts'
import { createWrongSecrets } from './wrong-secrets.ts'

type Known = {
  id: string
  name: string
  remote: string
  digest: string
  isRevoked: boolean
  hasExpired: boolean
}

/** The stored token of an id, revoked or expired ones included. */
export type FindReleaseToken = (id: string) => Promise<Known | undefined>

type Parts = {
  find: FindReleaseToken
  trustedProxies: number
  now: () => Date
  log: Log
}

/**
 * The sender of a release token; undefined if the bearer token isn't one, and perhaps an ID token.
 */
export type ReleaseTokenReader = (c: Context<AppEnv>) => Promise<ReleaseTokenHolder | undefined>

export function createReleaseTokenReader({
  find,
  trustedProxies,
  now,
  log,
}: Parts): ReleaseTokenReader {
  const message = 'a wrong release token was sent'
  const noteWrong = createWrongSecrets({ message, trustedProxies, now, log })
  return async (c) => {
    const sent = c.req.header('authorization')
    if (!sent?.startsWith(`Bearer ${releaseTokenPrefix}`)) return undefined
    const secret = sent.slice('Bearer '.length)
    const known = await find(secret.slice(releaseTokenPrefix.length).split('_')[0]!)
    if (known && isSecretOf(known, secret)) {
      if (known.isRevoked) {
        noteWrong(c)
        throw new Refusal('unauthenticated', 'This release token was revoked.')
      }
      if (known.hasExpired) throw new Refusal('unauthenticated', 'This release token has expired.')
      return { releaseToken: { id: known.id, name: known.name, remote: known.remote } }
    }
    noteWrong(c)
    throw new Refusal('unauthenticated', 'The release token is invalid.')
  }
}

/** Digests have equal length, which the comparison requires, and don't reveal the secret's. */
function isSecretOf({ digest }: Known, secret: string): boolean {
  const stored = Buffer.from(digest, 'base64')
  const given = hash('sha256', secret, 'buffer')
  return stored.length === given.length && timingSafeEqual(stored, given)
}

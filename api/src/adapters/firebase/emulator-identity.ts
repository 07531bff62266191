import type { Identity } from '../../platform/identity/identity.ts'
import { claimsOf, invalidToken } from './token-claims.ts'

type Options = { projectId: string; now?: () => Date }

/** Verifies the Auth emulator's unsigned tokens; for the embedded set only. */
export function emulatorIdentity({ projectId, now = () => new Date() }: Options): Identity {
  return {
    async verify(idToken, signal) {
      signal?.throwIfAborted()
      // Node's decoder ignores invalid base64 characters, but the token is stored verbatim in a cookie.
      const [, head, payload] = /^([\w-]+)\.([\w-]+)\.$/.exec(idToken) ?? []
      if (head === undefined || payload === undefined) throw invalidToken()
      const header = decoded(head)
      if (typeof header !== 'object' || header === null || !('alg' in header)) throw invalidToken()
      if (header.alg !== 'none') throw invalidToken()
      return claimsOf(decoded(payload), projectId, now())
    },
  }
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch (cause) {
    throw invalidToken(cause)
  }
}

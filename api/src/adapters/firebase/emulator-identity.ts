import type { Identity } from '../../identity/identity.ts'
import { claimsOf, notOurs } from './token-claims.ts'

type Options = { projectId: string; now?: () => Date }

/** The Auth emulator's tokens, which nobody signs: for the embedded set only. */
export function emulatorIdentity({ projectId, now = () => new Date() }: Options): Identity {
  return {
    async verify(idToken) {
      const parts = idToken.split('.')
      if (parts.length !== 3 || parts[2] !== '') throw notOurs()
      const header = decoded(parts[0]!)
      if (typeof header !== 'object' || header === null || !('alg' in header)) throw notOurs()
      if (header.alg !== 'none') throw notOurs()
      return claimsOf(decoded(parts[1]!), projectId, now())
    },
  }
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch (cause) {
    throw notOurs(cause)
  }
}

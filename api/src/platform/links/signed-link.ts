import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type SignedLinks = {
  /** A token for a link, which is valid for one purpose and subject until `expires`. */
  sign: (link: SignedLink) => string
  /** The subject of a token; undefined if it is for another purpose, altered or expired. */
  read: (purpose: string, token: string) => string | undefined
}

type SignedLink = {
  /** What the link does, in kebab-case: a token for one purpose is no token for another. */
  purpose: string
  /** What it concerns, such as a person and a meeting. Anyone who has the token can read it. */
  subject: string
  expires: Date
}

type Parts = {
  /** The key that signs, and those before it, which are accepted as well. */
  keys: () => readonly string[]
  now: () => Date
}

/** Links that act for a person without a sign-in, in a mail or a calendar feed. A token is `payload.signature`. */
export function createSignedLinks({ keys, now }: Parts): SignedLinks {
  return {
    sign({ purpose, subject, expires }) {
      const payload = encoded(JSON.stringify([Math.ceil(expires.getTime() / 1000), subject]))
      return `${payload}.${signature(keys()[0]!, purpose, payload)}`
    },
    read(purpose, token) {
      const [payload, sent, ...rest] = token.split('.')
      if (payload === undefined || sent === undefined || rest.length > 0) return undefined
      // Compares with every key, whichever is right.
      const isSigned = keys().map((key) => isSame(sent, signature(key, purpose, payload)))
      if (!isSigned.includes(true)) return undefined
      const [expires, subject] = JSON.parse(decoded(payload)) as [number, string]
      return expires * 1000 > now().getTime() ? subject : undefined
    },
  }
}

function signature(key: string, purpose: string, payload: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${payload}`).digest('base64url')
}

/** Digests have the same length, so that the comparison takes constant time. */
function isSame(sent: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', right, 'buffer'))
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}

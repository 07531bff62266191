import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import { type JSONWebKeySet, SignJWT } from 'jose'
import { publicUrlOf, type Settings } from '../../../platform/env/env.ts'

/** What a backend is told with a request, and nothing else: who is asking whom for what. */
type Statement = {
  person: Pick<Person, 'uid' | 'isAdmin' | 'viewsAs'>
  remote: string
  method: string
  url: URL
  /** The request's id, by which the portal logs it. */
  requestId: string
}

export type Statements = {
  /** A signed JWT that is valid for this request, for a minute. */
  sign: (statement: Statement) => Promise<string>
  /** The public keys with which backends verify it. */
  keys: JSONWebKeySet
}

type Parts = {
  key: string
  /** Its public half is published too. */
  previousKey: string | undefined
  /** Where people open the portal. */
  publicUrl: string
  now: () => Date
}

/**
 * With the key in the settings. One process can do without: its own key lasts until it ends, and backends read the next
 * one when they see it. Several instances would each have another key, so without a setting there are no statements.
 */
export function createPortalStatements({
  settings,
  now,
}: {
  settings: Settings
  now: () => Date
}): Statements | undefined {
  const { backendKey, previousKeys, store } = settings
  const own = store.kind === 'sqlite' ? randomBytes(32).toString('hex') : undefined
  const key = backendKey ?? own
  if (key === undefined) return undefined
  const publicUrl = publicUrlOf(settings)
  return createStatements({ key, previousKey: previousKeys.backendKey, publicUrl, now })
}

/** In seconds. */
const validity = 60

export function createStatements({ key, previousKey, publicUrl, now }: Parts): Statements {
  const own = keyPairOf(key)
  const others = previousKey === undefined ? [] : [keyPairOf(previousKey)]
  const issuer = new URL(publicUrl).origin
  return {
    keys: { keys: [own, ...others].map(({ published }) => published) },
    sign({ person, remote, method, url, requestId }) {
      const seconds = Math.floor(now().getTime() / 1000)
      const claims = {
        remote,
        role: person.isAdmin ? 'admin' : 'member',
        // An admin who looks at the portal as a member has a member's rights, and only reads.
        ...(person.viewsAs === undefined ? {} : { viewsAs: person.viewsAs }),
        htm: method,
        htu: `${url.origin}${url.pathname}`,
      }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: own.published.kid })
        .setIssuer(issuer)
        .setAudience(url.origin)
        .setSubject(person.uid)
        .setJti(requestId)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + validity)
        .sign(own.privateKey)
    },
  }
}

/** What precedes the 32 bytes of an Ed25519 key in its PKCS #8 form (RFC 8410). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A setting is a text that an operator generates like every other key; the pair is derived from it. */
function keyPairOf(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'portal: statements for backends', 32))
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([keyPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = createHash('sha256').update(x!).digest('base64url').slice(0, 16)
  return { privateKey, published: { kty: kty!, crv: crv!, x: x!, kid, alg: 'EdDSA', use: 'sig' } }
}

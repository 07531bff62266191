import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { jwk: JWK }

async function newKey(kid: string): Promise<Key> {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { ...pair, jwk }
}

/** Made once: it takes longer than a test. */
const firstKeys = Promise.all([newKey('first'), newKey('first')])

/** Valid JSON as long as it isn't read to its end: 200 MB of spaces, or 64 KB that unpack to 64 MB of them. */
async function flood(response: ServerResponse, kind: 'long' | 'compressed'): Promise<number> {
  response.setHeader('content-type', 'application/json')
  const chunk = Buffer.alloc(64 * 1024, ' ')
  if (kind === 'compressed') {
    const body = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    response.setHeader('content-encoding', 'gzip').end(body)
    return body.length
  }
  let sent = 0
  function* chunks() {
    while (sent < 200 * 1024 * 1024) {
      sent += chunk.length
      yield chunk
    }
  }
  // Ends early when the portal closes the connection.
  await pipeline(chunks, response).catch(() => undefined)
  return sent
}

const json = (response: ServerResponse, body: unknown) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** A CI provider on this machine that signs tokens for its jobs, as GitHub Actions does. */
export async function startIssuer() {
  const [first, strangers] = await firstKeys
  let key = first
  const world = {
    /** Additional fields of the discovery document. */
    configuration: {} as Record<string, unknown>,
    isHanging: false,
    isDown: false,
    /** The path that responds with an almost endless body. */
    floods: undefined as { path: string; kind: 'long' | 'compressed' } | undefined,
    /** Bytes of that body that were written before the portal closed the connection. */
    flooded: 0,
    /** Requests by path. */
    requests: [] as string[],
  }
  const server = createServer((request, response) => {
    world.requests.push(request.url ?? '')
    if (world.isHanging) return
    if (world.isDown) return void response.writeHead(500).end()
    if (world.floods && request.url === world.floods.path) {
      return void flood(response, world.floods.kind).then((sent) => (world.flooded = sent))
    }
    if (request.url === '/keys') return json(response, { keys: [key.jwk] })
    json(response, { issuer: url, jwks_uri: `${url}/keys`, ...world.configuration })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let tokens = 0

  const claimsAt = (now: Date, other: Record<string, unknown> = {}) => {
    const seconds = Math.floor(now.getTime() / 1000)
    return {
      iss: url,
      aud: 'https://portal.example.org',
      sub: 'repo:larkspur/mf-meetings:ref:refs/heads/main',
      jti: `job-${(tokens += 1)}`,
      iat: seconds,
      nbf: seconds,
      exp: seconds + 300,
      repository: 'larkspur/mf-meetings',
      repository_id: '4711',
      ref: 'refs/heads/main',
      event_name: 'push',
      sha: '0123456789abcdef0123456789abcdef01234567',
      run_id: '99',
      workflow_ref: 'larkspur/mf-meetings/.github/workflows/release.yml@refs/heads/main',
      ...other,
    }
  }
  type Claims = ReturnType<typeof claimsAt>
  const sign = (claims: Claims, by = key, header = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: String(by.jwk.kid), typ: 'JWT', ...header })
      .sign(by.privateKey)

  return {
    url,
    world,
    claimsAt,
    sign,
    /** Signs with today's key, even after it is no longer published. */
    signer: () => {
      const today = key
      return (claims: Claims) => sign(claims, today)
    },
    signByAnother: (claims: Claims) => sign(claims, strangers),
    unsigned: (claims: Claims) => new UnsecuredJWT(claims).encode(),
    /** Signed by HS256 with the issuer's public key as the secret. */
    confused: async (claims: Claims) => {
      const secret = new TextEncoder().encode(await exportSPKI(key.publicKey))
      const header = { alg: 'HS256', kid: String(key.jwk.kid), typ: 'JWT' }
      return new SignJWT(claims).setProtectedHeader(header).sign(secret)
    },
    /** From now on another key signs, and the first one is no longer published. */
    rotate: async (kid: string) => {
      key = await newKey(kid)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

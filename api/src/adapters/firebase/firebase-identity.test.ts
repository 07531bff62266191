import type { webcrypto } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWTVerifyGetKey,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { emulatorIdentity } from './emulator-identity.ts'
import { firebaseIdentity } from './firebase-identity.ts'

const projectId = 'larkspur-portal'
const now = new Date('2026-11-20T12:00:00Z')
const seconds = now.getTime() / 1000

const good = {
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  sub: 'uid-1',
  iat: seconds - 60,
  exp: seconds + 3540,
  auth_time: seconds - 60,
  email: 'ruth.abelman@larkspur.example',
  email_verified: true,
  name: 'Ruth Abelman',
  firebase: { sign_in_provider: 'google.com' },
}

/** Payloads that both adapters refuse, even with a valid signature. */
const badPayloads: [string, Record<string, unknown>][] = [
  ['another audience', { aud: 'another-project' }],
  ['several audiences', { aud: [projectId, 'another-project'] }],
  ['another issuer', { iss: 'https://securetoken.google.com/another-project' }],
  ['an issuer that only looks alike', { iss: `https://securetoken.google.com.evil/${projectId}` }],
  ['an expiry that is over', { exp: seconds - 6 }],
  ['no expiry', { exp: undefined }],
  ['an expiry that is no number', { exp: 'never' }],
  ['an issue in the future', { iat: seconds + 60 }],
  ['a sign-in in the future', { auth_time: seconds + 60 }],
  ['no sign-in time', { auth_time: undefined }],
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['a subject that is too long', { sub: 'x'.repeat(129) }],
  ['no provider', { firebase: undefined }],
]
const refused = { name: 'Refusal', code: 'unauthenticated' }

describe('Firebase tokens', () => {
  let keys: JWTVerifyGetKey
  let ours: webcrypto.CryptoKey
  let stranger: webcrypto.CryptoKey
  beforeAll(async () => {
    const [pair, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
    ours = pair.privateKey
    stranger = other.privateKey
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
    keys = createLocalJWKSet({ keys: [jwk] })
  })
  const signed = (
    payload: Record<string, unknown>,
    key: webcrypto.CryptoKey | Uint8Array = ours,
    header = {},
  ) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)
  const verify = (token: string, source = keys) =>
    firebaseIdentity({ projectId, now: () => now, keys: source }).verify(token)

  it('reads who signed in, how, and until when', async () => {
    expect(await verify(await signed(good))).toEqual({
      uid: 'uid-1',
      email: 'ruth.abelman@larkspur.example',
      emailVerified: true,
      displayName: 'Ruth Abelman',
      provider: 'google.com',
      createdByAdmin: false,
      hasSecondFactor: false,
      signedInAt: seconds - 60,
      expiresAt: seconds + 3540,
    })
  })

  it('makes someone a member only if the createdByAdmin claim is true', async () => {
    expect(await verify(await signed({ ...good, createdByAdmin: true }))).toMatchObject({
      createdByAdmin: true,
    })
    expect(await verify(await signed({ ...good, createdByAdmin: 'true' }))).toMatchObject({
      createdByAdmin: false,
    })
  })

  it('shows whether a second factor was used', async () => {
    const firebase = { sign_in_provider: 'password', sign_in_second_factor: 'totp' }
    expect(await verify(await signed({ ...good, firebase }))).toMatchObject({
      hasSecondFactor: true,
    })
  })

  it('tolerates a clock difference of a few seconds', async () => {
    await verify(await signed({ ...good, exp: seconds - 3 }))
    await verify(await signed({ ...good, iat: seconds + 3, auth_time: seconds + 3 }))
  })

  it.each(badPayloads)('refuses a token with %s', async (_, change) => {
    const token = await signed({ ...good, ...change })
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  it('refuses tokens without a signature', async () => {
    const token = new UnsecuredJWT(good).encode()
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  it('refuses tokens signed with a shared secret', async () => {
    const token = await signed(good, new TextEncoder().encode('x'.repeat(64)), { alg: 'HS256' })
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  it('refuses tokens signed with another key', async () => {
    await expect(verify(await signed(good, stranger))).rejects.toMatchObject(refused)
  })

  it('refuses tokens whose key is unknown', async () => {
    const token = await signed(good, ours, { kid: 'two' })
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  it('refuses tokens after a byte was changed', async () => {
    const [header, payload, signature] = (await signed(good)).split('.')
    const changed = Buffer.from(payload!, 'base64url').toString().replace('ruth', 'evil')
    const forged = `${header}.${Buffer.from(changed).toString('base64url')}.${signature}`
    await expect(verify(forged)).rejects.toMatchObject(refused)
  })

  it.each(['', 'x', 'a.b', 'a.b.c', '...', '{}.{}.', 'é.é.é'])(
    'refuses %j as a token',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject(refused)
    },
  )

  it('refuses tokens with unavailable when Google’s keys can’t be fetched', async () => {
    const unreachable: JWTVerifyGetKey = () => Promise.reject(new TypeError('fetch failed'))
    await expect(verify(await signed(good), unreachable)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})

describe('Google’s keys', () => {
  const hour = 3_600_000

  it('are used for six hours while Google answers with errors, and fetched again afterwards', async () => {
    const pairs = await Promise.all(['one', 'two'].map(() => generateKeyPair('RS256')))
    const jwks = await Promise.all(
      pairs.map(async ({ publicKey }, n) => ({ ...(await exportJWK(publicKey)), kid: `${n}` })),
    )
    let answer: { status: number; keys: unknown } = { status: 200, keys: jwks.slice(0, 1) }
    const google = createServer((_, response) => {
      response.writeHead(answer.status).end(JSON.stringify({ keys: answer.keys }))
    }).listen(0, '127.0.0.1')
    await once(google, 'listening')
    onTestFinished(() => void google.close())
    const keysUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const identity = firebaseIdentity({ projectId, now: () => now, keysUrl })
    const verify = async (n: number) => {
      const header = { alg: 'RS256', kid: `${n}` }
      const token = await new SignJWT(good).setProtectedHeader(header).sign(pairs[n]!.privateKey)
      return (await identity.verify(token)).email
    }
    expect(await verify(0)).toBe(good.email)
    for (const status of [500, 429, 403, 500]) {
      answer = { status, keys: [] }
      vi.advanceTimersByTime(hour)
      expect(await verify(0)).toBe(good.email)
      await expect(verify(1)).rejects.toMatchObject({ code: 'unavailable' })
    }
    answer = { status: 200, keys: 'none' }
    expect(await verify(0)).toBe(good.email)
    vi.advanceTimersByTime(2.1 * hour)
    await expect(verify(0)).rejects.toMatchObject({ code: 'unavailable' })
    answer = { status: 200, keys: jwks.slice(1) }
    expect(await verify(1)).toBe(good.email)
    await expect(verify(0)).rejects.toMatchObject(refused)
  })
})

describe('emulator tokens', () => {
  const verify = (token: string) => emulatorIdentity({ projectId, now: () => now }).verify(token)

  it('reads who signed in from an emulator token', async () => {
    const token = new UnsecuredJWT(good).encode()
    expect(await verify(token)).toMatchObject({ uid: 'uid-1', provider: 'google.com' })
  })

  it.each(badPayloads)('refuses an emulator token with %s', async (_, change) => {
    const token = new UnsecuredJWT({ ...good, ...change }).encode()
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  it.each(['', 'x', 'a.b.', 'bnVsbA.bnVsbA.', 'a.b.c'])(
    'refuses %j as an emulator token',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject(refused)
    },
  )

  it('refuses tokens with invalid characters that the decoder ignores', async () => {
    const [header, payload] = new UnsecuredJWT(good).encode().split('.')
    for (const odd of [`${header}.${payload}; Path=/.`, `${header} .${payload}.`]) {
      await expect(verify(odd)).rejects.toMatchObject(refused)
    }
  })

  it('refuses tokens that have a signature', async () => {
    await expect(verify(`${new UnsecuredJWT(good).encode()}x`)).rejects.toMatchObject(refused)
  })
})

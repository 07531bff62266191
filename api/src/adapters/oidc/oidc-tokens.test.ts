import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startIssuer } from './issuer-fixture.ts'
import { oidcTokens } from './oidc-tokens.ts'

let issuer: Awaited<ReturnType<typeof startIssuer>>
let time: number
const now = () => new Date(time)
const open = () => oidcTokens({ production: false, now, timeout: 300 })
beforeEach(async () => {
  time = Date.now()
  issuer = await startIssuer()
})
afterEach(() => issuer.stop())

const refused = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  )
const claims = (other?: Record<string, unknown>) => issuer.claimsAt(now(), other)

describe('a CI provider’s token', () => {
  it('accepts a valid token, and returns its payload', async () => {
    const sent = claims()
    const tokens = open()
    const token = await issuer.sign(sent)
    expect(tokens.inspect(token)).toMatchObject({ iss: issuer.url, aud: sent.aud })
    expect(await tokens.verify(issuer.url, token)).toEqual(sent)
  })

  it('refuses what can’t be valid without sending any request', async () => {
    const seconds = Math.floor(time / 1000)
    const valid = await issuer.sign(claims())
    const [header, payload, signature] = valid.split('.')
    const invalid = {
      'no token': 'nonsense',
      'no JSON in its head': `bm9uc2Vuc2U.${payload}.${signature}`,
      'no JSON in its payload': `${header}.bm9uc2Vuc2U.${signature}`,
      'another algorithm': await issuer.confused(claims()),
      'no signature': issuer.unsigned(claims()),
      'too long': `${header}.${payload}.${'A'.repeat(20_000)}`,
      'no issuer': await issuer.sign(claims({ iss: undefined })),
      'an issuer that isn’t text': await issuer.sign(claims({ iss: 4711 })),
      'no audience': await issuer.sign(claims({ aud: undefined })),
      'no id of its own': await issuer.sign(claims({ jti: undefined })),
      'no expiry': await issuer.sign(claims({ exp: undefined })),
      'an expiry that isn’t a number': await issuer.sign(claims({ exp: 'tomorrow' })),
      'an expiry in the past': await issuer.sign(claims({ exp: seconds - 65 })),
      'an expiry beyond an hour': await issuer.sign(claims({ exp: seconds + 3602 })),
      'an expiry that nothing reaches': await issuer.sign(claims({ exp: 9e15 })),
      'a start in the future': await issuer.sign(claims({ nbf: seconds + 65 })),
    }
    const tokens = open()
    for (const [title, token] of Object.entries(invalid)) {
      const inspected = Promise.resolve().then(() => tokens.inspect(token))
      expect(await refused(inspected), title).toMatch(/^unauthenticated/)
      expect(await refused(tokens.verify(issuer.url, token)), title).toMatch(/^unauthenticated/)
    }
    expect(issuer.world.requests).toEqual([])
    const longest = await issuer.sign(claims({ exp: seconds + 3600 }))
    expect(await refused(tokens.verify(issuer.url, longest))).toBe('accepted')
  })

  it('refuses a token signed by another key, by no key, or with the public key as a secret', async () => {
    const forged = [
      await issuer.signByAnother(claims()),
      issuer.unsigned(claims()),
      await issuer.confused(claims()),
    ]
    for (const token of forged) {
      expect(await refused(open().verify(issuer.url, token))).toBe(
        'unauthenticated: The CI provider’s token is invalid.',
      )
    }
  })

  it.each([
    ['another issuer', { iss: 'https://token.example.org' }],
    ['no id of its own', { jti: undefined }],
    ['no expiry', { exp: undefined }],
    ['no audience', { aud: undefined }],
  ])('refuses a token with %s', async (_, other) => {
    const token = await issuer.sign(claims(other))
    expect(await refused(open().verify(issuer.url, token))).toMatch(/^unauthenticated/)
  })

  it('tolerates clocks that differ by a minute, and no more', async () => {
    const seconds = Math.floor(time / 1000)
    const within = [{ exp: seconds - 55 }, { nbf: seconds + 55, iat: seconds + 55 }]
    const beyond = [{ exp: seconds - 65 }, { nbf: seconds + 65 }, { iat: seconds + 65 }]
    for (const other of within) {
      const token = await issuer.sign(claims(other))
      expect(await refused(open().verify(issuer.url, token))).toBe('accepted')
    }
    for (const other of beyond) {
      const token = await issuer.sign(claims(other))
      expect(await refused(open().verify(issuer.url, token))).toMatch(/^unauthenticated/)
    }
  })

  it('refuses a token an hour after it was issued, however long it claims to be valid', async () => {
    const seconds = Math.floor(time / 1000)
    const token = await issuer.sign(claims({ iat: seconds - 3700, exp: seconds + 300 }))
    expect(await refused(open().verify(issuer.url, token))).toMatch(/^unauthenticated/)
  })
})

describe('the provider’s keys', () => {
  const discovery = '/.well-known/openid-configuration'
  const second = 1000
  const isAccepted = async (tokens: ReturnType<typeof open>, header = {}) =>
    refused(tokens.verify(issuer.url, await issuer.sign(claims(), undefined, header)))

  it('requests the provider’s keys once, and again when a new key has signed', async () => {
    const tokens = open()
    await Promise.all(Array.from({ length: 3 }, async () => isAccepted(tokens)))
    expect(issuer.world.requests).toEqual([discovery, '/keys'])
    await issuer.rotate('second')
    time += 11 * second
    expect(await isAccepted(tokens)).toBe('accepted')
    expect(issuer.world.requests).toHaveLength(4)
  })

  it('doesn’t accept a key five minutes after the provider has removed it', async () => {
    const tokens = open()
    const signWithRemoved = issuer.signer()
    expect(await refused(tokens.verify(issuer.url, await signWithRemoved(claims())))).toBe(
      'accepted',
    )
    await issuer.rotate('second')
    time += 300 * second
    expect(await refused(tokens.verify(issuer.url, await signWithRemoved(claims())))).toBe(
      'unauthenticated: The CI provider’s token is invalid.',
    )
    // It isn't accepted while the provider can't be reached either: the known keys may have been removed.
    expect(await isAccepted(tokens)).toBe('accepted')
    issuer.world.isDown = true
    time += 300 * second
    expect(await isAccepted(tokens)).toMatch(/^unavailable/)
  })

  it('requests the keys at most every ten seconds for tokens with invented key ids', async () => {
    const tokens = open()
    await isAccepted(tokens)
    for (let n = 0; n < 20; n++) {
      time += second
      expect(await isAccepted(tokens, { kid: `invented-${n}` })).toMatch(/^unauthenticated/)
    }
    expect(issuer.world.requests).toHaveLength(3 * 2)
  })

  it('stays usable with the known keys while an invented key id meets a provider that is down', async () => {
    const tokens = open()
    await isAccepted(tokens)
    issuer.world.isDown = true
    time += 11 * second
    expect(await isAccepted(tokens, { kid: 'invented' })).toMatch(/^unavailable/)
    expect(await isAccepted(tokens)).toBe('accepted')
  })

  it.each(['isHanging', 'isDown'] as const)(
    'can’t be fetched from a provider that %s, which is reported and tried again ten seconds later',
    async (fault) => {
      const tokens = open()
      issuer.world[fault] = true
      for (let n = 0; n < 5; n++) {
        expect(await isAccepted(tokens)).toMatch(
          /^unavailable: The CI provider http:\/\/127\.0\.0\.1:\d+ can’t be asked for its keys/,
        )
      }
      expect(issuer.world.requests).toHaveLength(1)
      issuer.world[fault] = false
      time += 11 * second
      expect(await isAccepted(tokens)).toBe('accepted')
    },
  )

  it.each([
    [discovery, 'long'],
    [discovery, 'compressed'],
    ['/keys', 'long'],
    ['/keys', 'compressed'],
  ] as const)('are given up at 64 KB while %s sends a %s body', async (path, kind) => {
    issuer.world.floods = { path, kind }
    const before = process.memoryUsage().rss
    const tokens = oidcTokens({ production: false, now, timeout: 5000 })
    expect(await isAccepted(tokens)).toMatch(/^unavailable/)
    await expect.poll(() => issuer.world.flooded).toBeGreaterThan(0)
    // As much as the kernel's buffers hold, far less than the whole body.
    expect(issuer.world.flooded).toBeLessThan(16 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('never takes keys from another address than the provider’s own', async () => {
    const token = await issuer.sign(claims())
    const foreign = await startIssuer()
    for (const configuration of [
      { jwks_uri: `${foreign.url}/keys` },
      { jwks_uri: 'file:///etc/passwd' },
      { issuer: foreign.url },
      { issuer: `${issuer.url}/` },
    ]) {
      issuer.world.configuration = configuration
      expect(await refused(open().verify(issuer.url, token))).toMatch(/^unavailable/)
    }
    expect(foreign.world.requests).toEqual([])
    await foreign.stop()
  })

  it('requires TLS for the keys in production', async () => {
    const tokens = oidcTokens({ production: true, now, timeout: 300 })
    const token = await issuer.sign(claims())
    expect(await refused(tokens.verify(issuer.url, token))).toBe(
      'unauthenticated: The issuer must begin with https://, so that its keys can be trusted.',
    )
    expect(issuer.world.requests).toEqual([])
  })
})

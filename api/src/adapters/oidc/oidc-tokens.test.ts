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
    expect(tokens.issuerOf(token)).toBe(issuer.url)
    expect(await tokens.verify(issuer.url, token)).toEqual(sent)
  })

  it('names no issuer if the text isn’t a token', () => {
    expect(open().issuerOf('nonsense')).toBeUndefined()
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
    const token = await issuer.sign(claims({ iat: seconds - 3700, exp: seconds + 86_400 }))
    expect(await refused(open().verify(issuer.url, token))).toMatch(/^unauthenticated/)
  })
})

describe('the provider’s keys', () => {
  it('requests the provider’s keys once, and again when a new key has signed', async () => {
    const tokens = open()
    for (let n = 0; n < 3; n++) await tokens.verify(issuer.url, await issuer.sign(claims()))
    expect(issuer.world.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
    await issuer.rotate('second')
    expect(await refused(tokens.verify(issuer.url, await issuer.sign(claims())))).toBe('accepted')
    expect(issuer.world.asked).toHaveLength(3)
  })

  it('doesn’t request the keys again and again for tokens with invented key ids', async () => {
    const tokens = open()
    await tokens.verify(issuer.url, await issuer.sign(claims()))
    for (let n = 0; n < 5; n++) {
      const token = await issuer.sign(claims(), undefined, { kid: `invented-${n}` })
      expect(await refused(tokens.verify(issuer.url, token))).toMatch(/^unauthenticated/)
    }
    expect(issuer.world.asked).toHaveLength(3)
  })

  it.each(['isHanging', 'isDown'] as const)(
    'can’t be fetched from a provider that %s, which is reported and tried again the next time',
    async (fault) => {
      const tokens = open()
      const token = await issuer.sign(claims())
      issuer.world[fault] = true
      expect(await refused(tokens.verify(issuer.url, token))).toMatch(
        /^unavailable: The CI provider http:\/\/127\.0\.0\.1:\d+ can’t be asked for its keys/,
      )
      issuer.world[fault] = false
      expect(await refused(tokens.verify(issuer.url, token))).toBe('accepted')
    },
  )

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
    expect(foreign.world.asked).toEqual([])
    await foreign.stop()
  })

  it('requires TLS for the keys in production', async () => {
    const tokens = oidcTokens({ production: true, now, timeout: 300 })
    const token = await issuer.sign(claims())
    expect(await refused(tokens.verify(issuer.url, token))).toBe(
      'unauthenticated: The issuer must begin with https://, so that its keys can be trusted.',
    )
    expect(issuer.world.asked).toEqual([])
  })
})

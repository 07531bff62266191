import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { googleAuth } from './google-auth.ts'
import { type GoogleStandIn, startGoogle } from './stand-in/google-server.ts'
import { unknownKey } from './stand-in/google-tokens.ts'

const scope = 'https://www.googleapis.com/auth/drive.readonly'
let google: GoogleStandIn
beforeAll(async () => {
  google = await startGoogle()
  google.mount({
    scopes: [scope],
    methods: [
      {
        path: '/about',
        called: () => ({ name: 'about', units: 1 }),
        answer: () => Response.json({ kind: 'about' }),
      },
    ],
  })
})
afterAll(() => google.stop())

const ask = (credentials = google.account, scopes = [scope]) =>
  googleAuth({ credentials, scopes, tokenUrl: google.tokenUrl }).request({
    url: `${google.url}/about`,
    retry: false,
  })

describe('access to Google', () => {
  it('grants a token for an assertion signed with the service account’s key', async () => {
    expect((await ask()).data).toEqual({ kind: 'about' })
  })

  it('refuses an unknown key and another account', async () => {
    await expect(ask(unknownKey(google.account))).rejects.toThrow('Invalid JWT Signature.')
    const other = { ...google.account, client_email: 'other@larkspur.iam.gserviceaccount.com' }
    await expect(ask(other)).rejects.toThrow('account not found')
  })

  it('refuses a scope the token doesn’t have, and a missing token', async () => {
    const calendar = 'https://www.googleapis.com/auth/calendar.readonly'
    await expect(ask(google.account, [calendar])).rejects.toMatchObject({ status: 403 })
    await expect(ask(google.account, ['all'])).rejects.toThrow('invalid_scope')
    expect((await fetch(`${google.url}/about`)).status).toBe(401)
  })

  it('requests one token and uses it until it expires', async () => {
    const auth = googleAuth({
      credentials: google.account,
      scopes: [scope],
      tokenUrl: google.tokenUrl,
    })
    google.forgetCalls()
    for (let n = 0; n < 3; n += 1) await auth.request({ url: `${google.url}/about` })
    expect(google.calls).toEqual({ 'oauth2.token': 1, about: 3 })
  })

  it('requests a new token after a revocation, once for all concurrent calls', async () => {
    const auth = googleAuth({
      credentials: google.account,
      scopes: [scope],
      tokenUrl: google.tokenUrl,
    })
    const call = () => auth.request({ url: `${google.url}/about` })
    await call()
    google.revokeTokens()
    google.forgetCalls()
    const answers = await Promise.all([call(), call(), call()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(google.calls).toEqual({ about: 6, 'oauth2.token': 1 })
  })

  it('refuses a key file that is missing or invalid', () => {
    for (const credentials of ['/nowhere.json', import.meta.filename]) {
      const sentence = `GOOGLE_CREDENTIALS_FILE=${credentials} can't be used: it is not a service account's key file.`
      expect(() => googleAuth({ credentials, scopes: [] })).toThrow(sentence)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { cloudRunRegion } from '../../adapters/google/cloud-run-region.ts'
import { readGoogleProject } from '../../adapters/google/google-project.ts'
import { openBoard } from '../../adapters/google/stand-in/google-board.ts'
import { parseSettings } from '../../platform/env/env.ts'
import { ownSignInEnv, productionEnv } from '../../platform/env/production-fixture.ts'
import { type Check, runChecks } from './finding.ts'
import { redirectCheck } from './redirect-check.ts'
import { regionCheck } from './region-check.ts'
import { addressOfStoppedServer, serverThatSends, startServer } from './server-fixture.ts'
import { signInRules, signInRulesCheck } from './sign-in-rules-check.ts'
import { uncheckedParts } from './unchecked.ts'

const look = async (check: Check) => (await runChecks([check]))[0]!
const address = new URL('https://portal.larkspur.example')

describe('the redirect address', () => {
  const authDomain = 'portal.larkspur.example'
  const handler = `https://${authDomain}/__/auth/handler`

  /** Google’s sign-in, which knows one redirect address; and Firebase, which begins a sign-in there. */
  async function google(registered: string, error = 'redirect_uri_mismatch') {
    const origin = await startServer(({ url = '' }, answer) => {
      const { pathname, searchParams } = new URL(url, 'http://google')
      const redirect = (location: string) => answer.writeHead(302, { location }).end()
      if (pathname === '/o/oauth2/auth') {
        if (searchParams.get('redirect_uri') === registered)
          return redirect('/v3/signin/identifier')
        const authError = Buffer.from(`\n\u0015${error}\u0012\u0085`).toString('base64url')
        return redirect(`/signin/oauth/error?authError=${authError}`)
      }
      if (pathname === '/v3/signin/identifier') return answer.writeHead(200).end('Sign in')
      return answer.writeHead(400).end(`<p>Error 400: ${error}</p>`)
    })
    const service = await startServer((request, answer) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        const { continueUri, providerId } = JSON.parse(body) as Record<string, string>
        expect([providerId, request.headers.referer]).toEqual(['google.com', `${address.origin}/`])
        const authUri = new URL('/o/oauth2/auth', origin)
        authUri.searchParams.set('client_id', '123.apps.googleusercontent.com')
        authUri.searchParams.set('redirect_uri', continueUri!)
        answer.end(JSON.stringify({ authUri }))
      })
    })
    return { google: origin, service }
  }
  const check = (servers: { google: string; service: string }) =>
    look(redirectCheck({ ...servers, apiKey: 'SECRET', authDomain, address }))

  it('is accepted if Google signs people in for it', async () => {
    expect(await check(await google(handler))).toEqual({
      part: 'redirect',
      verdict: 'ok',
      message: `Google signs people in, and returns them to ${handler}`,
    })
  })

  it('is wrong if Google knows Firebase’s own alone', async () => {
    const firebases = 'https://larkspur.firebaseapp.com/__/auth/handler'
    const { verdict, message } = await check(await google(firebases))
    expect(verdict).toBe('wrong')
    expect(message).toContain(
      `Google doesn’t return people to ${handler}, so nobody can sign in with Google. Add it to the authorized redirect URIs of the OAuth client 123.apps.googleusercontent.com`,
    )
  })

  it('is wrong if Google refuses the client, and names its error', async () => {
    const { verdict, message } = await check(await google('none', 'deleted_client'))
    expect([verdict, message.includes('(deleted_client)')]).toEqual(['wrong', true])
  })

  it('is wrong if Firebase begins no sign-in with Google, without revealing the key', async () => {
    const error = { message: 'OPERATION_NOT_ALLOWED : no configuration for SECRET' }
    const service = await serverThatSends(400, { error })
    const { verdict, message } = await check({ google: 'http://google', service })
    expect(verdict).toBe('wrong')
    expect(message).toContain('begins no sign-in with Google (OPERATION_NOT_ALLOWED)')
    expect(message).not.toContain('SECRET')
  })

  it('is left to a person if Google responds in a way that isn’t known', async () => {
    const other = await serverThatSends(200, { authUri: 'https://google.example/other' })
    expect((await check({ google: 'http://google', service: other })).verdict).toBe('caution')
    const { service, google: known } = await google(handler)
    const odd = await startServer((_, answer) => answer.writeHead(200).end('Welcome'))
    const begun = await startServer((_, answer) =>
      answer.end(JSON.stringify({ authUri: `${odd}/?redirect_uri=${handler}` })),
    )
    expect((await check({ google: odd, service: begun })).verdict).toBe('caution')
    expect((await check({ google: known, service })).verdict).toBe('ok')
  })
})

describe('the project’s rules for sign-ins', () => {
  const complete = {
    subtype: 'IDENTITY_PLATFORM',
    signIn: { email: { enabled: true, passwordRequired: true } },
    client: { permissions: { disabledUserSignup: true, disabledUserDeletion: true } },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    passwordPolicyConfig: {
      passwordPolicyEnforcementState: 'ENFORCE',
      passwordPolicyVersions: [{ customStrengthOptions: { minPasswordLength: 8 } }],
    },
    mfa: { providerConfigs: [{ state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 1 } }] },
  }
  const check = (rules: unknown, needsSecondFactor = false) =>
    look(signInRulesCheck({ read: async () => signInRules.parse(rules), needsSecondFactor }))

  it('are accepted as the guide sets them', async () => {
    expect((await check(complete, true)).verdict).toBe('ok')
  })

  it.each([
    ['client', 'anyone can create an account; people can delete their own account'],
    ['signIn', 'sign-in with e-mail and password is off'],
    ['emailPrivacyConfig', 'e-mail enumeration protection is off'],
    ['passwordPolicyConfig', 'no password policy of at least 8 characters is required'],
  ])('are wrong without %s', async (field, sentence) => {
    const { verdict, message } = await check({ ...complete, [field]: undefined })
    expect(verdict).toBe('wrong')
    expect(message).toContain(`In Firebase, ${sentence}.`)
  })

  it('need codes only if a second factor is required', async () => {
    const rules = { ...complete, mfa: { state: 'DISABLED' }, subtype: 'FIREBASE_AUTH' }
    const sentence = 'codes of authenticator apps aren’t enabled, which need Identity Platform'
    for (const [needed, verdict] of [
      [false, 'caution'],
      [true, 'wrong'],
    ] as const) {
      const finding = await check(rules, needed)
      expect(finding).toMatchObject({ verdict, message: expect.stringContaining(sentence) })
    }
  })

  it('are read as the portal’s account, and a refusal is explained without its text', async () => {
    const { google } = await openBoard()
    try {
      const access = { credentials: google.account, tokenUrl: google.tokenUrl }
      const refusing = await serverThatSends(403, { error: { message: 'SECRET' } })
      const read = async () => signInRules.parse(await readGoogleProject(refusing, access))
      const { message } = await look(signInRulesCheck({ read, needsSecondFactor: false }))
      expect(message).toBe(
        `${new URL(refusing).host} refuses the portal’s account (403). The portal’s account needs the role Firebase Authentication Admin.`,
      )
      const answering = await serverThatSends(200, complete)
      expect(await readGoogleProject(answering, access)).toEqual(complete)
    } finally {
      await google.stop()
    }
  })
})

describe('the region', () => {
  const check = async (readiness: object, locationId: string) =>
    look(
      regionCheck({
        address: new URL(await serverThatSends(200, readiness)),
        token: 'token',
        database: async () => ({ name: 'projects/larkspur/databases/(default)', locationId }),
      }),
    )

  it('is the one that serves the public address, and the database’s', async () => {
    expect(await check({ status: 'ok', region: 'us-west1' }, 'us-west1')).toEqual({
      part: 'region',
      verdict: 'ok',
      message: 'served from us-west1, and the database is in us-west1',
    })
    expect((await check({ region: 'us-central1' }, 'nam5')).verdict).toBe('ok')
  })

  it('is reported if the database is in another one', async () => {
    expect(await check({ region: 'us-central1' }, 'us-west1')).toMatchObject({
      verdict: 'caution',
      message: expect.stringContaining('served from us-central1, but the database is in us-west1'),
    })
  })

  it('is unknown outside of Cloud Run, or without the token', async () => {
    expect((await check({ status: 'ok' }, 'us-west1')).verdict).toBe('caution')
    const database = async () => ({})
    const finding = await look(regionCheck({ address, token: undefined, database }))
    expect(finding.message).toBe('not checked; it needs METRICS_TOKEN and the portal’s address')
    const portal = new URL(await serverThatSends(200, { region: 'us-west1' }))
    const refused = async () => Promise.reject(new Error('403'))
    const halfKnown = await look(regionCheck({ address: portal, token: 't', database: refused }))
    expect([halfKnown.verdict, halfKnown.message]).toEqual([
      'caution',
      'served from us-west1; Firestore doesn’t show where the database is',
    ])
  })

  it('is read from Cloud Run’s metadata server', async () => {
    const url = await startServer((request, answer) => {
      answer.writeHead(request.headers['metadata-flavor'] === 'Google' ? 200 : 403)
      answer.end('projects/123456789012/regions/europe-west1')
    })
    expect(await cloudRunRegion(url)).toBe('europe-west1')
    expect(await cloudRunRegion(await serverThatSends(200, 'elsewhere'))).toBeUndefined()
    expect(await cloudRunRegion(await addressOfStoppedServer())).toBeUndefined()
  })
})

describe('what no check can see', () => {
  it('is listed in production, with more on Google Cloud', () => {
    expect(uncheckedParts(parseSettings({}))).toEqual([])
    const own = uncheckedParts(parseSettings(ownSignInEnv))
    const onGoogle = uncheckedParts(parseSettings(productionEnv))
    expect(own.join()).toContain('0 is the number of proxies in front (TRUSTED_PROXIES)')
    expect(onGoogle).toEqual(expect.arrayContaining(own))
    expect(onGoogle.join()).toContain('each secret’s role')
  })
})

import type { PortalConfig } from '@portal/contract/portal'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { loadIdentity } from './identity.ts'
import { openIdentity } from './portal-identity.ts'
import { signInMessage } from './sign-in-messages.ts'

vi.mock('./firebase.ts', () => {
  throw new Error('Firebase was loaded.')
})

const maria = { email: 'maria.lopez@larkspur.example', password: 'four words of a board' }
const password = { kind: 'password' as const, ...maria }

type Answer = { status?: number; body: object }
let answers: Record<string, Answer | (() => Answer)>
let sent: { request: string; body: unknown }[]
let tokens: number
const opened: BroadcastChannel[] = []

const signedIn = (more = {}) => ({
  body: {
    kind: 'signedIn',
    uid: 'maria',
    email: maria.email,
    provider: 'password',
    token: `token ${(tokens += 1)}`,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...more,
  },
})
const refusal = (status: number, code: string, error: string): Answer => ({
  status,
  body: { type: 'x', title: 'x', status, detail: error, code, error, requestId: '1' },
})

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  })
  localStorage.clear()
  answers = {}
  sent = []
  tokens = 0
  const Real = globalThis.BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name)
        opened.push(this)
      }
    },
  )
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = `${init.method} ${url.replace('/api/identity/', '')}`
    sent.push({ request, body: init.body && JSON.parse(init.body as string) })
    const given = answers[request]
    if (!given) throw new TypeError('Failed to fetch')
    const { status = 200, body } = typeof given === 'function' ? given() : given
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status })
  })
})
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const requests = () => sent.map(({ request }) => request)

describe('the portal’s own sign-in', () => {
  it('loads no Firebase code', async () => {
    const { config } = portalOf()
    const own = { ...config, identity: { ...config.identity, kind: 'portal' as const } }
    expect(await (await loadIdentity(own)).idToken(false)).toBeUndefined()
    const firebase: PortalConfig = { ...own, identity: { ...own.identity, kind: 'firebase' } }
    await expect(loadIdentity(firebase)).rejects.toThrow()
  })

  it('sends no request on a device where nobody is signed in', async () => {
    const identity = openIdentity()
    const token = new Promise((resolve) => identity.onToken(resolve))
    expect(await token).toBeUndefined()
    expect(requests()).toEqual([])
  })

  it('signs in with a password, and keeps the token only in memory', async () => {
    answers['POST sign-in'] = signedIn()
    const identity = openIdentity()
    const received: unknown[] = []
    identity.onToken((token) => received.push(token))
    expect(await identity.signIn(password)).toEqual({ email: maria.email, provider: 'password' })
    expect(sent).toEqual([{ request: 'POST sign-in', body: maria }])
    expect(await identity.idToken(false)).toBe('token 1')
    expect(await identity.signedInBy()).toBe('password')
    expect(received).toContain('token 1')
    expect(Object.entries(localStorage)).toEqual([['portal.signed-in', 'true']])
  })

  it('sends a wrong password once, because each attempt counts', async () => {
    const sentence = 'Invalid email or password. Please check your credentials.'
    answers['POST sign-in'] = refusal(401, 'unauthenticated', sentence)
    await expect(openIdentity().signIn(password)).rejects.toThrow(sentence)
    expect(requests()).toEqual(['POST sign-in'])
  })

  it('continues with a code, which can be given again after a wrong one', async () => {
    answers['POST sign-in'] = { body: { kind: 'code', step: 'step-1' } }
    const identity = openIdentity()
    const needed = await identity.signIn(password)
    if (!('giveCode' in needed)) throw new Error('No code is needed.')
    expect(await identity.idToken(false)).toBeUndefined()
    answers['POST code'] = refusal(422, 'invalid', 'That code isn’t right.')
    await expect(needed.giveCode('000000')).rejects.toThrow('That code isn’t right.')
    answers['POST code'] = signedIn()
    expect(await needed.giveCode('123456')).toMatchObject({ email: maria.email })
    expect(sent.at(-1)!.body).toEqual({ step: 'step-1', code: '123456' })
  })

  it('gets one token after a reload for all callers', async () => {
    answers['POST sign-in'] = signedIn()
    await openIdentity().signIn(password)
    answers['POST token'] = () => signedIn()
    const identity = openIdentity()
    const found = await Promise.all([identity.idToken(false), identity.idToken(false)])
    expect(found).toEqual(['token 2', 'token 2'])
    expect(requests()).toEqual(['POST sign-in', 'POST token'])
    expect(await identity.idToken(true)).toBe('token 3')
  })

  it('renews the token five minutes before it expires, and later if the server is away', async () => {
    answers['POST sign-in'] = signedIn()
    const identity = openIdentity()
    const received: unknown[] = []
    identity.onToken((token) => received.push(token))
    await identity.signIn(password)
    const renewals = () => requests().filter((request) => request === 'POST token').length
    await vi.advanceTimersByTimeAsync(55 * 60_000 - 1)
    expect(renewals()).toBe(0)
    // While the server can't be reached, it tries after 30 seconds, and then after a minute.
    await vi.advanceTimersByTimeAsync(1)
    expect(renewals()).toBe(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(renewals()).toBe(2)
    answers['POST token'] = () => signedIn()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(renewals()).toBe(2)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(renewals()).toBe(3)
    expect(received.at(-1)).toBe('token 2')
  })

  it('ends when the sign-in has ended elsewhere', async () => {
    answers['POST sign-in'] = signedIn()
    const identity = openIdentity()
    await identity.signIn(password)
    answers['POST token'] = refusal(401, 'unauthenticated', 'Your sign-in has expired.')
    expect(await identity.idToken(true)).toBeUndefined()
    expect(await openIdentity().idToken(false)).toBeUndefined()
    expect(requests()).toEqual(['POST sign-in', 'POST token'])
  })

  it('confirms the same account only, and keeps the sign-in if it is another', async () => {
    answers['POST sign-in'] = signedIn()
    const identity = openIdentity()
    await identity.signIn(password)
    await identity.reauthenticate(password)
    expect(sent.at(-1)!.body).toEqual({ ...maria, as: 'maria' })
    answers['POST sign-in'] = refusal(409, 'conflict', 'Please choose the account')
    await expect(identity.reauthenticate(password)).rejects.toThrow('Please choose the account')
    expect(await identity.idToken(false)).toBe('token 1')
  })

  it('fails to sign out while the server is away, so that it can be tried again', async () => {
    answers['POST sign-in'] = signedIn()
    const identity = openIdentity()
    await identity.signIn(password)
    await expect(identity.signOut()).rejects.toThrow('Unable to connect to server.')
    answers['DELETE token'] = { status: 204, body: {} }
    await identity.signOut()
    expect(await identity.idToken(false)).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  it('sets up a second factor, and continues with the sign-in that has it', async () => {
    answers['POST sign-in'] = signedIn()
    const identity = openIdentity()
    await identity.signIn(password)
    answers['POST second-factor'] = { body: { step: 's', secret: 'ABCD', uri: 'otpauth://totp/x' } }
    const { secret, uri, confirm } = await identity.startSetUp()
    expect({ secret, uri }).toEqual({ secret: 'ABCD', uri: 'otpauth://totp/x' })
    answers['POST second-factor/confirm'] = signedIn()
    await confirm('123456')
    expect(sent.at(-1)!.body).toEqual({ token: 'token 1', step: 's', code: '123456' })
    expect(await identity.idToken(false)).toBe('token 2')
  })
})

describe('the window of the OpenID provider', () => {
  const window = () => ({ closed: false, close: vi.fn(), location: { href: '' } })
  const returned = () => {
    const channel = new BroadcastChannel('portal-sign-in')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage('returned')
  }

  it('opens at once, and completes the sign-in when the person is back', async () => {
    const shown = window()
    const open = vi.fn(() => shown)
    vi.stubGlobal('open', open)
    answers['POST issuer'] = { body: { url: 'https://login.example/auth' } }
    answers['POST issuer/finish'] = signedIn({ provider: 'google.com' })
    const identity = openIdentity()
    const signing = identity.signIn({ kind: 'google' })
    expect(open).toHaveBeenCalledWith('', 'portal-sign-in', 'popup,width=500,height=600')
    await vi.waitFor(() => expect(shown.location.href).toBe('https://login.example/auth'))
    expect(requests()).toEqual(['POST issuer'])
    returned()
    expect(await signing).toEqual({ email: maria.email, provider: 'google.com' })
    expect(await identity.signedInBy()).toBe('google')
  })

  it('is reported when a browser blocks it', async () => {
    vi.stubGlobal('open', () => null)
    const error: unknown = await openIdentity()
      .signIn({ kind: 'google' })
      .catch((cause: unknown) => cause)
    expect(signInMessage(error)).toBe(
      'Sign-in popup was blocked. Please enable popups for this site.',
    )
    expect(requests()).toEqual([])
  })

  it('cancels the sign-in some seconds after it was closed', async () => {
    const shown = window()
    vi.stubGlobal('open', () => shown)
    answers['POST issuer'] = { body: { url: 'https://login.example/auth' } }
    const failure = openIdentity()
      .signIn({ kind: 'google' })
      .catch((cause: unknown) => signInMessage(cause))
    await vi.advanceTimersByTimeAsync(1000)
    shown.closed = true
    await vi.advanceTimersByTimeAsync(9000)
    expect(await failure).toBe('Sign-in cancelled. Please try again.')
  })
})

import type { PageData, PortalReply } from '@portal/contract/portal'
import { saveMapping } from '@portal/contract/mappings'
import { getPortal, sendReport } from '@portal/contract/portal'
import { listUsers } from '@portal/contract/users'
import { keepPaper, recallPaper } from '@portal/shared-ui/read-papers'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearReaderData } from '../clear-reader-data.ts'
import { portalOf } from '../frame/portal-fixture.ts'
import { deviceReader } from './device-memory.ts'
import type { Identity } from './identity.ts'
import { createSession } from './session.ts'
import { setSession, useSession } from './session-store.ts'

const maria = portalOf()
const wei = portalOf({ uid: 'wei', email: 'wei.chen@larkspur.example' })
const ruth = portalOf({ uid: 'ruth', email: 'ruth.abelman@larkspur.example', isAdmin: true })

type Listener = (token: string | undefined) => void

/** A session with a controllable provider and API. */
function start({ portal, api = maria }: { portal?: PortalReply; api?: PortalReply } = {}) {
  const world = {
    api,
    reachable: true,
    isActive: true,
    requests: [] as string[],
    headers: [] as (string | null)[],
    views: [] as (string | null)[],
    refusals: [] as Response[],
    google: 'ruth.abelman@larkspur.example',
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    world.requests.push(`${init.method} ${url}`)
    world.headers.push(new Headers(init.headers).get('x-portal-background'))
    world.views.push(new Headers(init.headers).get('x-portal-view'))
    if (!world.reachable) throw new TypeError('Failed to fetch')
    const refusal = init.method === 'DELETE' ? undefined : world.refusals.shift()
    if (refusal) return refusal
    if (url.startsWith('/api/second-factor')) return Response.json({ isOn: true })
    return Response.json(init.method === 'GET' ? world.api : { expiresAt: '2026-12-10T12:00:00Z' })
  })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  const listeners: Listener[] = []
  const signedOut = vi.fn(async () => listeners.forEach((listener) => listener(undefined)))
  const identity: Identity = {
    idToken: async () => 'token',
    onToken: (listener) => listeners.push(listener),
    signIn: async (method) =>
      method.kind === 'password'
        ? { email: method.email, provider: 'password' }
        : { email: world.google, provider: 'google.com' },
    signedInBy: async () => 'password',
    reauthenticate: async () => {},
    startSetUp: async () => ({ secret: 'ABCD', uri: 'otpauth://totp/x', confirm: async () => {} }),
    signOut: signedOut,
  }
  const queries = new QueryClient()
  const page: PageData = { config: maria.config, ...(portal ? { portal } : {}) }
  const forget = (options?: { keepUnsaved: boolean }) => clearReaderData(queries, options)
  const openPage = vi.fn()
  const confirmReader = vi.fn(async () => true)
  const session = createSession({
    page,
    loadIdentity: async () => identity,
    forget,
    openPage,
    confirmReader,
    isActive: () => world.isActive,
  })
  const emitToken: Listener = (token) => listeners.forEach((listener) => listener(token))
  const listening = () => expect.poll(() => listeners).not.toHaveLength(0)
  return {
    session,
    world,
    signedOut,
    queries,
    openPage,
    confirmReader,
    identity,
    emitToken,
    listening,
  }
}

const state = () => useSession.getState()
const password = { kind: 'password', email: maria.person.email, password: 'x' } as const

beforeEach(async () => {
  // The sessions of earlier tests have notified the other tabs of their sign-outs.
  await new Promise((resolve) => setTimeout(resolve, 20))
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  setSession({ status: 'loading' })
})

describe('an expired session', () => {
  it('keeps the page, and continues after signing in again', async () => {
    const { session, emitToken, listening } = start({ portal: maria })
    await listening()
    emitToken(undefined)
    expect(state()).toMatchObject({ status: 'expired', portal: { person: { uid: 'maria' } } })
    await session.signIn(password)
    expect(state().status).toBe('signed in')
  })

  it('keeps what was read when the same reader returns', async () => {
    const { session, queries, emitToken, listening } = start({ portal: maria })
    queries.setQueryData(['documents'], ['a paper'])
    await listening()
    emitToken(undefined)
    await session.signIn(password)
    expect(queries.getQueryData(['documents'])).toEqual(['a paper'])
  })

  it('gives another reader a new page, with nothing of the first one', async () => {
    const { session, world, queries, openPage, emitToken, listening } = start({ portal: maria })
    queries.setQueryData(['documents'], ['a paper'])
    await listening()
    emitToken(undefined)
    world.api = wei
    void session.signIn({ kind: 'google' })
    await expect.poll(() => openPage.mock.calls).toEqual([[undefined]])
    expect(state()).toMatchObject({ status: 'expired', portal: { person: { uid: 'maria' } } })
    expect(queries.getQueryData(['documents'])).toBeUndefined()
  })

  it('reloads the page for a reader who has become an admin', async () => {
    const { session, world, openPage, emitToken, listening } = start({ portal: maria })
    await listening()
    emitToken(undefined)
    world.api = { ...ruth, person: { ...ruth.person, uid: maria.person.uid } }
    void session.signIn({ kind: 'google' })
    await expect.poll(() => openPage.mock.calls).toEqual([[undefined]])
    expect(world.requests).toContain('POST /api/auth/token?touch=0')
  })

  it('opens a new page for the next person who signs in after the reader has signed out', async () => {
    const { session, openPage } = start({ portal: maria })
    await session.signOut()
    void session.signIn(password)
    await expect.poll(() => openPage.mock.calls).toEqual([['/login'], [undefined]])
    expect(state().status).toBe('signed out')
  })

  it('keeps the page for an admin who signs in again', async () => {
    const { session, world, openPage, emitToken, listening } = start({ portal: ruth, api: ruth })
    await listening()
    emitToken(undefined)
    world.api = ruth
    await session.signIn({ kind: 'google' })
    expect(state().status).toBe('signed in')
    expect(openPage).not.toHaveBeenCalled()
  })

  it('continues after a sign-in in another tab', async () => {
    const { emitToken, listening } = start({ portal: maria })
    await listening()
    emitToken(undefined)
    emitToken('token of the other tab')
    await expect.poll(() => state().status).toBe('signed in')
  })

  it('stays expired when signing in again fails', async () => {
    const { session, world, emitToken, listening } = start({ portal: maria })
    await listening()
    emitToken(undefined)
    world.google = 'someone@evil-larkspur.example'
    await expect(session.signIn({ kind: 'google' })).rejects.toThrow(/^Access restricted/)
    expect(state()).toMatchObject({ status: 'expired', portal: { person: { uid: 'maria' } } })
  })
})

/** The API's refusal, given twice if a renewed token is tried as well. */
const refusal = (code: string, error: string) => {
  const body = { type: 'x', title: 'x', status: 401, detail: error, code, error, requestId: '1' }
  return Response.json(body, { status: 401 })
}
const unused = () => refusal('unauthenticated', 'The portal wasn’t used.')

describe('a call that needs another sign-in', () => {
  it('holds a call until the sign-in is done, and sends it again', async () => {
    const { session, world, listening } = start({ portal: maria })
    await listening()
    world.refusals.push(unused(), unused())
    const reply = session.call(getPortal)
    await expect.poll(state).toMatchObject({ status: 'expired', notice: 'The portal wasn’t used.' })
    await session.signIn(password)
    expect(await reply).toEqual(maria)
    expect(state().status).toBe('signed in')
  })

  it('refuses the call if the reader leaves instead', async () => {
    const { session, world, listening } = start({ portal: maria })
    await listening()
    world.refusals.push(unused(), unused())
    const reply = session.call(getPortal)
    await expect.poll(() => state().status).toBe('expired')
    await Promise.all([expect(reply).rejects.toThrow('The portal wasn’t used.'), session.signOut()])
  })

  it('asks once for all calls that need a recent one, and sends each again', async () => {
    const { session, world, confirmReader } = start({ portal: maria })
    world.refusals.push(refusal('reauthenticate', 'Please sign in again.'))
    expect(await session.call(getPortal)).toEqual(maria)
    expect(confirmReader).toHaveBeenCalledOnce()
    expect(state().status).toBe('signed in')
  })

  it('refuses the call with the API’s message if the reader doesn’t confirm', async () => {
    const { session, world, confirmReader } = start({ portal: maria })
    confirmReader.mockResolvedValue(false)
    world.refusals.push(refusal('reauthenticate', 'Please sign in again.'))
    await expect(session.call(getPortal)).rejects.toThrow('Please sign in again.')
    expect(world.requests).toEqual(['GET /api/portal'])
  })

  it('explains why confirming failed', async () => {
    const { session, identity } = start({ portal: maria })
    identity.reauthenticate = () =>
      Promise.reject(Object.assign(new Error('Firebase'), { code: 'auth/user-mismatch' }))
    await expect(session.reauthenticate(password)).rejects.toThrow(
      'Please choose the account that you are signed in with.',
    )
  })
})

it('marks calls that the reader hasn’t caused', async () => {
  const { session, world } = start({ portal: maria })
  await session.call(getPortal)
  world.isActive = false
  await session.call(getPortal)
  expect(world.headers).toEqual([null, '1'])
})

describe('an admin whose rights end while the page is open', () => {
  const member = { ...ruth, person: { ...ruth.person, isAdmin: false } }
  const shown = () => expect.poll(() => state().portal?.person.isAdmin)

  it('becomes a member on the page once a call is refused', async () => {
    const { session, world } = start({ portal: ruth, api: member })
    const problem = { type: 'x', title: 'x', status: 403, detail: 'No.', error: 'No.' }
    world.refusals = [
      Response.json({ ...problem, code: 'forbidden', requestId: '1' }, { status: 403 }),
    ]
    await expect(session.call(listUsers)).rejects.toThrow('No.')
    await shown().toBe(false)
    expect(state().status).toBe('signed in')
  })

  it('becomes a member on the page once the API reports them as one', async () => {
    const { session } = start({ portal: ruth, api: member })
    await session.call(getPortal)
    await shown().toBe(false)
  })
})

describe('unsaved work on the device', () => {
  const draft = 'agenda-2026-q4-maria'
  beforeEach(() => localStorage.setItem(draft, '{}'))

  it('keeps unsaved work if the provider ended the sign-in before the page opens, and gives the reason', async () => {
    deviceReader.set('maria')
    const { emitToken, listening } = start()
    await listening()
    emitToken(undefined)
    expect(state()).toMatchObject({
      status: 'signed out',
      notice: 'Your sign-in has expired. Please sign in again.',
    })
    expect(localStorage.getItem(draft)).toBe('{}')
  })

  it('keeps unsaved work if the sign-in expired before the page opens', async () => {
    const { session, world, openPage, emitToken, listening } = start()
    await listening()
    world.refusals.push(unused(), unused())
    emitToken('token of the sign-in that has expired')
    await expect
      .poll(state)
      .toMatchObject({ status: 'signed out', notice: 'The portal wasn’t used.' })
    void session.signIn(password)
    await expect.poll(() => openPage).toHaveBeenCalledOnce()
    expect(localStorage.getItem(draft)).toBe('{}')
  })

  it('doesn’t leave unsaved work to another reader', async () => {
    start({ portal: maria })
    const { session, world, openPage } = start()
    world.api = wei
    void session.signIn(password)
    await expect.poll(() => openPage).toHaveBeenCalledOnce()
    expect(localStorage.getItem(draft)).toBeNull()
  })

  it('deletes unsaved work at a sign-out', async () => {
    const { session } = start({ portal: maria })
    await session.signOut()
    expect(localStorage.getItem(draft)).toBeNull()
  })
})

describe('a second step', () => {
  const needed = () => refusal('secondFactorRequired', 'Please sign in again with the code.')
  const confirm = vi.fn(async (_code: string) => {})
  const setUp = { secret: 'ABCD', uri: 'otpauth://totp/x', confirm }
  const post = (path: string) => `POST ${path}`

  it('continues with the code, also after a wrong one', async () => {
    const { session, identity, signedOut, openPage } = start()
    const giveCode = vi.fn(async (code: string) => {
      if (code === '000000') {
        throw Object.assign(new Error(), { code: 'auth/invalid-verification-code' })
      }
      return { email: maria.person.email, provider: 'password' }
    })
    identity.signIn = async () => ({ giveCode })
    const step = await session.signIn(password)
    if (step?.kind !== 'code') throw new Error('It asks for no code.')
    await expect(step.giveCode('000000')).rejects.toThrow('That code isn’t right.')
    expect(openPage).not.toHaveBeenCalled()
    signedOut.mockClear()
    void step.giveCode('123456')
    await expect.poll(() => openPage).toHaveBeenCalledOnce()
    expect(signedOut).not.toHaveBeenCalled()
  })

  it('refuses a Google account of another domain after its code, too', async () => {
    const { session, identity, signedOut } = start()
    const account = { email: 'someone@evil-larkspur.example', provider: 'google.com' }
    identity.signIn = async () => ({ giveCode: async () => account })
    const step = await session.signIn({ kind: 'google' })
    if (step?.kind !== 'code') throw new Error('It asks for no code.')
    await expect(step.giveCode('123456')).rejects.toThrow('Access restricted')
    expect(signedOut).toHaveBeenCalledOnce()
  })

  it('guides the reader through the setup if it is required, notifies the API, and enters', async () => {
    const { session, world, identity, openPage } = start()
    identity.startSetUp = async () => setUp
    world.refusals.push(needed())
    const step = await session.signIn(password)
    if (step?.kind !== 'set up') throw new Error('It needs no setup.')
    world.requests.length = 0
    void step.setUp.confirm('123456')
    await expect.poll(() => openPage).toHaveBeenCalledOnce()
    expect(world.requests.slice(0, 2)).toEqual([
      post('/api/auth/token?touch=0'),
      post('/api/second-factor'),
    ])
  })

  it('stays signed out if the setup is left', async () => {
    const { session, world, identity, signedOut } = start()
    identity.startSetUp = async () => setUp
    world.refusals.push(needed())
    const step = await session.signIn(password)
    if (step?.kind !== 'set up') throw new Error('It needs no setup.')
    await step.cancel()
    expect(signedOut).toHaveBeenCalledOnce()
  })

  it('asks to sign in again in place once the API needs the code, and continues', async () => {
    const { session, world } = start({ portal: maria })
    world.refusals.push(needed())
    const reply = session.call(getPortal)
    await expect.poll(state).toMatchObject({ status: 'expired', notice: /with the code/ })
    await session.signIn(password)
    expect((await reply).person.uid).toBe('maria')
    expect(state().status).toBe('signed in')
  })

  it('sets up a second step for a reader who is signed in, after a recent sign-in, and shows it', async () => {
    const { session, world, identity, confirmReader } = start({ portal: maria })
    const tooOld = Object.assign(new Error(), { code: 'auth/requires-recent-login' })
    identity.startSetUp = vi.fn(async () => setUp)
    vi.mocked(identity.startSetUp).mockRejectedValueOnce(tooOld)
    const { confirm: confirmCode } = await session.startSetUp()
    expect(confirmReader).toHaveBeenCalledOnce()
    world.api = portalOf({ secondFactor: { isOn: true } })
    await confirmCode('123456')
    expect(state().portal?.person.secondFactor).toEqual({ isOn: true })
    expect(world.requests).toContain(post('/api/second-factor'))
  })

  it('doesn’t set up a second step if the reader doesn’t confirm that it is them', async () => {
    const { session, identity, confirmReader } = start({ portal: maria })
    confirmReader.mockResolvedValueOnce(false)
    identity.startSetUp = async () => {
      throw Object.assign(new Error(), { code: 'auth/requires-recent-login' })
    }
    await expect(session.startSetUp()).rejects.toThrow('That took too long.')
  })
})

describe('signing in', () => {
  it('opens the reader’s own page, at the requested address', async () => {
    history.replaceState(null, '', '/login?next=%2Fmeetings%2F2026%2Fq%2F4%23papers')
    const { session, world, openPage } = start()
    void session.signIn(password)
    await expect.poll(() => openPage.mock.calls).toEqual([['/meetings/2026/q/4#papers']])
    expect(world.requests).toContain('POST /api/auth/token?touch=0')
    expect(state().status).toBe('loading')
  })

  it('reopens the current address for a reader whose cookie has expired', async () => {
    const { openPage, emitToken, listening } = start()
    await listening()
    emitToken('token of the last visit')
    await expect.poll(() => openPage.mock.calls).toEqual([[undefined]])
    // The SDK may report the token again before the page is left.
    emitToken('token of the last visit')
    expect(state().status).toBe('loading')
  })

  it('asks for cookies if the new page doesn’t know its reader either', async () => {
    const first = start()
    void first.session.signIn(password)
    await expect.poll(() => first.openPage).toHaveBeenCalledOnce()
    const { openPage, emitToken, listening } = start()
    await listening()
    emitToken('token')
    await expect
      .poll(() => state().notice)
      .toMatch(/^Your browser isn’t keeping the portal’s cookie/)
    expect(openPage).not.toHaveBeenCalled()
    start({ portal: maria })
    expect(state().status).toBe('signed in')
  })

  it('follows another tab', async () => {
    const { openPage, emitToken, listening } = start()
    await listening()
    emitToken(undefined)
    expect(state().status).toBe('signed out')
    emitToken('token of the other tab')
    await expect.poll(() => openPage).toHaveBeenCalledOnce()
  })

  it('renews the cookie once for all files that need it, and returns whether that worked', async () => {
    const { session, world } = start({ portal: maria })
    expect(await Promise.all([session.renewCookie(), session.renewCookie()])).toEqual([true, true])
    expect(world.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    world.reachable = false
    expect(await session.renewCookie()).toBe(false)
  })

  it('isn’t undone by an unreachable server when the portal is opened', async () => {
    const { world, signedOut, emitToken, listening } = start()
    await listening()
    world.reachable = false
    emitToken('token of the last visit')
    await expect.poll(() => state().status).toBe('signed out')
    expect(state().notice).toMatch(/^Unable to connect to server/)
    expect(signedOut).not.toHaveBeenCalled()
  })

  it('signs a Google account of another domain out at once, and explains why', async () => {
    const { session, world, signedOut } = start()
    world.google = 'someone@evil-larkspur.example'
    await expect(session.signIn({ kind: 'google' })).rejects.toThrow(
      'Access restricted to @larkspur.example email addresses only.',
    )
    expect(signedOut).toHaveBeenCalledOnce()
    expect(world.requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  it('shows a message when the server can’t be reached', async () => {
    const { session, world } = start()
    world.reachable = false
    await expect(session.signIn(password)).rejects.toThrow(
      'Unable to connect to server. Please check your connection and try again.',
    )
  })
})

describe('signing out', () => {
  it('leaves nothing that was read on the device, except its settings', async () => {
    const { session, queries, signedOut } = start({ portal: maria })
    queries.setQueryData(['directory'], ['a person'])
    keepPaper('/a', { length: 1, pieceSize: 1 }).add(0, Uint8Array.of(1))
    for (const key of ['governanceMappings', 'communicationsMappings']) {
      localStorage.setItem(key, '{}')
    }
    sessionStorage.setItem('upcoming', '[]')
    localStorage.setItem('portal.viewer-height', '80')
    await session.signOut()
    expect(state().status).toBe('signed out')
    expect(signedOut).toHaveBeenCalledOnce()
    expect(queries.getQueryData(['directory'])).toBeUndefined()
    expect(recallPaper('/a')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
    expect(Object.keys(localStorage)).toEqual(['portal.viewer-height'])
  })

  it('notifies the API while it still has the token, and opens a new page', async () => {
    const { session, world, signedOut, openPage } = start({ portal: maria })
    signedOut.mockImplementation(async () => void world.requests.push('signed out of the SDK'))
    await session.signOut()
    expect(world.requests.slice(-2)).toEqual(['DELETE /api/auth/token', 'signed out of the SDK'])
    expect(openPage).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('leads to sign-in from the other tabs, with the reason and the way back', async () => {
    start({ portal: maria })
    localStorage.setItem('governanceMappings', '{}')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    new BroadcastChannel('portal-session').postMessage('signed out')
    await expect.poll(state).toEqual({
      status: 'signed out',
      isRequested: true,
      notice: 'You signed out in another tab. Please sign in again.',
    })
    expect(localStorage.getItem('governanceMappings')).toBeNull()
  })

  it('changes nothing in a tab that shows sign-in already', async () => {
    const { emitToken, listening } = start()
    await listening()
    deviceReader.set('maria')
    emitToken(undefined)
    const shown = state()
    expect(shown.notice).toBe('Your sign-in has expired. Please sign in again.')
    const channel = new BroadcastChannel('portal-session')
    const listener = vi.fn()
    channel.addEventListener('message', listener)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    new BroadcastChannel('portal-session').postMessage('signed out')
    await expect.poll(() => listener).toHaveBeenCalledOnce()
    expect(state()).toBe(shown)
  })

  it('stays on the page when the server could not be notified', async () => {
    const { session, world, openPage } = start({ portal: maria })
    world.reachable = false
    await session.signOut()
    expect(state().status).toBe('signed out')
    expect(openPage).not.toHaveBeenCalled()
  })

  it('completes the sign-out at the next visit when the server could not be notified', async () => {
    const { session, world } = start({ portal: maria })
    world.reachable = false
    await session.signOut()
    expect(state().status).toBe('signed out')
    // The cookie still exists, so the next page has the portal's data in it.
    const next = start({ portal: maria })
    expect(state().status).toBe('signed out')
    await expect.poll(() => next.signedOut).toHaveBeenCalledOnce()
    expect(next.world.requests.some((request) => request.startsWith('DELETE'))).toBe(true)
    void next.session.signIn(password)
    await expect.poll(() => next.openPage).toHaveBeenCalledOnce()
    setSession({ status: 'loading' })
    start({ portal: maria })
    expect(state().status).toBe('signed in')
  })
})

describe('a page that views the portal as a member', () => {
  const viewing = portalOf({ uid: 'ruth', viewsAs: 'member-drafts' })
  const body = { title: 'Bylaws' }
  const save = { params: { id: 'governance-bylaws' }, body, revision: 1 }

  it('marks each of its requests as part of a member view', async () => {
    const { session, world, listening } = start({ portal: viewing, api: viewing })
    await listening()
    await session.call(getPortal)
    await session.renewCookie()
    expect(new Set(world.views)).toEqual(new Set(['member-drafts']))
  })

  it('sends no changes, even to an API that would accept them, but still sends reports', async () => {
    const { session, world } = start({ portal: viewing, api: viewing })
    await expect(session.call(saveMapping, save)).rejects.toMatchObject({
      code: 'forbidden',
      message: /^You are viewing the portal as a member/,
    })
    await session.call(sendReport, { body: { message: 'It broke', path: '/' } }).catch(() => {})
    expect(world.requests.filter((request) => !request.startsWith('GET'))).toEqual(
      expect.arrayContaining(['POST /api/reports']),
    )
    expect(world.requests.join()).not.toContain('resource-mappings')
  })

  it('ends once the API no longer grants it', async () => {
    const { session, world, openPage } = start({ portal: viewing, api: viewing })
    await session.call(getPortal)
    expect(openPage).not.toHaveBeenCalled()
    world.api = ruth
    await session.call(getPortal)
    expect(openPage).toHaveBeenCalledWith()
  })

  it('continues as the same view after its sign-in has expired', async () => {
    const { session, emitToken, listening } = start({ portal: viewing, api: viewing })
    await listening()
    emitToken(undefined)
    await session.signIn(password)
    expect(state()).toMatchObject({ status: 'signed in', portal: { person: viewing.person } })
  })
})

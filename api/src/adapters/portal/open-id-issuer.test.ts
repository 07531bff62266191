import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnSignIn } from '../../platform/identity/own-sign-in.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { promptOf } from './open-id-issuer.ts'
import { ownSignIn } from './portal-fixture.ts'
import { type ProviderAccount, startProvider } from './provider-fixture.ts'

const redirectUri = 'http://portal.test/api/identity/issuer/return'
const home = { address: '198.51.100.7' }
const wei: ProviderAccount = {
  sub: 'wei-1',
  email: 'wei.chen@larkspur.example',
  name: 'Wei Chen',
  picture: 'https://lh3.googleusercontent.com/a/wei',
}
const password = 'four words of a board'
const refused = { code: 'unauthenticated' }

let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider(redirectUri)
})
afterAll(() => provider.stop())

let own: OwnSignIn
let time: number
const opened = (isTrusted = true, store = openSqliteStore({ path: ':memory:' })) => {
  const settings = { ...provider.settings, isTrusted }
  return ownSignIn(store, () => new Date(time), { provider: settings })
}
beforeEach(() => {
  time = Date.now()
  own = opened()
})

async function signInAs(person?: ProviderAccount, as?: string) {
  const { url, secret } = await own.calls.startAtIssuer({ as })
  const address = await provider.signIn(url, person)
  await own.calls.returnFromIssuer(secret, address)
  const outcome = await own.calls.finishAtIssuer({ secret, as }, home)
  if (outcome.kind !== 'signedIn') throw new Error('A code is needed.')
  return outcome
}

describe('signing in with an OpenID provider', () => {
  it('creates an account for a person of the foundation, and finds it again', async () => {
    const first = await signInAs(wei)
    expect(await own.identity.verify(first.token)).toMatchObject({
      email: wei.email,
      emailVerified: true,
      displayName: 'Wei Chen',
      photoUrl: wei.picture,
      provider: 'google.com',
      createdByAdmin: false,
    })
    const second = await signInAs({ ...wei, name: 'Wei Chen-Park' })
    expect(second.uid).toBe(first.uid)
    expect(await own.accounts.get(first.uid)).toMatchObject({ displayName: 'Wei Chen-Park' })
    expect((await own.accounts.list()).accounts).toHaveLength(1)
  })

  it('asks for a sign-in, with PKCE, state and nonce', async () => {
    await signInAs(wei)
    const parameters = Object.fromEntries(provider.lastRequest())
    expect(parameters).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'login',
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(parameters[name]).toMatch(/^[\w-]{43}$/)
    }
  })

  it('signs in with either secret while the client’s secret is replaced', async () => {
    const { clientSecret } = provider.settings
    const withSecrets = (secret: string, previousClientSecret?: string) => {
      const settings = { ...provider.settings, clientSecret: secret, previousClientSecret }
      own = ownSignIn(openSqliteStore({ path: ':memory:' }), undefined, { provider: settings })
    }
    // The provider doesn't know the new one yet.
    withSecrets('the next secret', clientSecret)
    expect(await signInAs(wei)).toMatchObject({ email: wei.email })
    // It has forgotten the old one.
    withSecrets(clientSecret, 'the secret before')
    expect(await signInAs(wei)).toMatchObject({ email: wei.email })
    withSecrets('the next secret')
    await expect(signInAs(wei)).rejects.toMatchObject(refused)
    withSecrets('the next secret', 'the secret before')
    await expect(signInAs(wei)).rejects.toMatchObject(refused)
  })

  it('lets people choose an account at Google', () => {
    expect(promptOf('https://accounts.google.com', { isAgain: false })).toBe('select_account')
    expect(promptOf('https://accounts.google.com', { isAgain: true })).toBe('login')
  })

  it('gives the name of Google only to a provider that is trusted like it', async () => {
    own = opened(false)
    const { token } = await signInAs(wei)
    expect(await own.identity.verify(token)).toMatchObject({ provider: 'oidc' })
  })

  it('takes admin rights and sign-ins away with the setting that gave them', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    own = opened(true, store)
    const { token, renewal } = await signInAs(wei)
    own = opened(false, store)
    expect(await own.identity.verify(token)).toMatchObject({ provider: 'oidc' })
    expect(await own.calls.renew(renewal.secret)).toMatchObject({ provider: 'oidc' })
    own = ownSignIn(store, () => new Date(time))
    await expect(own.identity.verify(token)).rejects.toMatchObject(refused)
    await expect(own.calls.renew(renewal.secret)).rejects.toMatchObject(refused)
  })

  it.each([
    ['another domain', { ...wei, email: 'wei@evil-larkspur.example' }],
    ['a domain below the foundation’s', { ...wei, email: 'wei@a.larkspur.example' }],
    ['an address that isn’t verified', { ...wei, email_verified: false }],
    ['no address', { ...wei, email: '' }],
  ])('refuses a person with %s, and stores nothing', async (_, person) => {
    await expect(signInAs(person)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Access restricted to @larkspur.example email addresses only.',
    })
    expect((await own.accounts.list()).accounts).toEqual([])
  })

  it('reports a person who cancels', async () => {
    await expect(signInAs()).rejects.toMatchObject({
      message: 'Sign-in cancelled. Please try again.',
    })
  })

  it('gives the page that waits the reason of a refusal', async () => {
    const { url, secret } = await own.calls.startAtIssuer({})
    const address = await provider.signIn(url, { ...wei, email: 'wei@elsewhere.example' })
    await expect(own.calls.returnFromIssuer(secret, address)).rejects.toThrow('Access restricted')
    await expect(own.calls.finishAtIssuer({ secret }, home)).rejects.toMatchObject({
      message: 'Access restricted to @larkspur.example email addresses only.',
    })
  })

  it('accepts an answer only for the request of the same browser, once', async () => {
    const mine = await own.calls.startAtIssuer({})
    const theirs = await own.calls.startAtIssuer({})
    const address = await provider.signIn(mine.url, wei)
    // A stranger has the answer, or sends the person theirs.
    await expect(own.calls.returnFromIssuer(theirs.secret, address)).rejects.toMatchObject(refused)
    await expect(own.calls.returnFromIssuer('', address)).rejects.toMatchObject(refused)
    const forged = new URL(address)
    forged.searchParams.set('state', 'another')
    await expect(own.calls.returnFromIssuer(mine.secret, forged)).rejects.toMatchObject(refused)
    await own.calls.returnFromIssuer(mine.secret, address)
    await expect(own.calls.returnFromIssuer(mine.secret, address)).rejects.toMatchObject(refused)
    await expect(own.calls.finishAtIssuer({ secret: theirs.secret }, home)).rejects.toMatchObject(
      refused,
    )
    const { secret } = mine
    const both = await Promise.allSettled([
      own.calls.finishAtIssuer({ secret }, home),
      own.calls.finishAtIssuer({ secret }, home),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps the account of a person whose address changes', async () => {
    const { uid } = await signInAs(wei)
    const moved = await signInAs({ ...wei, email: 'wei.park@larkspur.example' })
    expect(moved).toMatchObject({ uid, email: 'wei.park@larkspur.example' })
    // The earlier address is free again.
    const heir = await signInAs({ sub: 'heir', email: wei.email })
    expect(heir.uid).not.toBe(uid)
  })

  it('refuses another person who now has the address of an account', async () => {
    await signInAs(wei)
    await expect(signInAs({ ...wei, sub: 'somebody-else' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('takes over the password account of the same address, and removes its password', async () => {
    const { uid } = await own.accounts.create({ email: wei.email, password })
    const given = { email: wei.email, password }
    const before = await own.calls.signIn(given, home)
    if (before.kind !== 'signedIn') throw new Error('A code is needed.')
    time += 2000
    const { uid: after } = await signInAs(wei)
    expect(after).toBe(uid)
    expect(await own.accounts.get(uid)).toMatchObject({ providers: ['google.com'] })
    await expect(own.calls.signIn(given, home)).rejects.toMatchObject(refused)
    await expect(own.calls.renew(before.renewal.secret)).rejects.toMatchObject(refused)
  })

  it('confirms the person who is signed in, and nobody else', async () => {
    const { uid } = await signInAs(wei)
    await signInAs(wei, uid)
    expect(Object.fromEntries(provider.lastRequest())).toMatchObject({
      prompt: 'login',
      login_hint: wei.email,
    })
    const ada = { sub: 'ada', email: 'ada.park@larkspur.example' }
    await expect(signInAs(ada, uid)).rejects.toMatchObject({
      message: 'Please choose the account that you are signed in with.',
    })
  })

  it('refuses a disabled account', async () => {
    const { uid } = await signInAs(wei)
    await own.accounts.update(uid, { disabled: true })
    await expect(signInAs(wei)).rejects.toThrow('This account has been disabled')
  })

  it('is unavailable while the provider can’t be reached, and works again afterwards', async () => {
    const gone = { ...provider.settings, issuer: 'http://127.0.0.1:9' }
    own = ownSignIn(openSqliteStore({ path: ':memory:' }), undefined, { provider: gone })
    await expect(own.calls.startAtIssuer({})).rejects.toMatchObject({ code: 'unavailable' })
    own = ownSignIn(openSqliteStore({ path: ':memory:' }))
    await expect(own.calls.startAtIssuer({})).rejects.toMatchObject({ code: 'notFound' })
  })
})

import type { PageOverride } from '@portal/contract/overrides'
import type { PageData } from '@portal/contract/portal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useInterface } from '../frame/interface-store.ts'
import { portalOf } from '../frame/portal-fixture.ts'
import { setSession } from '../session/session-store.ts'
import { wishKey } from './override-wish.ts'
import { enterOverride, followAddress } from './tab-override.ts'

const wish = 'mf=meetings@1.0.0-b'
const portal = portalOf()
const page = (override?: Partial<PageOverride>): PageData => ({
  config: portal.config,
  portal,
  ...(override ? { override: { asked: wish, remotes: [], ...override } } : {}),
})
const { portal: _signedOut, ...outside } = page()

const replace = vi.fn()
const reload = vi.fn()
const kept = () => sessionStorage.getItem(wishKey)
const open = (address: string) => history.replaceState(null, '', address)
const address = () => `${location.pathname}${location.search}${location.hash}`
/** The addresses that the page was asked for by once more. */
const askedFor = () => replace.mock.calls.map(([url]) => String(url).replace(location.origin, ''))

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(replace)
  vi.spyOn(location, 'reload').mockImplementation(reload)
  sessionStorage.clear()
  setSession({ status: 'loading' })
  useInterface.setState({ notices: {} })
})
afterEach(() => {
  vi.restoreAllMocks()
  replace.mockReset()
  reload.mockReset()
})

it('asks for the page once more by its wish, which leaves the address and stays with the tab', async () => {
  open('/directory?view=list#mf=meetings@1.0.0-b')
  expect(await enterOverride(page())).toBeUndefined()
  expect(askedFor()).toEqual(['/directory?view=list&mf=meetings%401.0.0-b'])
  expect(address()).toBe('/directory?view=list')
  expect(kept()).toBe(wish)
})

it('takes the page that was served for it', async () => {
  open('/directory?mf=meetings@1.0.0-b')
  const served = page({ remotes: [{ name: 'meetings', release: '1.0.0-b' }] })
  expect(await enterOverride(served)).toEqual(served)
  expect(askedFor()).toEqual([])
  expect(address()).toBe('/directory')
  expect(useInterface.getState().notices.override).toBeTruthy()
})

it('asks again after a reload, by what the tab keeps', async () => {
  open('/directory')
  sessionStorage.setItem(wishKey, wish)
  expect(await enterOverride(page())).toBeUndefined()
  expect(askedFor()).toEqual(['/directory?mf=meetings%401.0.0-b'])
})

it('waits until it is known who asks', async () => {
  open('/directory#mf=meetings@1.0.0-b')
  expect(await enterOverride(outside)).toEqual(outside)
  expect(askedFor()).toEqual([])
  setSession({ status: 'signed in', portal })
  expect(askedFor()).toEqual(['/directory?mf=meetings%401.0.0-b'])
})

it('gives up where it is never served what it asks for', async () => {
  open('/')
  sessionStorage.setItem(wishKey, wish)
  const answers: unknown[] = []
  for (let times = 0; times < 4; times += 1) answers.push(await enterOverride(page()))
  expect(answers).toEqual([undefined, undefined, undefined, page()])
  expect(kept()).toBeNull()
})

it('says why a wish was refused, and keeps it no longer', async () => {
  open('/?mf=meetings@1.0.0-b')
  const refused = page({ refused: 'Only admins may do this.' })
  expect(await enterOverride(refused)).toBe(refused)
  expect(useInterface.getState().notices.override).toBeTruthy()
  expect(kept()).toBeNull()
})

it('ends at sign-out: whoever signs in next gets what is theirs', async () => {
  open('/?mf=meetings@1.0.0-b')
  await enterOverride(page({ remotes: [{ name: 'meetings', release: '1.0.0-b' }] }))
  setSession({ status: 'signed out', asked: true })
  expect(kept()).toBeNull()
  expect(useInterface.getState().notices.override).toBeUndefined()
})

it('is left by an address that asks for nothing', async () => {
  sessionStorage.setItem(wishKey, wish)
  open('/#mf=')
  expect(await enterOverride(page())).toEqual(page())
  expect([kept(), address()]).toEqual([null, '/'])
})

it('follows an address that is typed into the running tab', () => {
  open('/calendar#composition=meetings@1')
  followAddress()
  expect(askedFor()).toEqual(['/calendar?composition=meetings%401'])
  open('/calendar#mf=')
  followAddress()
  expect(reload).toHaveBeenCalledOnce()
  expect(kept()).toBeNull()
})

import type { PageOverride } from '@portal/contract/overrides'
import type { PageData } from '@portal/contract/portal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useInterface } from '../frame/interface-store.ts'
import { portalOf } from '../frame/portal-fixture.ts'
import { setSession } from '../session/session-store.ts'
import { awaitsPreview, overrideKey } from './override-request.ts'
import { enterOverride, followAddress } from './tab-override.ts'

const overridePattern = 'mf=meetings@1.0.0-b'
const portal = portalOf()
const page = (override?: Partial<PageOverride>): PageData => ({
  config: portal.config,
  portal,
  ...(override ? { override: { asked: overridePattern, remotes: [], ...override } } : {}),
})
const { portal: _signedOut, ...outside } = page()

const replace = vi.fn()
const reload = vi.fn()
const kept = () => sessionStorage.getItem(overrideKey)
const open = (address: string) => history.replaceState(null, '', address)
const address = () => `${location.pathname}${location.search}${location.hash}`
/** The addresses with which the page was requested again. */
const requestedUrls = () =>
  replace.mock.calls.map(([url]) => String(url).replace(location.origin, ''))

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

it('requests the page again with the override, which leaves the address and stays with the tab', async () => {
  open('/directory?view=list#mf=meetings@1.0.0-b')
  expect(await enterOverride(page())).toBeUndefined()
  expect(requestedUrls()).toEqual(['/directory?view=list&mf=meetings%401.0.0-b'])
  expect(address()).toBe('/directory?view=list')
  expect(kept()).toBe(overridePattern)
})

it('accepts the page that was served for it', async () => {
  open('/directory?mf=meetings@1.0.0-b')
  const served = page({ remotes: [{ name: 'meetings', release: '1.0.0-b' }] })
  expect(await enterOverride(served)).toEqual(served)
  expect(requestedUrls()).toEqual([])
  expect(address()).toBe('/directory')
  expect(useInterface.getState().notices.override).toBeTruthy()
})

it('requests again after a reload, from the tab’s storage', async () => {
  open('/directory')
  sessionStorage.setItem(overrideKey, overridePattern)
  expect(await enterOverride(page())).toBeUndefined()
  expect(requestedUrls()).toEqual(['/directory?mf=meetings%401.0.0-b'])
})

it('waits until the person is known', async () => {
  open('/directory#mf=meetings@1.0.0-b')
  expect(await enterOverride(outside)).toEqual(outside)
  expect(requestedUrls()).toEqual([])
  expect(kept()).toBe(overridePattern)
  // Signing in opens a new page.
  expect(await enterOverride(page())).toBeUndefined()
  expect(requestedUrls()).toEqual(['/directory?mf=meetings%401.0.0-b'])
})

it('gives up when the page is never served with the override', async () => {
  open('/')
  sessionStorage.setItem(overrideKey, overridePattern)
  const answers: unknown[] = []
  for (let times = 0; times < 4; times += 1) answers.push(await enterOverride(page()))
  expect(answers).toEqual([undefined, undefined, undefined, page()])
  expect(kept()).toBeNull()
})

it('explains why an override was refused, and drops it', async () => {
  open('/?mf=meetings@1.0.0-b')
  const refused = page({ refused: 'Only admins may do this.' })
  expect(await enterOverride(refused)).toBe(refused)
  expect(useInterface.getState().notices.override).toBeTruthy()
  expect(kept()).toBeNull()
})

it('ends at sign-out, so the next person gets the usual releases', async () => {
  open('/?mf=meetings@1.0.0-b')
  await enterOverride(page({ remotes: [{ name: 'meetings', release: '1.0.0-b' }] }))
  setSession({ status: 'signed out', isRequested: true })
  expect(kept()).toBeNull()
  expect(useInterface.getState().notices.override).toBeUndefined()
})

it('opens a preview by the link of its secret, which leaves the address', async () => {
  const query = `preview=${'s'.repeat(43)}`
  open(`/meetings#${query}`)
  expect(awaitsPreview()).toBe(false)
  expect(await enterOverride(outside)).toEqual(outside)
  expect(address()).toBe('/meetings')
  // The sign-in says what it is for.
  expect(awaitsPreview()).toBe(true)
  expect(await enterOverride(page())).toBeUndefined()
  expect(requestedUrls()).toEqual([`/meetings?${query}`])
  const remotes = [{ name: 'meetings', release: '1.0.0-b' }]
  const served = page({ asked: query, remotes })
  expect(await enterOverride(served)).toEqual(served)
})

it('ends with an empty override in the address', async () => {
  sessionStorage.setItem(overrideKey, overridePattern)
  open('/#mf=')
  expect(await enterOverride(page())).toEqual(page())
  expect([kept(), address()]).toEqual([null, '/'])
})

it('follows an address that is typed into the running tab', () => {
  open('/calendar#composition=meetings@1')
  followAddress()
  expect(requestedUrls()).toEqual(['/calendar?composition=meetings%401'])
  open('/calendar#mf=')
  followAddress()
  expect(reload).toHaveBeenCalledOnce()
  expect(kept()).toBeNull()
})

import type { MemberView } from '@portal/contract/member-view'
import type { PageData, Person } from '@portal/contract/portal'
import { PortalContext } from '@portal/remote-kit/portal'
import { cleanup, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearReaderData } from '../clear-reader-data.ts'
import { dismissNotice, useInterface } from '../frame/interface-store.ts'
import { portalOf } from '../frame/portal-fixture.ts'
import { enterMemberView } from './enter-member-view.ts'
import { hasMemberView, memberViewKey, returnAddress } from './member-view-request.ts'

const pageOf = (person: Partial<Person>): PageData => {
  const portal = portalOf(person)
  return { config: portal.config, portal }
}
const adminsPage = pageOf({ isAdmin: true })
const viewed = (viewsAs: MemberView, whose: Partial<Person> = {}) => pageOf({ viewsAs, ...whose })

/** Renders the notice of the view, over an API that has one committee. */
function renderNotice() {
  const bodies = [{ id: 'finance', name: 'Finance Committee' }]
  const call = vi.fn(async () => ({ bodies, terms: [] }))
  const portal = { ...portalOf(), call: call as never, toast: vi.fn(), report: vi.fn() }
  const notice = createElement(useInterface.getState().notices.memberView!)
  const inPortal = createElement(PortalContext, { value: portal }, notice)
  render(createElement(QueryClientProvider, { client: new QueryClient() }, inPortal))
  return screen.getByRole('region', { name: 'Viewing as a member' })
}

const replace = vi.fn()
const assign = vi.fn()
const isolate = vi.fn()
const enter = (page: PageData) => enterMemberView(page, isolate)
const open = (address: string) => history.replaceState(null, '', address)
const address = () => `${location.pathname}${location.search}${location.hash}`
const requested = () => replace.mock.calls.map(([url]) => String(url).replace(location.origin, ''))
const kept = () => sessionStorage.getItem(memberViewKey)

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(replace)
  vi.spyOn(location, 'assign').mockImplementation(assign)
  sessionStorage.clear()
  localStorage.clear()
  open('/')
})
afterEach(() => {
  dismissNotice('memberView')
  vi.restoreAllMocks()
  replace.mockReset()
  assign.mockReset()
  isolate.mockReset()
})

it('loads nothing in a tab that doesn’t request it', () => {
  expect(hasMemberView(adminsPage)).toBe(false)
  open('/directory?as=member')
  expect(hasMemberView(adminsPage)).toBe(true)
})

it('stores the view of the served page for the tab, and removes it from the address', () => {
  open('/meetings/2027/q/1?as=member-drafts&material=agenda#top')
  const page = viewed('member-drafts')
  expect(enter(page)).toBe(page)
  expect(address()).toBe('/meetings/2027/q/1?material=agenda#top')
  expect(kept()).toBe('member-drafts')
  expect(requested()).toEqual([])
  expect(isolate).toHaveBeenCalledOnce()
})

it('requests the page again in the tab’s view, as after a reload', () => {
  sessionStorage.setItem(memberViewKey, 'member')
  open('/governance?x=1#top')
  expect(hasMemberView(adminsPage)).toBe(true)
  expect(enter(adminsPage)).toBeUndefined()
  expect(requested()).toEqual(['/governance?x=1&as=member#top'])
})

it.each([
  ['an API without such views', adminsPage],
  ['a reader without admin rights', pageOf({})],
])('ends the view, without a loop, with %s', (_, page) => {
  sessionStorage.setItem(memberViewKey, 'member-drafts')
  open('/governance?as=member-drafts')
  expect(enter(page)).toBe(page)
  expect(requested()).toEqual([])
  expect(kept()).toBeNull()
  expect(useInterface.getState().notices.memberView).toBeUndefined()
  expect(isolate).not.toHaveBeenCalled()
})

it('ends the view when the browser’s Back leads to the admin area', () => {
  sessionStorage.setItem(memberViewKey, 'member-drafts')
  open('/admin/meeting-agenda')
  expect(enter(adminsPage)).toBe(adminsPage)
  expect(kept()).toBeNull()
})

it('ends the view of a reader who is signed out', () => {
  sessionStorage.setItem(memberViewKey, 'member-drafts')
  const signedOut: PageData = { config: adminsPage.config }
  expect(enter(signedOut)).toBe(signedOut)
  expect(kept()).toBeNull()
})

it('ends at sign-out', () => {
  enter(viewed('member'))
  clearReaderData(new QueryClient())
  expect(kept()).toBeNull()
})

it('switches what is shown, and returns to the admin screen', async () => {
  open('/directory')
  returnAddress.keep({ pathname: '/admin/directory', search: '?q=lopez', hash: '' })
  enter(viewed('member-drafts'))
  const region = renderNotice()
  expect(region.textContent).toContain('Members don’t see titles with “Draft:” yet.')
  await userEvent.click(screen.getByRole('radio', { name: 'What members see now' }))
  expect(requested()).toEqual(['/directory?as=member'])
  await userEvent.click(screen.getByRole('button', { name: 'Back to admin' }))
  expect(assign).toHaveBeenCalledWith('/admin/directory?q=lopez')
  expect(kept()).toBeNull()
})

it('views as a member of a body, and keeps whose view it is when the drafts are hidden', async () => {
  open('/directory')
  enter(viewed('member-drafts'))
  renderNotice()
  const choice = screen.getByRole('combobox', { name: 'Whose view' })
  await screen.findByRole('option', { name: 'As a member of Finance Committee' })
  await userEvent.selectOptions(choice, 'As a member of Finance Committee')
  expect(requested()).toEqual(['/directory?as=member-drafts.in.finance'])
  cleanup()
  enter(viewed('member-drafts', { viewsAsMemberOf: 'finance' }))
  const region = renderNotice()
  await vi.waitFor(() => expect(region.textContent).toContain('as a member of Finance Committee'))
  await userEvent.click(screen.getByRole('radio', { name: 'What members see now' }))
  expect(requested().at(-1)).toBe('/directory?as=member.in.finance')
})

it('views as a guest of the meeting that the page is about', async () => {
  open('/meetings/2026/q/4/agenda')
  enter(viewed('member'))
  renderNotice()
  const choice = screen.getByRole('combobox', { name: 'Whose view' })
  await userEvent.selectOptions(choice, 'As a guest of Q4 2026')
  expect(requested()).toEqual(['/?as=member.at.2026-Q4'])
  cleanup()
  enter(viewed('member', { viewsAsGuestOf: '2026-Q4', kind: 'guest' }))
  expect(kept()).toBe('member.at.2026-Q4')
  expect(renderNotice().textContent).toContain('as a guest of Q4 2026, read only')
})

it('returns to the admin area’s start if it was opened by its address', () => {
  expect(returnAddress.get()).toBe('/admin')
})

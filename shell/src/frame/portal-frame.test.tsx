import { settingIn } from '@portal/contract/device-settings'
import type { PortalReply } from '@portal/contract/portal'
import type { NavigationEntry } from '@portal/contract/releases'
import type { Remote } from '@portal/remote-kit/remote'
import { PortalContext } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { HostContext } from '../host.ts'
import type { LoadedRemote } from '../load-remote.ts'
import { setTextSize, useInterface } from './interface-store.ts'
import { returnAddress } from '../member-view/member-view-request.ts'
import { PortalFrame } from './portal-frame.tsx'
import { noAccount, portalOf } from './portal-fixture.ts'

const calendar = { to: '/calendar', label: 'Board Calendar', icon: 'calendar-days', order: 20 }
const admin = { to: '/admin', label: 'Admin', icon: 'shield', order: 60 }
const ofMembers: NavigationEntry[] = [
  calendar,
  { to: '/governance', label: 'Governance & Policies', icon: 'landmark', order: 30 },
  { to: '/communications', label: 'Communications Resources', icon: 'megaphone', order: 40 },
  { to: '/directory', label: 'Board & Staff Directory', icon: 'users', order: 50 },
]

const page = (title: string) => <PageHeader title={title} />
const paper = (
  <ReadingView paper="budget" title="Budget" back={undefined}>
    <p>The pages</p>
  </ReadingView>
)

function open(
  reply: PortalReply = portalOf({}, ofMembers),
  remote: Partial<Remote> = {},
  at = '/',
) {
  const signOut = vi.fn(async () => {})
  const portal = { ...reply, call: vi.fn(), toast: vi.fn(), report: vi.fn() }
  const loader = {
    load: vi.fn(async () => ({ remote }) as LoadedRemote),
    good: vi.fn(),
    hasAnother: () => false,
    failed: vi.fn(),
    reset: vi.fn(),
    checkEvaluated: vi.fn(),
    misbehaved: vi.fn(),
  }
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: <PortalFrame />,
        children: [
          { index: true, element: page('Good morning') },
          { path: 'paper', element: paper },
          { path: 'hebrew', element: page('דוח [2026]') },
          { path: '*', element: page('Board Calendar') },
        ],
      },
    ],
    { initialEntries: [at] },
  )
  render(
    <PortalContext value={portal}>
      <HostContext
        value={{
          composition: reply.composition,
          loader,
          reference: '1f3c9a2e',
          signOut,
          ...noAccount,
        }}
      >
        <RouterProvider router={router} />
      </HostContext>
    </PortalContext>,
  )
  return { signOut, user: userEvent.setup(), router }
}

const places = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => {
  localStorage.clear()
  useInterface.setState({ menuFolded: false, textSize: 'A' })
})

it('links a member to the portal’s pages, but not to Admin', () => {
  open()
  expect(places()).toEqual([
    'Dashboard',
    'Board Calendar',
    'Governance & Policies',
    'Communications Resources',
    'Board & Staff Directory',
  ])
})

it('links an admin to Admin too', () => {
  open(portalOf({ isAdmin: true }, [...ofMembers, admin]))
  expect(places().at(-1)).toBe('Admin')
})

it('hides Admin from an admin whose rights have ended while the page was open', () => {
  open(portalOf({ isAdmin: false }, [...ofMembers, admin]))
  expect(places()).not.toContain('Admin')
})

it('marks the current page, sets the window’s title and moves the focus to the heading', async () => {
  const { user } = open()
  await user.click(screen.getByRole('link', { name: 'Board Calendar' }))
  expect(screen.getByRole('link', { name: 'Board Calendar', current: 'page' })).toBeTruthy()
  const heading = screen.getByRole('heading', { level: 1, name: 'Board Calendar' })
  expect(document.activeElement).toBe(heading)
  expect(document.title).toBe('Board Calendar – Board Portal')
})

it('keeps a right-to-left heading apart from the rest of the window’s title', async () => {
  const { router } = open()
  await act(() => router.navigate('/hebrew'))
  expect(document.title).toBe('\u2068דוח [2026]\u2069 – Board Portal')
})

it('leaves the focus in a paper that fills the page', async () => {
  const { router } = open()
  await act(() => router.navigate('/paper'))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Budget' }))
  expect(document.title).toBe('Budget – Board Portal')
})

it('marks an entry on the pages below it, and the dashboard only on its own page', async () => {
  const { router } = open()
  const marked = () => screen.getAllByRole('link', { current: 'page' }).map((a) => a.textContent)
  expect(marked()).toEqual(['Dashboard'])
  await act(() => router.navigate('/governance/travel-expense-policy'))
  expect(marked()).toEqual(['Governance & Policies'])
})

it('leaves a click for a new tab to the browser', async () => {
  const { user, router } = open()
  const left = vi.fn((event: MouseEvent) => event.preventDefault())
  addEventListener('click', left, { once: true })
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('link', { name: 'Board Calendar' }))
  expect(left.mock.calls[0]?.[0].ctrlKey).toBe(true)
  expect(router.state.location.pathname).toBe('/')
})

it('adds no history entry for the current page', async () => {
  const { user, router } = open()
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  expect(router.state.historyAction).toBe('REPLACE')
  await user.click(screen.getByRole('link', { name: 'Board Calendar' }))
  expect(router.state.historyAction).toBe('PUSH')
})

it('keeps a collapsed menu collapsed, with accessible labels', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Fold menu' }))
  expect(screen.getByRole('button', { name: 'Unfold menu', expanded: false })).toBeTruthy()
  expect(places()).toContain('Board Calendar')
  expect(settingIn(document.cookie, 'menu-folded')).toBe('true')
})

it('links to help by e-mail in the menu, collapsed or not', async () => {
  const { user } = open()
  const unfolded = screen.getByRole('link', { name: 'Contact your Board Liaison' })
  expect(unfolded.getAttribute('href')).toMatch(/^mailto:.+@.+\?subject=Board%20Portal$/)
  await user.click(screen.getByRole('button', { name: 'Fold menu' }))
  const folded = screen.getByRole('link', { name: 'Need help? Contact your Board Liaison' })
  expect(folded.getAttribute('href')).toBe(unfolded.getAttribute('href'))
})

it('lets the keyboard skip the menu', async () => {
  const { user } = open()
  await user.tab()
  const skip = screen.getByRole('link', { name: 'Skip to content' })
  expect(document.activeElement).toBe(skip)
  expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
  expect(screen.getByRole('main').tabIndex).toBe(-1)
})

it('shows who is signed in, and signs out', async () => {
  const { user, signOut } = open()
  await user.click(screen.getByRole('button', { name: 'Account of Maria Lopez' }))
  expect(await screen.findByText('maria.lopez@larkspur.example')).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  expect(signOut).toHaveBeenCalledOnce()
})

it('calls a reader without a name “User”', async () => {
  const { displayName: _none, ...nameless } = portalOf().person
  const { user } = open({ ...portalOf({}, ofMembers), person: nameless })
  await user.click(screen.getByRole('button', { name: 'Account of User' }))
  expect(await screen.findByText('User', { selector: 'b' })).toBeTruthy()
})

it('keeps the reader’s text size on the device', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Largest text (A++)' }))
  expect(document.documentElement.dataset['textSize']).toBe('A++')
  expect(settingIn(document.cookie, 'text-size')).toBe('A++')
  act(() => setTextSize('A'))
})

it('has the same entries in the slide-over, which closes after a navigation', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Board Portal' })
  await user.click(within(menu).getByRole('link', { name: 'Board Calendar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeTruthy()
})

it('shows that the reader is offline, and what stays readable', () => {
  open()
  // Screen readers only notice what appears in a region that they know.
  const regions = screen.getAllByRole('status')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  const message = screen.getByText(/Papers you opened stay readable until you reload\./)
  expect(regions).toContain(message.closest('[role=status]'))
  online.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.queryByText(/You are offline/)).toBeNull()
  online.mockRestore()
})

const ruth = portalOf({ isAdmin: true }, [...ofMembers, admin])
const viewLink = () => screen.findByRole('link', { name: 'View as a member' })

it('takes an admin from a screen to the members’ page that it is about, and remembers the way back', async () => {
  const membersPage = vi.fn(() => '/meetings/2027/q/1')
  const address = '/admin/meetings/resource-mappings?year=2027&quarter=1#slot-x'
  open(ruth, { membersPage }, address)
  const link = await viewLink()
  await expect.poll(() => link.getAttribute('href')).toBe('/meetings/2027/q/1?as=member-drafts')
  expect(membersPage).toHaveBeenCalledWith(
    expect.objectContaining({
      pathname: '/admin/meetings/resource-mappings',
      search: '?year=2027&quarter=1',
    }),
    expect.objectContaining({ person: ruth.person }),
  )
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(returnAddress.get()).toBe(address)
})

it.each([
  ['/meetings/2026-12-11-finance/agenda', 'member-drafts.in.finance'],
  ['/meetings/2026-12-11-board/agenda', 'member-drafts'],
])('shows %s as its readers see it', async (shown, view) => {
  open(ruth, { membersPage: () => shown }, '/admin/directory')
  const link = await viewLink()
  await expect.poll(() => link.getAttribute('href')).toBe(`${shown}?as=${view}`)
})

it('links to the dashboard from the screens of an older admin remote', async () => {
  open(ruth, {}, '/admin/directory')
  expect((await viewLink()).getAttribute('href')).toBe('/?as=member-drafts')
})

it.each([
  ['an admin on a members’ page', ruth, '/calendar'],
  ['a member', portalOf({}, [...ofMembers, admin]), '/admin'],
])('offers no member view to %s', async (_, reply, at) => {
  open(reply, {}, at)
  await import('../member-view/view-as-member.tsx')
  await act(async () => {})
  expect(screen.queryByRole('link', { name: 'View as a member' })).toBeNull()
})

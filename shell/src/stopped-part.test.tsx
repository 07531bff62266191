import type { Composition, StoppedRemote } from '@portal/contract/releases'
import { PortalContext } from '@portal/remote-kit/portal'
import { defineRemote } from '@portal/remote-kit/remote'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { noAccount, portalOf } from './frame/portal-fixture.ts'
import { HostContext } from './host.ts'
import { createPortalRouter } from './routes.tsx'

const meetings: StoppedRemote = {
  name: 'meetings',
  routes: ['/calendar', '/meetings'],
  navigation: [{ to: '/calendar', label: 'Board Calendar', icon: 'calendar-days', order: 20 }],
  slots: [{ slot: 'dashboard', component: 'upcoming', order: 10 }],
}
const governance: StoppedRemote = {
  name: 'governance',
  routes: ['/governance', '/:resourceId'],
  navigation: [{ to: '/governance', label: 'Governance', icon: 'landmark', order: 30 }],
  slots: [],
}
const directory = composedRelease({
  name: 'directory',
  routes: ['/directory'],
  navigation: [{ to: '/directory', label: 'Directory', icon: 'users', order: 50 }],
})
const composition: Composition = {
  id: 'directory@1~meetings@-~governance@-',
  remotes: [{ name: 'directory', releases: [directory] }],
  stopped: [meetings, governance],
}
const sentence =
  /^This part of the portal is switched off for the moment\. Your Board Liaison can tell you more\.$/

function open(path: string, { isAdmin = false } = {}) {
  history.replaceState(null, '', path)
  const reply = portalOf({ isAdmin })
  const load = vi.fn(async () => ({
    remote: defineRemote({
      name: 'directory',
      navigation: [],
      owns: ['/directory'],
      routes: [{ path: '/directory', element: <h1 id="page-title">Everyone</h1> }],
    }),
    release: directory,
  }))
  const loader = {
    load,
    good: vi.fn(),
    hasAnother: () => false,
    failed: vi.fn(),
    reset: vi.fn(),
    checkEvaluated: vi.fn(),
    misbehaved: vi.fn(),
  }
  const router = createPortalRouter(composition, loader)
  render(
    <PortalContext value={{ ...reply, call: vi.fn(), toast: vi.fn(), report: vi.fn() }}>
      <HostContext
        value={{ composition, loader, reference: '1f3c9a2e', signOut: vi.fn(), ...noAccount }}
      >
        <RouterProvider router={router} />
      </HostContext>
    </PortalContext>,
  )
  return { load }
}
const main = () => screen.findByRole('main')
const message = async () => (await main()).querySelector('p')?.textContent

it.each([
  ['/calendar', 'Board Calendar'],
  ['/meetings/2026/q/4', 'Not available'],
  ['/governance/bylaws', 'Governance'],
  ['/a-single-name', 'Not available'],
])('shows at %s that it is switched off, and loads nothing', async (path, title) => {
  const { load } = open(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(await message()).toMatch(sentence)
  expect(load).not.toHaveBeenCalled()
  const liaison = within(await main()).getByRole('link', { name: 'Your Board Liaison' })
  expect(liaison.getAttribute('href')).toMatch(/^mailto:liaison@larkspur\.example/)
  expect(screen.queryByRole('link', { name: /again on Releases/ })).toBeNull()
})

it('keeps its entries in the menu, and shows the message in its place on the dashboard', async () => {
  const { load } = open('/')
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  const labels = within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(labels).toEqual(['Dashboard', 'Board Calendar', 'Governance', 'Directory'])
  expect(await message()).toMatch(sentence)
  await userEvent.click(within(menu).getByRole('link', { name: 'Board Calendar' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Board Calendar' })).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
  await userEvent.click(within(menu).getByRole('link', { name: 'Directory' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Everyone' })).toBeTruthy()
})

it('links an admin to where the remote is started again', async () => {
  open('/calendar', { isAdmin: true })
  const link = await screen.findByRole('link', { name: 'Start meetings again on Releases' })
  expect(link.getAttribute('href')).toBe('/admin/releases?remote=meetings')
})

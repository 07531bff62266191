import { greeting } from '@portal/domain/greeting'
import { PortalContext } from '@portal/remote-kit/portal'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import userEvent from '@testing-library/user-event'
import { composedRelease } from '../composed-release-fixture.ts'
import { HostContext } from '../host.ts'
import { RemoteUnavailable } from '../load-remote.ts'
import { Dashboard } from './dashboard.tsx'
import { noAccount, portalOf } from './portal-fixture.ts'
import { servedGreeting } from './served-frame.ts'

const reply = portalOf()
const { timeZone } = reply.config.foundation
const at = (moment: string) => vi.setSystemTime(new Date(moment))
const [justBeforeNoon, noon] = ['2026-11-24T19:59:59Z', '2026-11-24T20:00:00Z']

/** Serves a page with the greeting in it, as the API does. */
function serveAt(moment: string) {
  const painted = greeting(new Date(moment), timeZone, reply.person.displayName)
  document.body.innerHTML = `<div class="first-paint"><h1>${painted}</h1></div>`
  servedGreeting.keep()
  document.body.innerHTML = ''
  return painted
}

function openDashboard({ composition = reply.composition, load = vi.fn() } = {}) {
  const portal = { ...reply, call: vi.fn(), toast: vi.fn(), report: vi.fn() }
  const loader = { load, good: vi.fn(), hasAnother: () => false, failed: vi.fn() }
  const host = {
    composition,
    loader: { ...loader, reset: vi.fn(), checkEvaluated: vi.fn(), misbehaved: vi.fn() },
    reference: '1f3c9a2e',
    signOut: vi.fn(),
    ...noAccount,
  }
  return render(
    <PortalContext value={portal}>
      <HostContext value={host}>
        <Dashboard />
      </HostContext>
    </PortalContext>,
  )
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  servedGreeting.forget()
  vi.useRealTimers()
})

it('keeps the greeting that the page was served with, even if the hour changes while it loads', () => {
  const painted = serveAt(justBeforeNoon)
  at(noon)
  openDashboard()
  expect(title()).toBe(painted)
  expect(painted).toBe('Good morning, Maria')
})

it('greets by the foundation’s clock when the reader returns to the dashboard', () => {
  serveAt(justBeforeNoon)
  at(justBeforeNoon)
  openDashboard().unmount()
  at(noon)
  openDashboard()
  expect(title()).toBe('Good afternoon, Maria')
})

it('greets by the foundation’s clock if another page was served', () => {
  servedGreeting.keep()
  at(justBeforeNoon)
  openDashboard()
  expect(title()).toBe('Good morning, Maria')
})

it('reports a remote without a release that runs once, and loads all of its parts again', async () => {
  const partsOf = (name: string, ...components: string[]) => ({
    name,
    releases: [
      composedRelease({
        name,
        slots: components.map((component, order) => ({ slot: 'dashboard', component, order })),
      }),
    ],
  })
  const remotes = [partsOf('meetings', 'next', 'papers', 'asked'), partsOf('governance', 'links')]
  const loaded = ({ name, releases: [release] }: (typeof remotes)[number]) => ({
    remote: {
      slots: Object.fromEntries(
        release!.slots.map(({ component }) => [
          component,
          { load: async () => ({ Component: () => <p>{`${name}’s ${component}`}</p> }) },
        ]),
      ),
    },
    release,
  })
  let isDown = true
  const load = vi.fn(async (name: string) => {
    if (isDown && name === 'meetings') throw new RemoteUnavailable(name, [])
    return loaded(remotes.find((remote) => remote.name === name)!)
  })
  openDashboard({ composition: { id: '1', remotes }, load })
  expect(await screen.findByText('governance’s links')).toBeTruthy()
  const again = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.getAllByRole('alert')).toHaveLength(1)

  isDown = false
  await userEvent.click(again)
  for (const component of ['next', 'papers', 'asked']) {
    expect(await screen.findByText(`meetings’s ${component}`)).toBeTruthy()
  }
  expect(screen.queryByRole('alert')).toBeNull()
})

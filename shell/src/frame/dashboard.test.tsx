import { greeting } from '@portal/domain/greeting'
import { PortalContext } from '@portal/remote-kit/portal'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostContext } from '../host.ts'
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

function openDashboard() {
  const portal = { ...reply, call: vi.fn(), toast: vi.fn(), report: vi.fn() }
  const loader = { load: vi.fn(), good: vi.fn(), hasAnother: () => false, failed: vi.fn() }
  const host = {
    composition: reply.composition,
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

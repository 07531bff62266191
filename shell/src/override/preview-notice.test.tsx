import type { PageOverride } from '@portal/contract/overrides'
import { PortalContext } from '@portal/remote-kit/portal'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { useInterface } from '../frame/interface-store.ts'
import { portalOf } from '../frame/portal-fixture.ts'
import { type Host, HostContext } from '../host.ts'
import { setSession } from '../session/session-store.ts'
import { overrideNotice } from './override-notice.tsx'
import { awaitsPreview } from './override-request.ts'
import { enterOverride } from './tab-override.ts'

const query = `preview=${'s'.repeat(43)}`
const leave = vi.fn()

function show(override: Partial<PageOverride>) {
  const reply = portalOf()
  const Notice = overrideNotice({
    override: { asked: query, remotes: [], ...override },
    composition: reply.composition,
    leave,
    keepForNext: () => {},
  })
  const portal = { ...reply, call: vi.fn() as never, toast: vi.fn(), report: vi.fn() }
  render(
    <PortalContext value={portal}>
      <HostContext value={{} as Host}>
        <Notice />
      </HostContext>
    </PortalContext>,
  )
  return userEvent.setup()
}
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

const comparison = {
  stable: '1.0.0-a',
  bytes: { preview: 112_288, stable: 100_000 },
  visits: { good: 5, failed: 0 },
  speed: [{ metric: 'lcp' as const, preview: 2900, stable: 1800 }],
}

it('tells its reader whose preview it is and until when, and its team how the release compares', async () => {
  const user = show({
    remotes: [{ name: 'meetings', release: '1.1.0-b' }],
    until: '2026-11-27T09:00:00.000Z',
    preview: { id: 'a'.repeat(64), comparison },
  })
  const text = document.body.textContent.replaceAll('\u202f', ' ')
  const sentence =
    'What you see here is a preview by the Meetings team, until Friday 27 November. Other people see the portal as usual.'
  expect(screen.getByText(sentence)).toBeTruthy()
  const forTeam = screen.getByText('For its team').closest('details')!
  expect(forTeam.open).toBe(false)
  expect(forTeam.textContent).toContain('meetings 1.1.0-b, until 27 November 2026, 1:00 AM.')
  expect(text).toContain('12 KB more than 1.0.0-a, which runs now.')
  expect(text).toContain('Compared with 1.0.0-a, pages take 2.9 s instead of 1.8 s.')
  await user.click(screen.getByRole('button', { name: 'Leave the preview' }))
  expect(leave).toHaveBeenCalledOnce()
})

it('gives the time at which a preview ends today, and a remote’s name as words', () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T20:00:00.000Z'), toFake: ['Date'] })
  show({
    remotes: [{ name: 'board-news', release: '1.1.0-b' }],
    until: '2026-11-27T23:00:00.000Z',
    preview: { id: 'a'.repeat(64), comparison },
  })
  expect(screen.getByText(/a preview by the Board news team, until 3:00 PM today\./)).toBeTruthy()
})

it('explains why a preview doesn’t open, without the secret of its link, and what to do next', async () => {
  useInterface.setState({ notices: { override: () => null } })
  const user = show({ refused: 'This preview has expired: ask for a new link.' })
  expect(screen.getByRole('alert').textContent).toContain(
    'This preview has expired: ask for a new link. The portal runs as usual.',
  )
  expect(document.body.textContent).not.toContain('sss')
  expect(screen.queryByRole('button', { name: 'Sign in as someone else' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Leave the preview' }))
  expect(useInterface.getState().notices.override).toBeUndefined()
})

it('signs out for the person it is for, and keeps the link for them', async () => {
  const refused = {
    asked: query,
    remotes: [],
    refused: 'This preview isn’t for you.',
    isForOthers: true,
  }
  history.replaceState(null, '', `/?${query}`)
  const reply = portalOf()
  await enterOverride({ config: reply.config, portal: reply, override: refused as PageOverride })
  expect(awaitsPreview()).toBe(false)
  const Notice = useInterface.getState().notices.override!
  const signOut = async () => setSession({ status: 'signed out', isRequested: false })
  render(
    <HostContext value={{ signOut } as Partial<Host> as Host}>
      <Notice />
    </HostContext>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in as someone else' }))
  expect(awaitsPreview()).toBe(true)
})

import type { PageOverride } from '@portal/contract/overrides'
import { PortalContext } from '@portal/remote-kit/portal'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { overrideNotice } from './override-notice.tsx'

const leave = vi.fn()
const call = vi.fn()

function show(override: Partial<PageOverride>, failures: string[] = []) {
  const reply = portalOf({}, [{ to: '/calendar', label: 'Calendar', icon: 'meetings', order: 1 }])
  const Notice = overrideNotice({
    override: { asked: 'mf=meetings@1.0.0-b', remotes: [], ...override },
    composition: reply.composition,
    failures,
    leave,
    keepForNext: vi.fn(),
  })
  const portal = { ...reply, call: call as never, toast: vi.fn(), report: vi.fn() }
  render(
    <PortalContext value={portal}>
      <Notice />
    </PortalContext>,
  )
  return userEvent.setup()
}
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('names what runs instead of the usual releases, and has one button to leave', async () => {
  const user = show({
    remotes: [
      { name: 'meetings', address: 'http://localhost:3011' },
      { name: 'directory', release: '1.2.0-abc' },
    ],
    until: new Date(2026, 10, 20, 15, 42).toISOString(),
  })
  expect(document.body.textContent).toContain(
    'This tab runs meetings from http://localhost:3011 and directory 1.2.0-abc instead of the usual version, until 3:42',
  )
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(leave).toHaveBeenCalledOnce()
})

it('names the releases of a composition', () => {
  show({ asked: 'composition=meetings@1' })
  expect(document.body.textContent).toContain('This tab runs a composition by its id.')
  expect(screen.getByRole('listitem').textContent).toBe('meetings 1')
})

it('shows what failed to load, and doesn’t claim that it runs', () => {
  show({ remotes: [{ name: 'meetings', address: 'http://localhost:3011' }] }, ['It isn’t there.'])
  expect(document.body.textContent).toContain('It isn’t there.')
  expect(document.body.textContent).not.toContain('in place of')
  expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy()
})

it('explains why an override was refused', () => {
  show({ refused: 'Only admins may do this.' })
  expect(screen.getByRole('alert').textContent).toContain(
    'This tab runs as usual, without “meetings@1.0.0-b”. Only admins may do this.',
  )
})

const grantable = [{ remote: 'meetings', release: '1.0.0-b' }]

it('runs nothing before the admin confirms', async () => {
  const user = show({ grantable })
  expect(document.body.textContent).toContain(
    'Run meetings 1.0.0-b in this tab instead of the usual version?',
  )
  expect(call).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(leave).toHaveBeenCalledOnce()
  expect(call).not.toHaveBeenCalled()
})

it('requests the hour, and shows why it is refused', async () => {
  call.mockRejectedValue(new Error('1.0.0-b of meetings was denied: it never runs again.'))
  const user = show({ grantable })
  await user.click(screen.getByRole('button', { name: 'Run for an hour' }))
  expect(call).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/overrides' }), {
    body: grantable[0],
  })
  expect(screen.getByRole('alert').textContent).toContain('was denied')
})

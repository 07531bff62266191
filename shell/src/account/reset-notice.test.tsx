import { PortalContext } from '@portal/remote-kit/portal'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { noAccount, portalOf } from '../frame/portal-fixture.ts'
import { HostContext } from '../host.ts'
import { ResetNotice } from './reset-notice.tsx'

const resetAt = '2026-11-24T10:00:00.000Z'

function open(secondFactor: { isOn: boolean; resetAt?: string }) {
  const reply = portalOf({ secondFactor })
  const call = vi.fn(async () => undefined)
  const portal = { ...reply, call: call as never, toast: vi.fn(), report: vi.fn() }
  const refreshReader = vi.fn(async () => {})
  const host = {
    composition: reply.composition,
    loader: {} as never,
    reference: '1',
    signOut: async () => {},
    ...noAccount,
    refreshReader,
  }
  render(
    <MemoryRouter>
      <PortalContext value={portal}>
        <HostContext value={host}>
          <ResetNotice />
        </HostContext>
      </PortalContext>
    </MemoryRouter>,
  )
  return { call, refreshReader, toast: portal.toast, user: userEvent.setup() }
}

it('shows when an admin reset two-step sign-in, and where to turn it on again', () => {
  open({ isOn: false, resetAt })
  const notice = screen.getByRole('status')
  expect(notice.textContent).toContain('An admin reset your two-step sign-in on 24 November 2026')
  expect(notice.textContent).toContain('please tell your Board Liaison')
  expect(screen.getByRole('link', { name: 'turn it on again' }).getAttribute('href')).toBe(
    '/account',
  )
})

it('shows that it has been set up again since', () => {
  open({ isOn: true, resetAt })
  expect(screen.getByRole('status').textContent).toContain('You have set it up again since.')
})

it('shows nothing to a reader whose sign-in nobody has reset', () => {
  open({ isOn: false })
  expect(screen.queryByRole('status')).toBeNull()
})

it('dismisses the notice permanently, and keeps it with a message if that fails', async () => {
  const { call, refreshReader, toast, user } = open({ isOn: false, resetAt })
  call.mockRejectedValueOnce(new Error('Not now.'))
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Not now.', { kind: 'bad' }))
  expect(refreshReader).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await vi.waitFor(() => expect(refreshReader).toHaveBeenCalledOnce())
})

import type { PasswordSet } from '@portal/contract/password-set'
import { PortalContext } from '@portal/remote-kit/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { noAccount, portalOf } from '../frame/portal-fixture.ts'
import { HostContext } from '../host.ts'
import { OwnPassword } from './account-screen.tsx'
import { PasswordNotice } from './password-notice.tsx'

const set: PasswordSet = {
  kind: 'password',
  at: '2026-11-24T10:00:00.000Z',
  by: 'ruth.abelman@larkspur.example',
}

function open(passwordSet: PasswordSet, secondFactor = { isOn: false }) {
  const reply = portalOf({ secondFactor, passwordSet })
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
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PortalContext value={portal}>
          <HostContext value={host}>
            <PasswordNotice />
            <OwnPassword />
          </HostContext>
        </PortalContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { call, refreshReader, toast: portal.toast, user: userEvent.setup() }
}
const notice = () => screen.getByRole('status').textContent
const account = () => screen.getByRole('region', { name: 'Password' }).textContent

it('shows who set the password and when, and how to be safe from them', () => {
  open(set)
  expect(notice()).toContain(
    'An admin, ruth.abelman@larkspur.example, set your password on 24 November 2026',
  )
  expect(notice()).toContain('They know this password: turn on two-step sign-in')
  expect(notice()).toContain('please tell your Board Liaison')
})

it('shows one line above the page until its details are opened', async () => {
  const { user } = open({ ...set, closedUntil: 'admin' })
  expect(screen.getByText(/Your notes are closed\./).closest('details')).toBeNull()
  const details = screen.getByRole('status').querySelector('details')!
  expect(details.open).toBe(false)
  await user.click(screen.getByText('What happened, and what to do'))
  expect(details.open).toBe(true)
  // Only another admin can open the notes.
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows whether it was a link, and whether a program made it', () => {
  open({ kind: 'link', at: set.at })
  expect(notice()).toContain(
    'A program of the portal’s operator obtained a link to choose a new password for you',
  )
  expect(notice()).not.toContain('They know')
})

it('dismisses the notice, and keeps it with a message if that fails', async () => {
  const { call, refreshReader, toast, user } = open(set)
  call.mockRejectedValueOnce(new Error('Not now.'))
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Not now.', { kind: 'bad' }))
  expect(refreshReader).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await vi.waitFor(() => expect(refreshReader).toHaveBeenCalledOnce())
})

it('still shows it on the account page after it was dismissed', () => {
  open({ ...set, isDismissed: true })
  expect(screen.queryByRole('status')).toBeNull()
  expect(account()).toContain('set your password on 24 November 2026')
})

it('opens the notes of a reader with two-step sign-in', async () => {
  const { refreshReader, toast, user } = open(
    { ...set, closedUntil: 'secondFactor' },
    { isOn: true },
  )
  expect(notice()).toContain('closed until you confirm that it’s you')
  await user.click(screen.getByRole('button', { name: 'Open my notes' }))
  await vi.waitFor(() => expect(refreshReader).toHaveBeenCalledOnce())
  expect(toast).toHaveBeenCalledWith('Your notes are open again.', { kind: 'good' })
})

it('can’t be dismissed while the reader waits for another admin', () => {
  open({ ...set, closedUntil: 'admin' })
  expect(notice()).toContain('until another admin confirms in User Management')
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  [{ by: 'secondFactor' }, 'You confirmed with your code on'],
  [
    { by: 'admin', admin: 'wei.chen@larkspur.example' },
    'An admin, wei.chen@larkspur.example, conf',
  ],
  [{ by: 'operator' }, 'The portal’s operator confirmed'],
] as const)('shows who opened the notes: %j', (by, sentence) => {
  open({ ...set, opened: { ...by, at: '2026-11-25T10:00:00.000Z' } })
  expect(notice()).toContain(sentence)
  expect(account()).toContain(sentence)
})

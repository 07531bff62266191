import type { PortalConfig } from '@portal/contract/portal'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { GoogleSignIn } from './embedded-google-sign-in.tsx'

const account = {
  email: 'wei.chen@larkspur.example',
  displayName: 'Wei Chen',
  provider: 'google.com' as const,
}

function show(offered: Partial<PortalConfig['identity']>) {
  const { config } = portalOf()
  const identity = { ...config.identity, ...offered }
  const [onChoose, onCancel] = [vi.fn(), vi.fn()]
  const user = userEvent.setup()
  render(
    <GoogleSignIn
      config={{ ...config, identity }}
      busy={false}
      onChoose={onChoose}
      onCancel={onCancel}
    />,
  )
  return { user, onChoose, onCancel }
}

async function openChooser(
  offered: Partial<PortalConfig['identity']> = { sampleAccounts: [account] },
) {
  const shown = show(offered)
  await shown.user.click(screen.getByRole('button', { name: 'Sign in with Google' }))
  await screen.findByRole('dialog', { name: 'Choose an account' })
  return shown
}

it('signs in with the chosen account', async () => {
  const { user, onChoose, onCancel } = await openChooser()
  await user.click(screen.getByRole('button', { name: /Wei Chen/ }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'google', account })
  expect(onCancel).not.toHaveBeenCalled()
})

it('cancels the sign-in when it is closed, like the popup', async () => {
  const { user, onChoose, onCancel } = await openChooser()
  await user.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onChoose).not.toHaveBeenCalled()
})

it('offers the first admin and another address without the sample, which it doesn’t mention', async () => {
  const offered = { firstAdminEmail: 'ada.quill@wrenhill.example' }
  const { user, onChoose } = await openChooser(offered)
  expect(screen.queryByText(/sample/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /Ada Quill/ }))
  expect(onChoose).toHaveBeenLastCalledWith({
    kind: 'google',
    account: {
      email: 'ada.quill@wrenhill.example',
      displayName: 'Ada Quill',
      provider: 'google.com',
    },
  })
  await user.click(screen.getByRole('button', { name: 'Sign in with Google' }))
  const another = await screen.findByRole('textbox', { name: 'Another address' })
  await user.type(another, 'bo@wrenhill{Enter}')
  expect(screen.getByText('Please enter a full e-mail address')).toBeTruthy()
  await user.type(another, '.example{Enter}')
  expect(onChoose).toHaveBeenLastCalledWith({
    kind: 'google',
    account: { email: 'bo@wrenhill.example', displayName: 'Bo', provider: 'google.com' },
  })
})

it('offers no other address with the sample', async () => {
  await openChooser()
  expect(screen.queryByRole('textbox', { name: 'Another address' })).toBeNull()
})

it('offers only the provider, if there is one, of a portal that signs people in itself', async () => {
  show({ kind: 'portal' })
  expect(screen.queryByRole('button')).toBeNull()
  const { user, onChoose } = show({ kind: 'portal', providerName: 'Heather ID' })
  await user.click(screen.getByRole('button', { name: 'Sign in with Heather ID' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'google' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

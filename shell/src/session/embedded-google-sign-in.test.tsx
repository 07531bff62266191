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

async function openChooser() {
  const { config } = portalOf()
  const identity = { ...config.identity, sampleAccounts: [account] }
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
  await user.click(screen.getByRole('button', { name: 'Sign in with Google' }))
  await screen.findByRole('dialog', { name: 'Choose an account' })
  return { user, onChoose, onCancel }
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

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { confirmReader, useConfirmation } from './confirm-reader.ts'
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx'
import type { CodeStep } from './second-step.ts'
import type { SignInMethod } from './identity.ts'

const { person, config } = portalOf()

function open(kind: SignInMethod['kind']) {
  const reauthenticate = vi.fn(
    async (_method: SignInMethod): Promise<CodeStep | undefined> => undefined,
  )
  const onSettled = vi.fn()
  const session = { signedInBy: async () => kind, reauthenticate }
  render(<ReauthenticateDialog {...{ person, config, session, onSettled }} />)
  return { reauthenticate, onSettled, user: userEvent.setup() }
}

it('asks for the password of the account that is signed in', async () => {
  const { reauthenticate, onSettled, user } = open('password')
  expect(await screen.findByRole('dialog', { name: 'Please confirm that it’s you' })).toBeTruthy()
  expect(screen.getByDisplayValue(person.email)).toHaveProperty('readOnly', true)
  await user.type(screen.getByLabelText('Password'), 'larkspur-board-2026{enter}')
  const { email } = person
  const password = 'larkspur-board-2026'
  expect(reauthenticate).toHaveBeenCalledWith({ kind: 'password', email, password })
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledWith(true))
})

it('asks again after a wrong password', async () => {
  const { reauthenticate, onSettled, user } = open('password')
  reauthenticate.mockRejectedValueOnce(new Error('Incorrect password. Please try again.'))
  await user.type(await screen.findByLabelText('Password'), 'wrong{enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Incorrect password. Please try again.',
  )
  expect(onSettled).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Password'), 'right{enter}')
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledWith(true))
})

it('doesn’t try without a password', async () => {
  const { reauthenticate, user } = open('password')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your password')
  expect(reauthenticate).not.toHaveBeenCalled()
})

it('asks for the code of an account that has a second factor', async () => {
  const { reauthenticate, onSettled, user } = open('password')
  const giveCode = vi.fn(async (code: string) => {
    if (code !== '123456') throw new Error('That code isn’t right.')
  })
  reauthenticate.mockResolvedValueOnce({ kind: 'code', giveCode })
  await user.type(await screen.findByLabelText('Password'), 'larkspur-board-2026{enter}')
  await user.type(await screen.findByLabelText('Code'), '654321{enter}')
  expect(await screen.findByText('That code isn’t right.')).toBeTruthy()
  expect(onSettled).not.toHaveBeenCalled()
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), '123 456{enter}')
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledWith(true))
})

it('offers Google to those who signed in with it', async () => {
  open('google')
  expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
})

it.each(['Cancel', '{Escape}'])('cancels with %s', async (way) => {
  const { onSettled, user } = open('password')
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  await (way === 'Cancel' ? user.click(cancel) : user.keyboard(way))
  expect(onSettled).toHaveBeenCalledWith(false)
})

it('asks once for calls at the same time', async () => {
  const answers = Promise.all([confirmReader(), confirmReader()])
  await vi.waitFor(() => expect(useConfirmation.getState().open).toBeDefined())
  useConfirmation.getState().open!.settle(true)
  expect(await answers).toEqual([true, true])
  expect(useConfirmation.getState().open).toBeUndefined()
})

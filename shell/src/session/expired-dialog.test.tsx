import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { ExpiredDialog } from './expired-dialog.tsx'

function open() {
  const [signIn, onLeave] = [vi.fn(async () => undefined), vi.fn()]
  const { config } = portalOf()
  render(
    <>
      <label>
        Embed URL <input defaultValue="https://typed.example" />
      </label>
      <ExpiredDialog
        config={config}
        email="maria.lopez@larkspur.example"
        signIn={signIn}
        onLeave={onLeave}
      />
    </>,
  )
  return { signIn, onLeave, user: userEvent.setup() }
}

it('fills in the reader’s address', async () => {
  open()
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe(
    'maria.lopez@larkspur.example',
  )
})

it('covers the page, which keeps what was typed', async () => {
  open()
  expect(await screen.findByRole('alertdialog', { name: 'Please sign in again' })).toBeTruthy()
  expect(screen.getByDisplayValue('https://typed.example')).toBeTruthy()
})

it('signs in again without leaving the page', async () => {
  const { signIn, user } = open()
  await user.type(await screen.findByLabelText('Password'), 'larkspur-board-2026{enter}')
  expect(signIn).toHaveBeenCalledWith(expect.objectContaining({ kind: 'password' }))
})

it('closes only on purpose, not with Esc or a tap outside', async () => {
  const { onLeave, user } = open()
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  fireEvent.mouseDown(document.body)
  fireEvent.click(document.body)
  expect(onLeave).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Sign out and leave this page' }))
  expect(onLeave).toHaveBeenCalledOnce()
})

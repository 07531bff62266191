import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Menu } from './menu.tsx'

function userMenu(onSignOut: () => void) {
  return (
    <Menu
      label="Account of Maria Lopez"
      button={<Avatar name="Maria Lopez" />}
      header="maria.lopez@larkspur.example"
      items={[
        { label: 'Print', onSelect: () => undefined },
        { label: 'Sign Out', onSelect: onSignOut },
      ]}
    />
  )
}
const button = () => screen.getByRole('button', { name: 'Account of Maria Lopez' })

it('opens by keyboard, and Enter runs the entry', async () => {
  const user = userEvent.setup()
  const signOut = vi.fn()
  render(userMenu(signOut))
  await user.tab()
  await user.keyboard('{Enter}')
  // The list is loaded with the first press.
  expect(await screen.findByText('maria.lopez@larkspur.example')).toBeDefined()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(signOut).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('closes on Esc and restores the focus', async () => {
  const user = userEvent.setup()
  render(userMenu(() => undefined))
  await user.click(button())
  expect(await screen.findAllByRole('menuitem')).toHaveLength(2)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

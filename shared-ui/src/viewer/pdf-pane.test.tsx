import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PasswordForm } from './pdf-pane.tsx'

const field = () => screen.getByLabelText('Document password')

it('submits the password on Enter, but not an empty one', async () => {
  const answer = vi.fn()
  render(<PasswordForm wrong={false} onAnswer={answer} />)
  await userEvent.type(field(), '{Enter}')
  expect(answer).not.toHaveBeenCalled()
  await userEvent.type(field(), 'larkspur{Enter}')
  expect(answer.mock.calls).toEqual([['larkspur']])
})

it('reports a wrong password, and keeps it for correction', async () => {
  const form = (wrong: boolean) => <PasswordForm wrong={wrong} onAnswer={vi.fn()} />
  const { rerender } = render(form(false))
  await userEvent.type(field(), 'lakspur{Enter}')
  rerender(form(true))
  expect(screen.getByText('That password does not open this document.')).toBeTruthy()
  expect(field()).toHaveProperty('value', 'lakspur')
})

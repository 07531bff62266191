import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { isReplaced } from './load-failure.ts'
import { PasswordForm, ReplacedBar } from './pdf-pane.tsx'

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

it('opens the newer version of a document that was replaced while it was open, instead of trying again', async () => {
  expect(isReplaced({ kind: 'status', status: 412 })).toBe(true)
  expect(isReplaced({ kind: 'status', status: 503 })).toBe(false)
  const reopen = vi.fn()
  render(<ReplacedBar onReopen={reopen} />)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Open the newer version' }))
  expect(reopen).toHaveBeenCalledOnce()
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { EarlierNotesBar } from './earlier-notes-bar.tsx'
import type { EarlierNotes } from './shown-notes.ts'

function renderBar(given: Partial<EarlierNotes> = {}) {
  const answer = vi.fn(async () => true)
  const onAnswered = vi.fn()
  const earlier = { paper: 'Draft.pdf', count: 2, isBusy: false, answer, ...given }
  render(<EarlierNotesBar earlier={earlier} onAnswered={onAnswered} />)
  return { answer, onAnswered }
}
const button = (name: string) => screen.getByRole('button', { name })

it('names the earlier paper, and brings the notes along or leaves them', async () => {
  const { answer, onAnswered } = renderBar()
  expect(screen.getByRole('status').textContent).toBe(
    'You have 2 notes on Draft.pdf, which was shown here before.',
  )
  await userEvent.click(button('Bring them along'))
  expect(answer).toHaveBeenLastCalledWith(true)
  await userEvent.click(button('Leave them there'))
  expect(answer).toHaveBeenLastCalledWith(false)
  expect(onAnswered).toHaveBeenCalledTimes(2)
})

it('stays with the reason if the answer is refused', async () => {
  const answer = async () => false
  const { onAnswered } = renderBar({ answer, count: 1, refused: 'Please try again.' })
  await userEvent.click(button('Bring it along'))
  expect(onAnswered).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('Please try again.')
})

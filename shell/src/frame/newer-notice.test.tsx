import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { dismissNotice, showNotice } from './interface-store.ts'
import { NewerNotice } from './newer-notice.tsx'
import { TabNotices } from './tab-notices.tsx'

const sentence = 'A newer version of the portal is ready.'

afterEach(() => {
  cleanup()
  act(() => dismissNotice('newer'))
  vi.restoreAllMocks()
})

it('says it quietly, and goes at the reader’s word', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  render(<TabNotices />)
  expect(document.body.textContent).toBe('')
  act(() => showNotice('newer', NewerNotice))
  expect(screen.getByRole('status').textContent).toContain(sentence)
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByText(sentence)).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})

it('reloads at the reader’s word alone', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  render(<TabNotices />)
  act(() => showNotice('newer', NewerNotice))
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

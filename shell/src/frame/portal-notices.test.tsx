import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { dismissNotice, showNotice } from './interface-store.ts'
import { UpdateNotice } from './portal-notices.tsx'
import { TabNotices } from './portal-frame.tsx'

const sentence = 'A newer version of the portal is ready.'

afterEach(() => {
  cleanup()
  act(() => dismissNotice('update'))
  vi.restoreAllMocks()
})

it('announces the update quietly, and disappears when dismissed', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  render(<TabNotices />)
  expect(document.body.textContent).toBe('')
  act(() => showNotice('update', UpdateNotice))
  expect(screen.getByRole('status').textContent).toContain(sentence)
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByText(sentence)).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})

it('reloads only when the reader asks', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  render(<TabNotices />)
  act(() => showNotice('update', UpdateNotice))
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

function Broken(): never {
  throw new Error('A screen that cannot be rendered')
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows the page as long as nothing fails', () => {
  render(<ErrorScreen report={vi.fn()}>The portal</ErrorScreen>)
  expect(screen.getByText('The portal')).toBeTruthy()
})

it('shows the specification’s error message, and reports the error by its id', () => {
  const report = vi.fn()
  render(
    <ErrorScreen report={report}>
      <Broken />
    </ErrorScreen>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByText('An unexpected error occurred')).toBeTruthy()
  const id = screen.getByText(/^Error ID/).querySelector('code')!.textContent
  expect(new Date(id).getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(report).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'A screen that cannot be rendered' }),
    id,
  )
})

it('shows the page again once what a release has damaged was repaired, but not without end', () => {
  let isDamaged = true
  const Damaged = () => (isDamaged ? <Broken /> : 'The portal')
  const repair = vi.fn(() => {
    isDamaged = false
    return true
  })
  const { unmount } = render(
    <ErrorScreen report={vi.fn()} recover={repair}>
      <Damaged />
    </ErrorScreen>,
  )
  expect(screen.getByText('The portal')).toBeTruthy()
  expect(repair).toHaveBeenCalledOnce()
  unmount()
  render(
    <ErrorScreen report={vi.fn()} recover={repair}>
      <Broken />
    </ErrorScreen>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(repair).toHaveBeenCalledTimes(3)
})

it('offers to reload, and a link home', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  render(
    <ErrorScreen report={vi.fn()}>
      <Broken />
    </ErrorScreen>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reload Page' }))
  expect(reload).toHaveBeenCalledOnce()
  const home = screen.getByRole('link', { name: 'Return to Home' })
  expect(home.getAttribute('href')).toBe('/')
})

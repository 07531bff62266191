import { getOwnNotices, type OwnNotices as Shown, saveOwnNotices } from '@portal/contract/notices'
import { PortalContext } from '@portal/remote-kit/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { OwnNotices } from './own-notices.tsx'

afterEach(cleanup)

const first: Shown = {
  choices: { frequency: 'daily', papers: true, meetings: true, questions: true, reminders: true },
  isOn: true,
  address: 'maria@larkspur.example',
  dailyAt: '08:00',
  quiet: { from: '20:00', to: '08:00' },
  reminderDays: [7, 1],
}

function open({ fails = false, shown = first } = {}) {
  let stored = shown
  const call = vi.fn(async (endpoint: unknown, input?: unknown) => {
    if (endpoint === getOwnNotices) return stored
    if (fails) throw Object.assign(new Error('Not now.'), { name: 'ApiError' })
    const { body } = input as { body: Shown['choices'] }
    stored = { ...stored, choices: body }
    return stored
  })
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <PortalContext
        value={{ ...portalOf(), call: call as never, toast: vi.fn(), report: vi.fn() }}
      >
        <OwnNotices />
      </PortalContext>
    </QueryClientProvider>,
  )
  return { call }
}

it('shows when messages come, and saves each choice at once', async () => {
  const { call } = open()
  expect(await screen.findByText(/One message a day at 8:00 AM/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'At once' }))
  expect(call).toHaveBeenLastCalledWith(saveOwnNotices, {
    body: { ...first.choices, frequency: 'atOnce' },
  })
  expect(await screen.findByText(/not from 8:00 PM to 8:00 AM/)).toBeDefined()
  const name = 'Reminders 7 days and 1 day before a meeting'
  await userEvent.click(screen.getByRole('switch', { name }))
  expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('false')
})

it('takes a choice back that couldn’t be saved, and says why', async () => {
  open({ fails: true })
  await userEvent.click(await screen.findByRole('radio', { name: 'Only reminders' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Once a day' }).checked).toBe(true)
})

it('says that nothing is sent while mail is off', async () => {
  open({ shown: { ...first, isOn: false } })
  expect(await screen.findByText(/sends no mail at the moment/)).toBeDefined()
})

import { testApi } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CalendarProblem } from '@portal/contract/calendar'
import { expect, it } from 'vitest'
import admin from '../remote.ts'

async function open(path: string, problems: CalendarProblem[]) {
  const calendar = {
    between: async () => [],
    byId: async () => undefined,
    problems: async () => problems,
  }
  const api = await testApi({ ports: { calendar } })
  return renderRemote(admin, { path, as: 'admin', api })
}

const broken = [
  {
    line: 16,
    event: 'Board call',
    message: '“FREQ=SOMETIMES” is not a rule for repeating (RRULE).',
  },
  { line: 40, message: 'END:VALARM closes nothing that is open.' },
]

it('lists what can’t be read in the calendar, by line', async () => {
  await open('/admin/calendar', broken)
  const list = await screen.findByRole('region', {
    name: '2 things in the calendar can’t be read',
  })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Line 16: Board call“FREQ=SOMETIMES” is not a rule for repeating (RRULE).',
    'Line 40END:VALARM closes nothing that is open.',
  ])
})

it('shows that everything can be read', async () => {
  await open('/admin/calendar', [])
  expect(await screen.findByText('Everything can be read')).toBeDefined()
})

it('shows a notice on the admin’s start page while something can’t be read', async () => {
  const { location } = await open('/admin', broken)
  await screen.findByText('2 things in the calendar can’t be read.')
  await userEvent.click(screen.getByRole('link', { name: 'See what it is' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Calendar' })).toBeDefined()
  expect(location()).toBe('/admin/calendar')
})

it('counts more problems than it lists', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ line: n + 1, message: 'Unreadable.' }))
  await open('/admin/calendar', many)
  expect(await screen.findByText(/The first 200 are listed/)).toBeDefined()
  expect(screen.getAllByText('Unreadable.')).toHaveLength(200)
})

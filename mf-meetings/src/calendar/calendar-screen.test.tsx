import { dayAfter, todayIn } from '@portal/domain/days'
import { testApi } from '@portal/api/testing'
import type { CalendarEvent } from '@portal/contract/calendar'
import { renderRemote } from '@portal/remote-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { calendarOf, resizeTo } from '../shared/meetings-fixture.ts'

function event(summary: string, start: string, end: string): CalendarEvent {
  const moment = (text: string) => (text.length === 10 ? { date: text } : { dateTime: text })
  return { id: summary, summary, start: moment(start), end: moment(end) }
}

const december = [
  event('Finance committee', '2026-12-08T14:00:00-08:00', '2026-12-08T15:00:00-08:00'),
  event('Audit prep', '2026-12-08T16:00:00-08:00', '2026-12-08T17:00:00-08:00'),
  event('Dinner', '2026-12-08T18:00:00-08:00', '2026-12-08T20:00:00-08:00'),
  {
    ...event('Q4 Board Meeting', '2026-12-10T09:00:00-08:00', '2026-12-10T12:00:00-08:00'),
    location: 'Larkspur House',
    join_url: 'https://meet.example/board',
  },
  event('Board retreat', '2026-12-12T10:00:00-08:00', '2026-12-12T16:00:00-08:00'),
  event('Office closed', '2026-12-22', '2026-12-24'),
]

async function showCalendar(path = '/calendar?month=2026-12', events = december) {
  const calendar = calendarOf(events)
  const api = await testApi({ ports: { calendar } })
  return { calendar, ...(await renderRemote(remote, { path, api })) }
}

beforeEach(() => resizeTo(1280))

it('prefetches the calendar when its link is hovered', async () => {
  const today = todayIn('America/Los_Angeles')
  const calendar = calendarOf([event('Audit prep', today, dayAfter(today))])
  const api = await testApi({ ports: { calendar } })
  resizeTo(390)
  await renderRemote(remote, { path: '/calendar', api, pointedAt: true })
  expect(await screen.findByText('Audit prep')).toBeTruthy()
})

it('shows the neighboring months without another request', async () => {
  const { calendar } = await showCalendar('/calendar?month=2026-11')
  await screen.findByRole('table', { name: /November 2026/ })
  await waitFor(() => expect(calendar.requests).toBe(3))
  calendar.fails = true
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByRole('button', { name: '9:00 AM Q4 Board Meeting' })).toBeTruthy()
})

it('shows an event whose time zone is unknown by its date', async () => {
  const unconfirmed = { ...event('Call', '2026-12-08', '2026-12-09'), timeUnconfirmed: true }
  await showCalendar('/calendar?month=2026-12', [unconfirmed])
  await userEvent.click(await screen.findByRole('button', { name: 'Time to be confirmed Call' }))
  const dialog = await screen.findByRole('dialog', { name: 'Call' })
  expect(within(dialog).getByText('Time to be confirmed')).toBeTruthy()
})

describe('on a wide screen', () => {
  it('shows a table of the weekdays Monday to Friday', async () => {
    await showCalendar()
    const table = await screen.findByRole('table', { name: /December 2026/ })
    const names = within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent)
    expect(names).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
  })

  it('shows each event with its time, and an all-day one on every day it covers', async () => {
    await showCalendar()
    expect(await screen.findByRole('button', { name: '9:00 AM Q4 Board Meeting' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'All day Office closed' })).toHaveLength(2)
  })

  it('shows two events per cell, and the whole day behind “more”', async () => {
    await showCalendar()
    await userEvent.click(await screen.findByRole('button', { name: /^\+1 more/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Tuesday 8 December' })
    expect(within(dialog).getByText('Dinner')).toBeTruthy()
    expect(within(dialog).getByText('6:00 PM – 8:00 PM PT')).toBeTruthy()
  })

  it('keeps weekend events in a strip below their week', async () => {
    await showCalendar()
    const strip = (await screen.findByText('Weekend')).closest('tr')!
    expect(strip.textContent).toContain('Sat 12 · Board retreat, 10:00 AM – 4:00 PM PT')
  })

  it('shows a weekend event of two days once, with its days', async () => {
    await showCalendar(undefined, [
      event('Grants fair', '2026-12-19', '2026-12-21'),
      event('Site visits', '2026-12-26T09:00:00-08:00', '2026-12-27T15:00:00-08:00'),
    ])
    const [fair, ...others] = await screen.findAllByRole('button', { name: 'Grants fair' })
    expect(others).toEqual([])
    expect(fair!.parentElement!.textContent).toBe('Sat 19 – Sun 20 · Grants fair, All day')
    const visits = screen.getByRole('button', { name: 'Site visits' }).parentElement!
    expect(visits.textContent).toBe(
      'Sat 26 – Sun 27 · Site visits, Sat 26 December, 9:00 AM – Sun 27 December, 3:00 PM PT',
    )
  })

  it('prints every event of the month as text', async () => {
    await showCalendar()
    await screen.findByRole('button', { name: /^\+1 more/ })
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const table = screen.getByRole('table')
    expect(within(table).queryAllByRole('button')).toEqual([])
    const printed = [/2:00 PM Finance/, /4:00 PM Audit prep/, /6:00 PM Dinner/, /Board retreat, 10/]
    for (const text of printed) expect(table.textContent).toMatch(text)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(screen.getByRole('button', { name: /^\+1 more/ })).toBeTruthy()
  })

  it('shows an event’s description as text, with its line breaks and web addresses', async () => {
    const about = 'Bring <b>ideas</b>.\nMap: https://maps.example/house.'
    await showCalendar(undefined, [{ ...december[3]!, description: about }])
    await userEvent.click(await screen.findByRole('button', { name: /Q4 Board Meeting/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Q4 Board Meeting' })
    const link = within(dialog).getByRole('link', { name: /^https/ })
    expect(link).toMatchObject({
      href: 'https://maps.example/house',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
    expect(link.parentElement!.textContent).toBe(
      'Bring <b>ideas</b>.\nMap: https://maps.example/house (opens in a new tab).',
    )
  })

  it('opens an event with title, times, place and link', async () => {
    await showCalendar()
    await userEvent.click(await screen.findByRole('button', { name: /Q4 Board Meeting/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Q4 Board Meeting' })
    expect(within(dialog).getByText('Thursday 10 December')).toBeTruthy()
    expect(within(dialog).getByText('9:00 AM – 12:00 PM PT')).toBeTruthy()
    expect(within(dialog).getByText('Larkspur House')).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: /Join Meeting/ })).toBeTruthy()
  })

  it('exports an event to the reader’s own calendar as a file', async () => {
    await showCalendar()
    await userEvent.click(await screen.findByRole('button', { name: /Q4 Board Meeting/ }))
    const keep = await screen.findByRole('link', { name: 'Add to calendar' })
    expect(keep.getAttribute('href')).toBe('/api/calendar/events/Q4%20Board%20Meeting/ics')
    expect(keep.hasAttribute('download')).toBe(true)
  })

  it.each([
    ['a weekday', '2026-12-08T19:00:00Z', '8 · Today'],
    [
      'a Sunday, when it is Monday already where the machine stands',
      '2026-12-07T01:00:00Z',
      'Sun 6 · Today',
    ],
    ['a Saturday that has events', '2026-12-12T19:00:00Z', 'Sat 12 · Today'],
    ['a Sunday before the month’s first Monday', '2026-11-01T19:00:00Z', 'Sun 1 · Today'],
  ])('marks today with a word: %s', async (_, now, text) => {
    vi.setSystemTime(now)
    await showCalendar('/calendar')
    const table = await screen.findByRole('table')
    const date = within(table).getByText('Today').closest('time')!
    expect(date.textContent).toBe(text)
    expect(date.closest('[aria-current="date"]')).toBeTruthy()
  })
})

it('goes to the previous and next month, keeps it in the address, and returns by Today', async () => {
  const { location } = await showCalendar()
  const announced = await screen.findByRole('heading', { name: 'December 2026' })
  expect(announced.getAttribute('aria-live')).toBe('polite')
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  // The same element shows the new month: a screen reader announces the change.
  expect(announced.textContent).toBe('January 2027')
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy()
  expect(location()).toBe('/calendar?month=2026-11')
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  const today = new Intl.DateTimeFormat('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/Los_Angeles',
  })
  expect(screen.getByRole('heading', { name: today.format(new Date()) })).toBeTruthy()
})

it('shows a list by day on a phone', async () => {
  resizeTo(390)
  await showCalendar()
  expect(await screen.findByRole('heading', { name: 'Tuesday 8 December' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Board retreat/ })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('lists today on a phone even without events', async () => {
  resizeTo(390)
  const today = todayIn('America/Los_Angeles')
  const other = today.endsWith('-15') ? '16' : '15'
  const day = `${today.slice(0, 8)}${other}`
  await showCalendar('/calendar', [event('Audit prep', day, dayAfter(day))])
  const marked = (await screen.findByText('No events today')).closest('[aria-current="date"]')
  expect(marked?.textContent).toContain('Today')
  expect(screen.getByRole('button', { name: /Audit prep/ })).toBeTruthy()
})

it('begins on a phone with today, and folds the days before it', async () => {
  resizeTo(390)
  vi.setSystemTime('2026-12-10T19:00:00Z')
  await showCalendar('/calendar', [
    event('Audit prep', '2026-12-08', '2026-12-09'),
    event('Year end', '2026-12-21', '2026-12-22'),
  ])
  const days = (await screen.findByText('No events today')).closest('ol')!
  expect(days.textContent).toMatch(/^Thu 10TodayNo events todayMon 21Year end/)
  const earlier = screen.getByText('Earlier in December 2026').closest('details')!
  expect(earlier.open).toBe(false)
  expect(earlier.textContent).toContain('Audit prep')
})

it('announces the number of a month’s events once they have loaded', async () => {
  const tell = await showSlowCalendar()
  const status = (await screen.findByText('No events')).closest('[role=status]')!
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(status.textContent).toBe('')
  tell()
  await waitFor(() => expect(status.textContent).toBe('1 event'))
})

it('prints the list of a phone as text', async () => {
  resizeTo(390)
  await showCalendar()
  await screen.findByRole('button', { name: /Dinner/ })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.queryByRole('button', { name: /Dinner/ })).toBeNull()
  expect(screen.getByText('Dinner')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

it('shows on a phone that a month has no events', async () => {
  resizeTo(390)
  await showCalendar('/calendar?month=2031-05')
  expect(await screen.findByText('No events in May 2031')).toBeTruthy()
})

/**
 * A calendar that returns October 2026 at once, and the following months as soon as `tell` is called.
 */
async function showSlowCalendar() {
  const november = event('Audit prep', '2026-11-10T16:00:00-08:00', '2026-11-10T17:00:00-08:00')
  const calendar = calendarOf([november])
  const known = Promise.withResolvers<void>()
  const between = async (from: Date, to: Date) => {
    if (to > new Date('2026-11-15')) await known.promise
    return calendar.between(from, to)
  }
  const api = await testApi({ ports: { calendar: { ...calendar, between } } })
  await renderRemote(remote, { path: '/calendar?month=2026-10', api })
  return known.resolve
}

it('shows no message about a month’s events on a phone before they have loaded', async () => {
  resizeTo(390)
  const tell = await showSlowCalendar()
  expect(await screen.findByText('No events in October 2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeTruthy()
  expect(screen.queryByText('No events in November 2026')).toBeNull()
  tell()
  expect(await screen.findByRole('button', { name: /Audit prep/ })).toBeTruthy()
})

it('shows with a month’s table that its events are still loading', async () => {
  const tell = await showSlowCalendar()
  await screen.findByRole('table', { name: /October 2026/ })
  expect(screen.queryByText('Loading the events …')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('table', { name: /November 2026/ })).toBeTruthy()
  expect(screen.getByText('Loading the events …')).toBeTruthy()
  tell()
  expect(await screen.findByRole('button', { name: /Audit prep/ })).toBeTruthy()
  expect(screen.queryByText('Loading the events …')).toBeNull()
})

it('shows an error when events can’t be read, and recovers by Try Again', async () => {
  const calendar = calendarOf(december)
  calendar.fails = true
  const api = await testApi({ ports: { calendar } })
  await renderRemote(remote, { path: '/calendar?month=2026-12', api })
  expect(await screen.findByText('Failed to fetch upcoming events')).toBeTruthy()
  calendar.fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: /Q4 Board Meeting/ })).toBeTruthy()
})

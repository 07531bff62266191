import { testApi } from '@portal/api/testing'
import type { CalendarEvent } from '@portal/contract/calendar'
import { quarterOf } from '@portal/domain/quarter'
import { reportReading } from '@portal/contract/reading'
import { keepDocument, mapSlot, renderRemote, renderSlot } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { calendarOf } from '../shared/meetings-fixture.ts'

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const meeting: CalendarEvent = {
  id: 'board-meeting',
  summary: 'Q4 Board Meeting',
  start: { dateTime: at(48) },
  end: { dateTime: at(51) },
  location: 'Larkspur House, Boardroom',
  join_url: 'https://meet.example/board',
}

const minute = hour / 60
const following: CalendarEvent = {
  ...meeting,
  id: 'following',
  summary: 'Following Meeting',
}

/** Two minutes ago, this session read a meeting that ended a minute ago. */
async function keepEndedMeeting() {
  const shown = { ...meeting, start: { dateTime: at(-2) }, end: { dateTime: at(1 / 60) } }
  const view = await showCard(shown)
  await screen.findByRole('heading', { name: 'Q4 Board Meeting' })
  view.unmount()
  passMinutes(2)
  return shown
}

function passMinutes(minutes: number) {
  vi.setSystemTime(Date.now() + minutes * minute)
}

async function showCard(...events: CalendarEvent[]) {
  const calendar = calendarOf(events)
  const api = await testApi({ ports: { calendar } })
  return { calendar, ...(await renderSlot(remote, 'upcomingMeeting', { api })) }
}

beforeEach(() => sessionStorage.clear())

it('tells an admin who views the portal as a member whose reading it shows', async () => {
  const api = await testApi({ ports: { calendar: calendarOf([meeting]) } })
  await renderSlot(remote, 'upcomingMeeting', { api, as: 'admin', memberView: 'member' })
  expect(await screen.findByText(/^Each member sees here how much they have read/)).toBeTruthy()
})

it('shows the next meeting with title, times, place and a link that opens in a new tab', async () => {
  await showCard(meeting)
  expect(await screen.findByRole('heading', { name: 'Q4 Board Meeting' })).toBeTruthy()
  expect(screen.getByText('Upcoming Meeting')).toBeTruthy()
  expect(screen.getByText('12:00 PM – 3:00 PM PT')).toBeTruthy()
  expect(screen.getByText('Larkspur House, Boardroom')).toBeTruthy()
  const join = screen.getByRole('link', { name: /^Join Meeting/ })
  expect(join.getAttribute('href')).toBe('https://meet.example/board')
  expect(join.getAttribute('target')).toBe('_blank')
  expect(join.getAttribute('rel')).toContain('noopener')
})

it('opens the materials of the meeting’s quarter in the foundation’s time zone', async () => {
  const year = new Date().getFullYear()
  const newYear = {
    ...meeting,
    start: { dateTime: `${year + 1}-01-01T02:00:00Z` },
    end: { dateTime: `${year + 1}-01-01T03:00:00Z` },
  }
  await showCard(newYear)
  const open = await screen.findByRole('link', { name: 'Open materials' })
  expect(open.getAttribute('href')).toBe(`/meetings/${year}/q/4`)
})

it('offers to follow the board’s meeting on its day, and no other event', async () => {
  const follow = { name: 'Follow the meeting' }
  const today = { start: { dateTime: at(0.5) }, end: { dateTime: at(1) } }
  const { year, quarter } = quarterOf(new Date(at(0.5)), 'America/Los_Angeles')
  vi.setSystemTime(at(0.5))
  await showCard({ ...meeting, ...today })
  const link = await screen.findByRole('link', follow)
  expect(link.getAttribute('href')).toBe(`/meetings/now/${year}/q/${quarter}`)
  for (const other of [meeting, { ...meeting, ...today, summary: 'Finance Committee' }]) {
    cleanup()
    sessionStorage.clear()
    await showCard(other)
    await screen.findByRole('heading', { name: other.summary })
    expect(screen.queryByRole('link', follow)).toBeNull()
  }
})

describe('before the meeting', () => {
  /** The upcoming meeting with two papers of 12 pages, of which the reader has read these pages. */
  async function showReading(pages: { documentId: string; page: number }[]) {
    const api = await testApi({ ports: { calendar: calendarOf([meeting]) } })
    const { year, quarter } = quarterOf(new Date(at(48)), 'America/Los_Angeles')
    for (const [id, slot] of Object.entries({
      budget: 'budget-vs-actual',
      cash: 'cash-flow-summary',
    })) {
      await keepDocument(api, id, 12)
      await mapSlot(api, `meeting-${year}-q${quarter}-${slot}`, { documentId: id })
    }
    const papers = pages.map(({ documentId, page }) => ({
      documentId,
      version: 1,
      pages: [{ page, seconds: 30 }],
    }))
    if (papers.length > 0) await api.call('member')(reportReading, { body: { papers } })
    await renderSlot(remote, 'upcomingMeeting', { api })
    return { address: `/meetings/${year}/q/${quarter}`, api }
  }

  it('says what is left to read, and begins with the first paper', async () => {
    const { address } = await showReading([])
    expect(await screen.findByText(/^Before the meeting: 0 of 2 read/)).toBeTruthy()
    const start = screen.getByRole('link', { name: /^Start reading ?: Budget vs Actual$/ })
    expect(start.getAttribute('href')).toBe(`${address}?material=budget-vs-actual`)
  })

  it('continues with the paper that the reader has begun', async () => {
    await showReading([{ documentId: 'cash', page: 3 }])
    expect(
      await screen.findByRole('link', { name: /^Continue reading ?: Cash Flow Summary$/ }),
    ).toBeTruthy()
  })

  it('says that there are no papers yet', async () => {
    await showCard(meeting)
    expect(await screen.findByText('Before the meeting: no papers to read yet')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /reading/ })).toBeNull()
  })
})

it('offers no Join Meeting without a video link', async () => {
  const { join_url: _join, ...inPerson } = meeting
  await showCard(inPerson)
  await screen.findByRole('heading', { name: 'Q4 Board Meeting' })
  expect(screen.queryByRole('link', { name: /Join Meeting/ })).toBeNull()
})

it('shows that a meeting is in progress', async () => {
  await showCard({ ...meeting, start: { dateTime: at(-1) }, end: { dateTime: at(1) } })
  expect(await screen.findByText('In progress')).toBeTruthy()
})

it('shows that nothing is scheduled, and who schedules meetings', async () => {
  await showCard()
  expect(await screen.findByText('No upcoming meetings')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Board Liaison' }).getAttribute('href')).toMatch(
    /^mailto:/,
  )
})

it('tells an admin how to add a meeting or a calendar', async () => {
  const api = await testApi({ ports: { calendar: calendarOf([]) } })
  await renderSlot(remote, 'upcomingMeeting', { api, as: 'admin' })
  expect(await screen.findByText('No upcoming meetings')).toBeTruthy()
  const prepare = screen.getByRole('link', { name: 'Prepare a meeting' })
  expect(prepare.getAttribute('href')).toBe('/admin/meetings/new')
  expect(screen.getByText(/with the setting ICS_URL or a file calendar\.ics/)).toBeTruthy()
})

it('fails alone, with its message, and recovers by Try Again', async () => {
  const calendar = calendarOf([meeting])
  calendar.fails = true
  await renderSlot(remote, 'upcomingMeeting', { api: await testApi({ ports: { calendar } }) })
  expect(await screen.findByText('Failed to load upcoming meeting')).toBeTruthy()
  calendar.fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Q4 Board Meeting' })).toBeTruthy()
})

it('paints what this session saw last, and refetches once that is five minutes old', async () => {
  const first = await showCard(meeting)
  await screen.findByRole('heading', { name: 'Q4 Board Meeting' })
  first.unmount()

  const moved = { ...meeting, summary: 'Moved Board Meeting' }
  const fresh = await showCard(moved)
  expect(screen.getByRole('heading', { name: 'Q4 Board Meeting' })).toBeTruthy()
  fresh.unmount()

  const kept = JSON.parse(sessionStorage.getItem('upcomingEvents-5')!)
  sessionStorage.setItem('upcomingEvents-5', JSON.stringify({ ...kept, at: Date.now() - 300_001 }))
  await showCard(moved)
  expect(screen.getByRole('heading', { name: 'Q4 Board Meeting' })).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Moved Board Meeting' })).toBeTruthy(),
  )
})

it('checks what follows an ended meeting before it shows that nothing does', async () => {
  const ended = await keepEndedMeeting()
  await showCard(ended, following)
  expect(screen.queryByText('No upcoming meetings')).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Following Meeting' })).toBeTruthy()
  cleanup()
  sessionStorage.clear()
  await showCard(await keepEndedMeeting())
  expect(await screen.findByText('No upcoming meetings')).toBeTruthy()
})

it('shows an error when what follows an ended meeting can’t be read, and recovers by Try Again', async () => {
  const ended = await keepEndedMeeting()
  const calendar = calendarOf([ended, following])
  calendar.fails = true
  await renderSlot(remote, 'upcomingMeeting', { api: await testApi({ ports: { calendar } }) })
  expect(await screen.findByText('Failed to load upcoming meeting')).toBeTruthy()
  expect(screen.queryByText('No upcoming meetings')).toBeNull()
  calendar.fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Following Meeting' })).toBeTruthy()
})

it('fetches what follows a meeting that ends while the page is open', async () => {
  const { Component } = await remote.slots['upcomingMeeting']!.load()
  function Dashboard() {
    const [drawn, setDrawn] = useState(0)
    return (
      <>
        <button onClick={() => setDrawn(drawn + 1)}>Draw again</button>
        <Component />
      </>
    )
  }
  const running = { ...meeting, start: { dateTime: at(-2) }, end: { dateTime: at(1 / 60) } }
  const api = await testApi({ ports: { calendar: calendarOf([running, following]) } })
  const dashboard = { ...remote, routes: [{ path: '/', element: <Dashboard /> }] }
  await renderRemote(dashboard, { path: '/', api })
  await screen.findByRole('heading', { name: 'Q4 Board Meeting' })
  passMinutes(2)
  await userEvent.click(screen.getByRole('button', { name: 'Draw again' }))
  expect(screen.queryByText('No upcoming meetings')).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Following Meeting' })).toBeTruthy()
})

it('ignores a session cache that is broken or another person’s', async () => {
  for (const text of ['{', JSON.stringify({ at: Date.now(), uid: 'another', events: [] })]) {
    sessionStorage.setItem('upcomingEvents-5', text)
    const view = await showCard(meeting)
    expect(await screen.findByRole('heading', { name: 'Q4 Board Meeting' })).toBeTruthy()
    view.unmount()
  }
})

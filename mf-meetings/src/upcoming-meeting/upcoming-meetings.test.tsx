import { testApi } from '@portal/api/testing'
import type { CalendarEvent } from '@portal/contract/calendar'
import { renderSlot } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { cancelMeeting, keepCommittee, keepMeeting } from '../shared/committee-fixture.ts'
import { calendarOf } from '../shared/meetings-fixture.ts'
import { comingMeetings } from './upcoming-meetings.ts'

const zone = 'America/Los_Angeles'
const board: CalendarEvent = {
  id: 'b',
  summary: 'Q4 2026 Board Meeting',
  start: { dateTime: '2026-12-10T09:00:00-08:00' },
  end: { dateTime: '2026-12-10T12:00:00-08:00' },
}
const finance: CalendarEvent = {
  id: 'meeting-2026-12-03-finance',
  summary: 'Finance Committee',
  start: { dateTime: '2026-12-03T14:00:00-08:00' },
  end: { dateTime: '2026-12-03T15:30:00-08:00' },
  meeting: '2026-12-03-finance',
  body: { id: 'finance', name: 'Finance Committee' },
}

beforeEach(() => {
  vi.setSystemTime('2026-11-20T18:00:00Z')
  sessionStorage.clear()
})

describe('what is coming', () => {
  const on = (day: string) => ({ start: { date: day }, end: { date: day } })
  const coming = (...events: CalendarEvent[]) => {
    const { hero, beside } = comingMeetings(events, zone)
    return [hero?.id, ...beside.map(({ id }) => id)]
  }

  it('is the calendar’s first event alone while there are quarterly meetings only', () => {
    const retreat = { ...board, ...on('2026-12-11'), id: 'retreat' }
    const matched = { ...board, meeting: '2026-Q4' }
    expect(coming(board, retreat)).toEqual(['b'])
    expect(coming(matched, retreat)).toEqual(['b'])
    expect(coming()).toEqual([undefined])
  })

  it('is the first meeting of any body, with the meetings within a week of it', () => {
    const party = { ...board, ...on('2026-12-04'), id: 'party', summary: 'Staff party' }
    expect(coming(finance, party, board)).toEqual([finance.id, 'b'])
    expect(coming(board, { ...finance, ...on('2026-12-17') })).toEqual(['b', finance.id])
    expect(coming(board, { ...finance, ...on('2026-12-18') })).toEqual(['b'])
  })

  it('is the meeting after a cancelled one, which stays next to it', () => {
    const cancelled = { ...finance, cancelled: true }
    expect(coming(cancelled, board)).toEqual(['b', finance.id])
    expect(coming(cancelled)).toEqual([finance.id])
  })

  it('doesn’t have a meeting that has ended', () => {
    vi.setSystemTime('2026-12-04T00:00:00Z')
    expect(coming(finance, board)).toEqual(['b'])
  })
})

describe('the dashboard', () => {
  async function show(as: 'staff' | 'member', change?: 'cancelled') {
    const api = await testApi({ ports: { calendar: calendarOf([board]) } })
    await keepCommittee(api)
    const id = await keepMeeting(api)
    if (change) await cancelMeeting(api, id)
    return renderSlot(remote, 'upcomingMeeting', { api, as })
  }

  it('shows a committee’s next meeting to its members, with the board’s of the same week', async () => {
    await show('staff')
    await screen.findByRole('heading', { name: 'Finance Committee' })
    const open = screen.getByRole('link', { name: 'Open materials' })
    expect(open.getAttribute('href')).toBe('/meetings/2026-12-03-finance')
    const other = screen.getByRole('link', { name: 'Q4 2026 Board Meeting' })
    expect(other.getAttribute('href')).toBe('/meetings/2026/q/4')
    expect(other.closest('li')?.textContent).toContain('Thu 10 December, 9:00 AM')
  })

  it('shows nothing of it to other members', async () => {
    await show('member')
    await screen.findByRole('heading', { name: 'Q4 2026 Board Meeting' })
    expect(screen.queryByText(/Finance/)).toBeNull()
    expect(screen.queryByRole('list', { name: 'Also coming' })).toBeNull()
  })

  it('names a cancelled one next to the next meeting', async () => {
    await show('staff', 'cancelled')
    await screen.findByRole('heading', { name: 'Q4 2026 Board Meeting' })
    const other = screen.getByRole('link', { name: 'Cancelled: Finance Committee' })
    expect(other.getAttribute('href')).toBe('/meetings/2026-12-03-finance')
  })
})

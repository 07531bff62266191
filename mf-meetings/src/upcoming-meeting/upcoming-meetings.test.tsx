import { testApi } from '@portal/api/testing'
import type { ListedMeeting } from '@portal/contract/all-meetings'
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
const finance: ListedMeeting = {
  id: '2026-12-03-finance',
  body: { id: 'finance', name: 'Finance Committee' },
  kind: 'committee',
  title: 'Finance Committee',
  date: '2026-12-03',
  time: '14:00',
  endTime: '15:30',
  stage: 'planned',
}
const quarterly: ListedMeeting = {
  ...finance,
  id: '2026-Q4',
  body: { id: 'board', name: 'Board' },
  kind: 'quarterly',
  title: board.summary,
  date: '2026-12-10',
}

beforeEach(() => {
  vi.setSystemTime('2026-11-20T18:00:00Z')
  sessionStorage.clear()
})

describe('what is coming', () => {
  const coming = (event: CalendarEvent | undefined, ...meetings: ListedMeeting[]) => {
    const { hero, beside } = comingMeetings(event, meetings, zone)
    return [hero?.summary, ...beside.map(({ summary }) => summary)]
  }

  it('is the calendar’s event alone while there are quarterly meetings only', () => {
    expect(coming(board, quarterly)).toEqual([board.summary])
    expect(coming(undefined, quarterly)).toEqual([undefined])
  })

  it('is the first meeting of any body, with those within a week of it', () => {
    expect(coming(board, finance, quarterly)).toEqual(['Finance Committee', board.summary])
    const later = { ...finance, id: '2026-12-16-finance', date: '2026-12-16' }
    expect(coming(board, quarterly, later)).toEqual([board.summary, 'Finance Committee'])
    const far = { ...later, id: '2026-12-18-finance', date: '2026-12-18' }
    expect(coming(board, quarterly, far)).toEqual([board.summary])
  })

  it('is shown once if the calendar has the same meeting', () => {
    const event = { ...board, summary: 'Finance committee', start: { date: '2026-12-03' } }
    expect(coming(event, finance)).toEqual(['Finance Committee'])
  })

  it('is the meeting after a cancelled one, which stays next to it', () => {
    const cancelled = { ...finance, stage: 'cancelled' as const }
    const { hero, beside } = comingMeetings(board, [cancelled, quarterly], zone)
    expect(hero).toMatchObject({ summary: board.summary, isCancelled: false })
    expect(beside).toMatchObject([{ summary: 'Finance Committee', isCancelled: true }])
  })

  it('is the calendar’s event of a cancelled quarterly meeting, as cancelled', () => {
    const cancelled = { ...quarterly, stage: 'cancelled' as const }
    expect(comingMeetings(board, [cancelled], zone).hero?.isCancelled).toBe(true)
    const other = { ...board, start: { date: '2026-12-08' } }
    expect(comingMeetings(other, [cancelled], zone).hero?.isCancelled).toBe(false)
  })

  it('has neither a meeting that has ended nor one that is in preparation', () => {
    expect(coming(board, { ...finance, inPreparation: true })).toEqual([board.summary])
    vi.setSystemTime('2026-12-04T00:00:00Z')
    expect(coming(board, finance)).toEqual([board.summary])
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
    expect(screen.queryByText(/^Also/)).toBeNull()
  })

  it('names a cancelled one next to the next meeting', async () => {
    await show('staff', 'cancelled')
    await screen.findByRole('heading', { name: 'Q4 2026 Board Meeting' })
    const other = screen.getByRole('link', { name: 'Finance Committee' })
    expect(other.closest('li')?.textContent).toContain('Cancelled')
  })
})

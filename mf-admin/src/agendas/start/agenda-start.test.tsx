import { createAgendaTemplate } from '@portal/contract/agenda-templates'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { agendaApi, board, clearDevice, q3, q4 } from '../agenda-fixture.ts'
import { open, press } from '../meeting-agenda/agenda-screen-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

beforeEach(clearDevice)

const last = {
  ...board,
  title: 'Q3 2026 Board Meeting',
  date: '2026-09-10',
  items: [
    {
      id: 'a',
      title: 'Welcome',
      duration: 10,
      time: '13:00',
      speaker: 'Maria Lopez',
      completed: true,
    },
    { id: 'b', title: 'Budget', duration: 45, time: '13:10' },
  ],
}
const meeting = {
  id: 'm',
  summary: 'Board Meeting',
  start: { dateTime: '2026-12-10T18:30:00Z' },
  end: { dateTime: '2026-12-10T21:00:00Z' },
}
const calendar = {
  between: async () => [meeting],
  byId: async () => meeting,
  problems: async () => [],
}
const newMeeting = '/admin/meetings/new?year=2026&quarter=4'
const withCalendar = async () => agendaApi({}, { ports: { calendar } })

const askWhere = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Start from…' }))
const startFromLast = async () => {
  await askWhere()
  await press('Start from Q3 2026')
}

it('begins a draft with the calendar’s date, times and place', async () => {
  const there = { ...meeting, location: 'Larkspur House' }
  const api = await agendaApi(
    {},
    { ports: { calendar: { ...calendar, between: async () => [there] } } },
  )
  await open(api)
  const button = await screen.findByRole('button', { name: 'Begin a draft' })
  // It waits for the calendar.
  await expect.poll(() => button.getAttribute('aria-busy')).not.toBe('true')
  await userEvent.click(button)
  await expect
    .poll(() => api.stored(q4))
    .toMatchObject({
      date: '2026-12-10',
      time: '10:30',
      endTime: '13:00',
      location: 'Larkspur House',
    })
})

describe('starting from the last agenda', () => {
  it('shows what will be copied, and creates the agenda with it, at the calendar’s time', async () => {
    const api = await withCalendar()
    await api.save(q3, last)
    await open(api)
    await askWhere()
    const copied = within(screen.getByRole('list', { name: 'Items that will be copied' }))
    expect(copied.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '10:30 AMWelcomeMaria Lopez10 min',
      '10:40 AMBudget45 min',
    ])
    expect(
      screen.getByText(/The calendar has the meeting on Thursday 10 December, 10:30 AM – 1:00 PM/),
    ).toBeDefined()
    await press('Cancel')
    expect(await api.stored(q4)).toBeUndefined()

    await startFromLast()
    await expect.poll(async () => (await api.stored(q4))?.items.length).toBe(2)
    expect(await api.stored(q4)).toMatchObject({
      status: 'draft',
      title: 'Board Meeting Agenda',
      date: '2026-12-10',
      time: '10:30',
      endTime: '13:00',
      items: [
        { title: 'Welcome', duration: 10, time: '10:30', speaker: 'Maria Lopez', completed: false },
        { title: 'Budget', duration: 45, time: '10:40', completed: false },
      ],
    })
  })

  it('copies what is chosen, and says so', async () => {
    const api = await withCalendar()
    const items = [
      { ...last.items[0]!, description: 'Opening words' },
      { ...last.items[1]!, description: 'The third quarter' },
    ]
    await api.save(q3, { ...last, items })
    await open(api)
    await askWhere()
    const choose = (label: string) => userEvent.click(screen.getByLabelText(label))
    await choose('Title: Q3 2026 Board Meeting')
    await choose('Presenters of 1 item')
    await choose('Description of Budget')
    await choose('Start times follow the durations')
    expect(
      screen.getByText(
        'Copied: 2 items with their durations, the title, the place, 1 description.',
      ),
    ).toBeDefined()
    await press('Start from Q3 2026')
    await expect.poll(async () => (await api.stored(q4))?.items.length).toBe(2)
    const stored = (await api.stored(q4))!
    expect(stored).toMatchObject({
      title: 'Q4 2026 Board Meeting',
      location: 'Boardroom',
      timesFollow: true,
      items: [{ description: 'Opening words', time: '10:30' }, { time: '10:40' }],
    })
    expect(stored.items.map(({ speaker, description }) => speaker ?? description)).toEqual([
      'Opening words',
      undefined,
    ])
  })

  it('fills a draft without items, which is saved by Save', async () => {
    const api = await withCalendar()
    await api.save(q3, last)
    await api.save(q4, { title: 'Winter meeting' })
    await open(api)
    await startFromLast()
    expect(screen.queryByRole('button', { name: 'Start from…' })).toBeNull()
    expect((await api.stored(q4))?.items).toEqual([])
    await press('Save')
    await expect.poll(async () => (await api.stored(q4))?.items.length).toBe(2)
    expect(await api.stored(q4)).toMatchObject({ title: 'Winter meeting', date: '2026-12-10' })
  })

  it('works in the meeting form', async () => {
    const api = await withCalendar()
    await api.save(q3, last)
    await renderRemote(admin, { path: newMeeting, as: 'admin', api })
    await startFromLast()
    await press('Save Agenda')
    await expect.poll(async () => (await api.stored(q4))?.items.length).toBe(2)
    expect(await api.stored(q4)).toMatchObject({
      title: 'Q4 2026 Board Meeting',
      date: '2026-12-10',
      time: '10:30',
    })
  })

  it('isn’t offered without an earlier agenda, or once there are items', async () => {
    const api = await withCalendar()
    await api.save(q3, { ...last, items: [] })
    await api.save(q4, board)
    await open(api)
    await screen.findByRole('button', { name: 'Use the calendar’s' })
    expect(screen.queryByRole('button', { name: /^Start from/ })).toBeNull()
  })
})

describe('starting from a template', () => {
  const items = [
    { title: 'Welcome', duration: 10, time: '09:00', speaker: 'Maria Lopez' },
    { title: 'Lunch', duration: 60, time: '12:00' },
  ]

  it('creates the agenda with its items, and keeps the breaks between them', async () => {
    const api = await withCalendar()
    await api.call('admin')(createAgendaTemplate, {
      body: { name: 'Annual meeting', time: '09:00', items },
    })
    await api.save(q3, last)
    await open(api)
    await askWhere()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Q3 2026/ }).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: /^Annual meeting/ }))
    expect(screen.getByText('Annual meeting: 2 items, 1 h 10 min')).toBeDefined()
    await press('Start from Annual meeting')
    await expect.poll(async () => (await api.stored(q4))?.items.length).toBe(2)
    expect(await api.stored(q4)).toMatchObject({
      date: '2026-12-10',
      items: [
        { title: 'Welcome', time: '10:30', speaker: 'Maria Lopez', duration: 10 },
        { title: 'Lunch', time: '13:30' },
      ],
    })
  })

  it('works without an earlier agenda, and without a meeting in the calendar', async () => {
    const api = await agendaApi()
    await api.call('admin')(createAgendaTemplate, { body: { name: 'Retreat', items } })
    await open(api)
    await askWhere()
    expect(screen.getByText(/The calendar has no meeting for this quarter/)).toBeDefined()
    await press('Start from Retreat')
    await expect.poll(async () => (await api.stored(q4))?.items.length).toBe(2)
  })
})

it('takes a new meeting’s date and times from the calendar, and shows where they come from', async () => {
  const api = await withCalendar()
  await renderRemote(admin, { path: newMeeting, as: 'admin', api })
  expect(await screen.findByText('Date and times are the calendar’s.')).toBeDefined()
  const values = ['Date', 'Start Time', 'End Time'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  )
  expect(values).toEqual(['2026-12-10', '10:30', '13:00'])
  await userEvent.clear(screen.getByLabelText('Start Time'))
  await fill(screen.getByLabelText('Start Time'), '09:00')
  expect(screen.getByRole('button', { name: 'Use the calendar’s' })).toBeDefined()
})

describe('an agenda that disagrees with the calendar', () => {
  const sentence =
    'The calendar has this meeting on Thursday 10 December, 10:30 AM – 1:00 PM. This agenda says Thursday 10 December, 9:00 AM – 10:00 AM.'

  it('shows the difference, and takes the calendar’s date and times with one press', async () => {
    const api = await withCalendar()
    await api.save(q4, board)
    await open(api)
    expect(await screen.findByText(sentence)).toBeDefined()
    await press('Use the calendar’s')
    expect(screen.queryByText(sentence)).toBeNull()
    await press('Save')
    await expect.poll(async () => (await api.stored(q4))?.time).toBe('10:30')
    expect(await api.stored(q4)).toMatchObject({ endTime: '13:00', title: board.title })
  })

  it('isn’t mentioned if the calendar can’t be read', async () => {
    const between = async () => {
      throw new Error('unreachable')
    }
    const api = await agendaApi({}, { ports: { calendar: { ...calendar, between } } })
    await api.save(q4, board)
    await open(api)
    expect(await screen.findByText('Draft')).toBeDefined()
    expect(screen.queryByText(/The calendar has/)).toBeNull()
  })
})

import { type TestApi, testApi } from '@portal/api/testing'
import {
  keepDocument,
  mapSlot,
  renderRemote,
  renderSlot,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import {
  cancelMeeting,
  closeItem,
  financeMeeting,
  keepCommittee,
  keepMeeting,
} from '../shared/committee-fixture.ts'
import { calendarOf, resizeTo } from '../shared/meetings-fixture.ts'

const path = `/meetings/${financeMeeting}`
const quarter = '/meetings/2026/q/4'

let api: TestApi
beforeEach(async () => {
  vi.setSystemTime('2026-11-20T18:00:00Z')
  localStorage.clear()
  withoutFiles()
  resizeTo(1400)
  api = await testApi()
  await keepCommittee(api)
})

const open = (address: string, as: 'staff' | 'member' | 'admin' = 'staff') =>
  renderRemote(remote, { path: address, api, as })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a committee’s meeting', () => {
  it('shows its title, body, day and place, and leads to its agenda', async () => {
    await keepMeeting(api)
    const { location } = await open(path)
    await heading('Finance Committee')
    const { textContent } = screen.getByRole('banner')
    expect(textContent).toContain('Thursday 3 December')
    expect(textContent).toContain('2:00 PM – 3:30 PM')
    expect(textContent).toContain('By video')
    await userEvent.click(await screen.findByRole('link', { name: /^1 ?Agenda/ }))
    await waitFor(() => expect(location()).toBe(`${path}?material=agenda`))
    await screen.findByRole('heading', { name: '1. The audit' })
    await userEvent.click(screen.getByRole('link', { name: 'Open the agenda page' }))
    await waitFor(() => expect(location()).toBe(`${path}/agenda`))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the meeting' }))
    await waitFor(() => expect(location()).toBe(path))
  })

  it.each([path, `${path}?material=agenda`, `${path}/agenda`, `/meetings/now/${financeMeeting}`])(
    'shows nothing at %s to a member of another body',
    async (address) => {
      await keepMeeting(api)
      const { container } = await open(address, 'member')
      await waitFor(() => expect(container.textContent).not.toBe(''))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(container.textContent).not.toMatch(/Finance|audit|reserve|video/)
    },
  )

  it('is not found by members while it is in preparation, and says so to admins', async () => {
    await keepMeeting(api, { isPublished: false })
    const { unmount } = await open(path)
    await heading('Page not found')
    unmount()
    await open(path, 'admin')
    await heading('Finance Committee')
    expect(screen.getByText(/Members don’t see this meeting yet/)).toBeTruthy()
  })

  it('keeps everything and says that it is cancelled, at every address', async () => {
    await cancelMeeting(api, await keepMeeting(api))
    const { go } = await open(path)
    expect(await screen.findByText('This meeting is cancelled.')).toBeTruthy()
    await screen.findByRole('link', { name: /^1 ?Agenda/ })
    await go(`${path}/agenda`)
    await screen.findByRole('heading', { name: '1. The audit' })
    expect(screen.getByText('This meeting is cancelled.')).toBeTruthy()
    await go(`/meetings/now/${financeMeeting}`)
    expect(await screen.findByText('This meeting is cancelled:')).toBeTruthy()
  })

  it('lists its papers in their order, and opens one with a way back', async () => {
    await keepMeeting(api)
    await keepDocument(api, 'audit', 12)
    await keepDocument(api, 'letter', 3)
    await mapSlot(api, `meeting-${financeMeeting}--k2`, {
      documentId: 'audit',
      title: 'Audit',
      order: 2,
    })
    await mapSlot(api, `meeting-${financeMeeting}--k1`, {
      documentId: 'letter',
      title: 'Letter',
      order: 1,
    })
    const { location } = await open(path)
    await screen.findByRole('link', { name: /Audit/ })
    const list = screen.getByRole('region', { name: 'Available Materials' })
    const names = within(list)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent)
    expect(names).toEqual(['Agenda', 'Letter', 'Audit'])
    await userEvent.click(screen.getByRole('link', { name: /Letter/ }))
    await waitFor(() => expect(location()).toBe(`${path}?material=k1`))
    await screen.findByRole('heading', { level: 1, name: 'Letter' })
    expect(screen.getByText('2 of 3')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Next paper: Audit' }))
    await waitFor(() => expect(location()).toBe(`${path}?material=k2`))
    await userEvent.click(screen.getByRole('link', { name: 'Back to the Meeting' }))
    await waitFor(() => expect(location()).toBe(path))
  })

  it('has a document as its agenda if the drive is its source', async () => {
    await keepMeeting(api)
    await keepDocument(api, 'order-of-business', 2)
    const agenda = { documentId: 'order-of-business', mode: 'drive' as const }
    await mapSlot(api, `meeting-${financeMeeting}--agenda`, agenda)
    const { go, location, unmount } = await open(path)
    await userEvent.click(await screen.findByRole('link', { name: /^1 ?Agenda/ }))
    await waitFor(() => expect(location()).toBe(`${path}?material=agenda`))
    await screen.findByText('1 of 1')
    await go(`${path}/agenda`)
    await screen.findByRole('link', { name: 'Open document' })
    expect(screen.queryByText(/The audit/)).toBeNull()
    unmount()
    await open(`${path}/agenda`, 'admin')
    await screen.findByRole('link', { name: 'Open document' })
    expect(screen.queryByText(/The audit/)).toBeNull()
  })

  it('has a board book, named by its title and day', async () => {
    await keepMeeting(api)
    await keepDocument(api, 'audit', 12)
    await mapSlot(api, `meeting-${financeMeeting}--k2`, { documentId: 'audit', title: 'Audit' })
    const { go } = await open(path)
    expect(await screen.findByRole('button', { name: /Make the board book/ })).toBeTruthy()
    await go(`/meetings/book/${financeMeeting}`)
    await heading('Board book: Finance Committee, 3 December 2026')
    expect(await screen.findByText('This board book hasn’t been made yet')).toBeTruthy()
  })

  it('is followed on its day', async () => {
    await keepMeeting(api)
    vi.setSystemTime('2026-12-03T22:10:00Z')
    const { location } = await open(path)
    await userEvent.click(await screen.findByRole('link', { name: 'Follow the meeting' }))
    await waitFor(() => expect(location()).toBe(`/meetings/now/${financeMeeting}`))
    expect(await screen.findByRole('heading', { level: 2, name: '1. The audit' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Back to the Meeting' }))
    await waitFor(() => expect(location()).toBe(path))
  })

  it('isn’t at an address that names none, and a quarterly one is at its quarter’s', async () => {
    const { go, location } = await open('/meetings/2026-12-03-grants')
    await heading('Page not found')
    await go('/meetings/minutes')
    await heading('Page not found')
    await go('/meetings/2026-Q4')
    await waitFor(() => expect(location()).toBe(quarter))
  })
})

describe('the line above a quarter', () => {
  it('names the next meeting that takes place, and leads to it and to all meetings', async () => {
    await cancelMeeting(api, await keepMeeting(api, { date: '2026-11-25', title: 'Called off' }))
    await keepMeeting(api)
    await open(quarter)
    const link = await screen.findByRole('link', { name: 'Finance Committee' })
    expect(link.getAttribute('href')).toBe(path)
    expect(link.closest('p')?.textContent).toContain(
      'Next: Finance Committee, Thu 3 December, 2:00 PM',
    )
    expect(screen.getByRole('link', { name: 'All meetings' })).toBeTruthy()
  })

  it('isn’t shown to anyone who has quarterly meetings only', async () => {
    await keepMeeting(api)
    await mapSlot(api, 'meeting-2026-q4-agenda', { embedUrl: 'https://airtable.com/embed/x' })
    await open(quarter, 'member')
    await screen.findByRole('heading', { name: 'Available Materials' })
    expect(screen.queryByRole('link', { name: 'All meetings' })).toBeNull()
  })
})

describe('all meetings', () => {
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)

  it('lists what is coming and what is past of a year, by body, with a word for a cancelled one', async () => {
    await keepMeeting(api)
    await keepMeeting(api, { date: '2026-03-05', title: 'Spring review' })
    await cancelMeeting(api, await keepMeeting(api, { date: '2026-12-17', title: 'Year’s end' }))
    await mapSlot(api, 'meeting-2026-q4-agenda', { embedUrl: 'https://airtable.com/embed/x' })
    const { location } = await open('/meetings/all')
    await screen.findByRole('region', { name: 'Past meetings' })
    expect(rows('Past meetings')).toHaveLength(1)
    const coming = rows('Coming meetings')
    expect(coming.find((row) => row?.includes('Year’s end'))).toContain('Cancelled')
    expect(coming.find((row) => row?.includes('Q4 2026 Board Meeting'))).toContain('Board')

    const bodies = screen.getByRole('combobox', { name: 'Body' })
    await userEvent.selectOptions(bodies, 'Board')
    await waitFor(() => expect(rows('Coming meetings')).toHaveLength(1))
    expect(location()).toBe('/meetings/all?body=board')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2027')
    expect(await screen.findByText('No meetings in 2027')).toBeTruthy()
  })

  it('opens a meeting, which leads back to the list', async () => {
    await keepMeeting(api)
    const { location } = await open('/meetings/all')
    await userEvent.click(await screen.findByRole('link', { name: /Finance Committee/ }))
    await waitFor(() => expect(location()).toBe(path))
    await userEvent.click(await screen.findByRole('link', { name: 'All meetings' }))
    await waitFor(() => expect(location()).toBe('/meetings/all'))
  })
})

describe('the calendar', () => {
  it('marks a committee’s meeting with its name, once, and leads to it', async () => {
    resizeTo(1280)
    await keepMeeting(api)
    await keepMeeting(api, { date: '2026-12-04', title: 'Budget' })
    const { location } = await open('/calendar?month=2026-12')
    const other = await screen.findByRole('button', { name: /Budget/ })
    expect(other.textContent).toBe('2:00 PM BudgetFinance Committee')
    const event = screen.getByRole('button', { name: '2:00 PM Finance Committee' })
    await userEvent.click(event)
    const dialog = await screen.findByRole('dialog', { name: 'Finance Committee' })
    await userEvent.click(within(dialog).getByRole('link', { name: 'Open materials' }))
    await waitFor(() => expect(location()).toBe(path))
  })

  it('says that a meeting is cancelled, and has none of other bodies', async () => {
    resizeTo(1280)
    await cancelMeeting(api, await keepMeeting(api))
    const { unmount } = await open('/calendar?month=2026-12')
    await screen.findByRole('button', { name: /Cancelled: Finance Committee/ })
    unmount()
    await open('/calendar?month=2026-12', 'member')
    await screen.findByRole('table', { name: /December 2026/ })
    await screen.findByText('No events')
    expect(screen.queryByText(/Finance/)).toBeNull()
  })
})

it('is joined from meeting mode by the link of its event', async () => {
  const event = {
    id: 'call',
    summary: 'Finance Committee',
    start: { dateTime: '2026-12-03T14:00:00-08:00' },
    end: { dateTime: '2026-12-03T15:30:00-08:00' },
    join_url: 'https://meet.example/finance',
  }
  api = await testApi({ ports: { calendar: calendarOf([event]) } })
  await keepCommittee(api)
  await keepMeeting(api)
  await open(`/meetings/now/${financeMeeting}`)
  const join = await screen.findByRole('link', { name: /^Join/ })
  expect(join.getAttribute('href')).toBe('https://meet.example/finance')
})

it('shows of a closed session its time only', async () => {
  const id = await keepMeeting(api)
  await closeItem(api, id, 'reserve')
  const { go } = await open(`${path}/agenda`)
  const session = (await screen.findByRole('heading', { name: /Closed session/ })).closest('li')!
  expect(session.textContent).toContain('3:00 PM')
  expect(session.textContent).toContain('30 min')
  expect(within(session).queryByRole('checkbox')).toBeNull()
  expect(within(session).queryByRole('link')).toBeNull()
  expect(screen.queryByText(/reserve/)).toBeNull()
  await go(`/meetings/now/${id}`)
  await userEvent.click(await screen.findByRole('link', { name: /Closed session/ }))
  expect(await screen.findByText(/^Only those who take part in this session/)).toBeTruthy()
})

it('is in what is new since the last visit, under its name, for its members alone', async () => {
  await keepMeeting(api)
  await keepDocument(api, 'audit', 12)
  await mapSlot(api, `meeting-${financeMeeting}--k2`, { documentId: 'audit', title: 'Audit' })
  const { unmount } = await renderSlot(remote, 'sinceLastVisit', { api, as: 'staff' })
  const read = await screen.findByRole('link', { name: 'Read Audit' })
  await waitFor(() => {
    expect(read.closest('li')?.textContent).toContain('Finance Committee, 3 December 2026')
  })
  expect(read.getAttribute('href')).toBe(`${path}?material=k2`)
  unmount()
  await renderSlot(remote, 'sinceLastVisit', { api, as: 'member' })
  await screen.findByText(/^The board’s papers will be listed here/)
  expect(screen.queryByRole('link', { name: 'Read Audit' })).toBeNull()
})

import { testApi } from '@portal/api/testing'
import { quarterAfter, quarterOf } from '@portal/domain/quarter'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meetingsPaths } from '../meetings-paths.ts'
import remote from '../remote.ts'
import { calendarOf, keepAgenda, leadToAgenda, longText } from '../shared/meetings-fixture.ts'

const path = '/meetings/2026/q/4/agenda'

async function showAgenda(fields?: Record<string, unknown>) {
  const api = await testApi()
  await keepAgenda(api, fields)
  await leadToAgenda(api)
  return renderRemote(remote, { path, api })
}

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
})
afterEach(() => vi.useRealTimers())

it('lists the items in order with running times, presenters and minutes', async () => {
  await showAgenda()
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Q4 2026 Board Meeting' }),
  ).toBeTruthy()
  const items = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^9:00 AM1\. Welcome and quorumChair.*10 minMark complete$/),
    expect.stringMatching(/^9:10 AM2\. Budget vs Actual.*30 minMark complete$/),
    expect.stringMatching(/^9:40 AMItem 3.*15 minMark complete$/),
  ])
})

it('keeps the number before a title that is read from the right', async () => {
  await showAgenda({ items: [{ id: 'first', title: 'דוח [2026]', description: longText }] })
  const title = '\u2068דוח [2026]\u2069'
  expect(await screen.findByRole('heading', { name: `1. ${title}` })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: `Mark complete: ${title}` })).toBeTruthy()
  expect(screen.getByRole('button', { name: `Read more about ${title}` })).toBeTruthy()
})

it('opens at the item that its address names, marks it and moves the focus there', async () => {
  const api = await testApi()
  await keepAgenda(api, { items: ['first', 'a b'].map((id) => ({ id, title: `Item ${id}` })) })
  await leadToAgenda(api)
  await renderRemote(remote, { path: `${path}#item-a%20b`, api })
  const heading = await screen.findByRole('heading', { name: '2. Item a b' })
  expect(document.activeElement).toBe(heading.closest('li'))
  expect(document.querySelectorAll('[data-opened]')).toHaveLength(1)
})

it('distinguishes items without a title by their numbers', async () => {
  const items = ['first', 'second'].map((id) => ({ id, title: ' ', description: longText }))
  await showAgenda({ items })
  expect(await screen.findByRole('heading', { name: 'Item 1' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Item 2' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Mark complete: Item 1' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Mark complete: Item 2' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Read more about Item 2' })).toBeTruthy()
})

it('shows day, times with the zone, and place under the title', async () => {
  await showAgenda()
  const times = await screen.findByText('9:00 AM – 12:00 PM PT')
  expect(times.parentElement!.textContent).toMatch(
    /^Thursday 10 December\s· 9:00 AM – 12:00 PM PT.*\s· Larkspur House/,
  )
})

it('shows TBD when an item’s time is unknown', async () => {
  await showAgenda({ time: 'in the morning' })
  const items = await screen.findByRole('list')
  expect(within(items).getAllByText('TBD')).toHaveLength(3)
})

it('truncates a long description until the reader expands it', async () => {
  await showAgenda()
  const more = await screen.findByRole('button', { name: 'Read more about Budget vs Actual' })
  const rest = screen.getByText(longText.slice(-80), { exact: false })
  expect(rest.hidden).toBe(true)
  await userEvent.click(more)
  expect(rest.hidden).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Read less about Budget vs Actual' }))
  expect(rest.hidden).toBe(true)
})

it('prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await showAgenda()
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

it('takes the reader’s initial marks from the agenda, and keeps them on this device', async () => {
  const first = await showAgenda()
  const marks = await screen.findAllByRole('checkbox')
  expect(marks.map((mark) => (mark as HTMLInputElement).checked)).toEqual([false, false, true])
  expect(screen.getByText(/the marks stay on this device/)).toBeTruthy()
  await userEvent.click(marks[0]!)
  await userEvent.click(marks[2]!)
  first.unmount()

  await renderRemote(remote, { path, api: first.api })
  const again = await screen.findAllByRole('checkbox')
  expect(again.map((mark) => (mark as HTMLInputElement).checked)).toEqual([true, false, false])
})

it('shows that no agenda has been created, with a link back', async () => {
  await renderRemote(remote, { path })
  expect(await screen.findByText('Meeting agenda not found')).toBeTruthy()
  expect(screen.getByText('No agenda has been created for 2026 Q4.')).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Back to Meetings' })
  expect(back.getAttribute('href')).toBe('/meetings/2026/q/4')
})

it('promises an agenda before the meeting only for a quarter that isn’t over', async () => {
  const promise = 'Your Board Liaison publishes it here before the meeting.'
  const today = quarterOf(new Date(), 'America/Los_Angeles')
  const [next, last] = [quarterAfter(today, 1), quarterAfter(today, -1)]
  const { go } = await renderRemote(remote, { path: meetingsPaths.agenda(next) })
  expect(await screen.findByText(promise)).toBeTruthy()
  await go(meetingsPaths.agenda(last))
  expect(await screen.findByText(/^This quarter is over/)).toBeTruthy()
  expect(screen.queryByText(promise)).toBeNull()
})

it('shows that a draft is not published yet', async () => {
  await showAgenda({ status: 'draft' })
  expect(await screen.findByText('The agenda for 2026 Q4 is not published yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

it('offers only admins the preview of an unpublished agenda', async () => {
  const preview = { name: 'Preview the agenda' }
  const { api } = await showAgenda({ status: 'draft' })
  await screen.findByText('The agenda for 2026 Q4 is not published yet.')
  expect(screen.queryByRole('link', preview)).toBeNull()
  cleanup()
  const { go } = await renderRemote(remote, { path, api, as: 'admin' })
  const link = await screen.findByRole('link', preview)
  expect(link.getAttribute('href')).toBe('/admin/meetings/2026/4/agenda')
  await go('/meetings/2026/q/3/agenda')
  await screen.findByText('No agenda has been created for 2026 Q3.')
  expect(screen.queryByRole('link', preview)).toBeNull()
})

it('shows an error when the agenda can’t be read, and recovers by Try Again', async () => {
  const api = await testApi()
  await keepAgenda(api)
  await leadToAgenda(api)
  const restore = breakPath(api, '/api/agendas/')
  await renderRemote(remote, { path, api })
  const sentence = 'Failed to load meeting agenda. Please try again later.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Welcome and quorum')).toBeTruthy()
})

/** A member with an account that an admin created, with an address of another domain. */
const guest = {
  email: 'guest@elsewhere.example',
  provider: 'password',
  createdByAdmin: true,
} as const

it('links admins to the editor, or to a new agenda if there is none', async () => {
  const api = await testApi()
  const first = await renderRemote(remote, { path, api, as: 'admin' })
  const create = await screen.findByRole('link', { name: 'Create New Agenda' })
  expect(create.getAttribute('href')).toBe('/admin/meetings/new')
  first.unmount()
  await keepAgenda(api, { status: 'draft' })
  await renderRemote(remote, { path, api, as: 'admin' })
  const edit = await screen.findByRole('link', { name: 'Edit Agenda' })
  expect(edit.getAttribute('href')).toBe('/admin/meetings/2026/4/edit')
  expect(screen.queryByRole('link', { name: 'Create New Agenda' })).toBeNull()
})

it('explains to others of the foundation’s domain who edits, without leaving the page', async () => {
  const { location } = await showAgenda()
  const edit = await screen.findByRole('button', { name: 'Edit Agenda' })
  const before = screen.getByRole('button', { name: 'Print' }).compareDocumentPosition(edit)
  expect(before).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(edit)
  const dialog = await screen.findByRole('dialog', { name: 'Edit Agenda' })
  expect(within(dialog).getByText(/^Only the portal’s admins can edit agendas/)).toBeTruthy()
  const ask = within(dialog).getByRole('link', { name: 'Ask the Board Liaison' })
  expect(ask.getAttribute('href')).toMatch(/^mailto:\S+@\S+\?subject=Agenda%20of%20Q4%202026$/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(location()).toBe(path)
  expect(screen.queryByRole('link', { name: /Edit Agenda|Create New Agenda/ })).toBeNull()
})

it('explains the same if the agenda is a draft, or if there is none', async () => {
  await showAgenda({ status: 'draft' })
  expect(await screen.findByRole('button', { name: 'Edit Agenda' })).toBeTruthy()
  cleanup()
  await renderRemote(remote, { path })
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Agenda' }))
  expect(await screen.findByRole('dialog', { name: 'Create New Agenda' })).toBeTruthy()
})

it('shows everyone else only the link back', async () => {
  const api = await testApi()
  await renderRemote(remote, { path, api, as: guest })
  await screen.findByText('Meeting agenda not found')
  expect(screen.getByRole('link', { name: 'Back to Meetings' })).toBeTruthy()
  cleanup()
  await keepAgenda(api)
  await leadToAgenda(api)
  await renderRemote(remote, { path, api, as: guest })
  await screen.findByText('Welcome and quorum')
  expect(screen.queryByRole('link', { name: /Agenda/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Agenda/ })).toBeNull()
})

describe('following the meeting', () => {
  const follow = { name: 'Follow the meeting' }
  /** Sets the clock to 7 AM in Los Angeles, where the meeting takes place. */
  const onDay = (day: string) => vi.setSystemTime(new Date(`${day}T15:00:00Z`))

  it('can be started on the meeting’s day only', async () => {
    onDay('2026-12-10')
    await showAgenda()
    const link = await screen.findByRole('link', follow)
    expect(link.getAttribute('href')).toBe('/meetings/now/2026/q/4')
    for (const day of ['2026-12-09', '2026-12-11']) {
      cleanup()
      onDay(day)
      await showAgenda()
      await screen.findByText('Welcome and quorum')
      expect(screen.queryByRole('link', follow)).toBeNull()
    }
  })

  it('returns to the agenda, even from an item that the reader has chosen', async () => {
    onDay('2026-12-10')
    const { location } = await showAgenda()
    await userEvent.click(await screen.findByRole('link', follow))
    const list = within(await screen.findByRole('complementary', { name: 'Agenda' }))
    await userEvent.click(list.getAllByRole('link')[1]!)
    await waitFor(() => expect(location()).toMatch(/^\/meetings\/now\/2026\/q\/4\?item=/))
    await userEvent.click(screen.getByRole('link', { name: 'Back to the Agenda' }))
    await waitFor(() => expect(location()).toBe(path))
  })

  it('can be started on the calendar event’s day if the agenda is a document', async () => {
    onDay('2026-12-10')
    const start = { dateTime: '2026-12-10T09:00:00-08:00' }
    const event = { id: 'board', summary: 'Q4 2026 Board Meeting', start }
    const api = await testApi({ ports: { calendar: calendarOf([event]) } })
    await keepDocument(api, 'agenda', 2)
    await mapSlot(api, 'meeting-2026-q4-agenda', { documentId: 'agenda' })
    await renderRemote(remote, { path, api })
    expect(await screen.findByRole('link', follow)).toBeTruthy()
  })
})

describe('a quarter whose agenda is a Drive document', () => {
  /** A native agenda is published but not its source. */
  async function withDocument() {
    const api = await testApi()
    await keepAgenda(api)
    await keepDocument(api, 'agenda', 2)
    await mapSlot(api, 'meeting-2026-q4-agenda', { documentId: 'agenda' })
    return api
  }

  it.each(['member', 'admin'] as const)(
    'shows the document, and no native agenda (%s)',
    async (as) => {
      await renderRemote(remote, { path, api: await withDocument(), as })
      const open = await screen.findByRole('link', { name: 'Open document' })
      expect(open.getAttribute('href')).toBe('/resources/view/meeting-2026-q4-agenda')
      expect(await screen.findByRole('region', { name: /Agenda, Q4 2026/ })).toBeTruthy()
      expect(screen.getByRole('heading', { level: 1, name: 'Agenda, Q4 2026' })).toBeTruthy()
      expect(screen.queryByText('Welcome and quorum')).toBeNull()
      expect(screen.queryByText(/not published/)).toBeNull()
    },
  )
})

it('shows members that a published agenda without a source is not published yet', async () => {
  const api = await testApi()
  await keepAgenda(api)
  await renderRemote(remote, { path, api })
  expect(await screen.findByText('The agenda for 2026 Q4 is not published yet.')).toBeTruthy()
})

it('shows admins that members don’t see a published agenda, and links to its preview', async () => {
  const api = await testApi()
  await keepAgenda(api)
  await mapSlot(api, 'meeting-2026-q4-agenda', { mode: 'native', active: false })
  await renderRemote(remote, { path, api, as: 'admin' })
  expect(await screen.findByText('The agenda for 2026 Q4 is published, not shown.')).toBeTruthy()
  const preview = screen.getByRole('link', { name: 'Preview the agenda' })
  expect(preview.getAttribute('href')).toBe('/admin/meetings/2026/4/agenda')
  expect(screen.queryByText('Welcome and quorum')).toBeNull()
})

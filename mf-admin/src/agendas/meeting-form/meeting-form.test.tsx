import { quarterOf } from '@portal/domain/quarter'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, downWhen, q3, q4 } from '../agenda-fixture.ts'
import type { Fault } from '../../shared/api-fault-fixture.ts'
import admin from '../../remote.ts'
import { openItem } from '../meeting-agenda/agenda-screen-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

type Api = Awaited<ReturnType<typeof agendaApi>>

const open = (api: Api, path: string) => renderRemote(admin, { path, as: 'admin', api })
const create = (api: Api) => open(api, '/admin/meetings/new?year=2026&quarter=4')
const edit = (api: Api) => open(api, '/admin/meetings/2026/Q4/edit')
const titleBox = () => screen.findByLabelText('Meeting Title')
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const retype = async (label: string, text: string) => {
  const box = await screen.findByLabelText(label)
  await userEvent.clear(box)
  if (text) await fill(box, text)
}

beforeEach(clearDevice)

it('begins a new meeting on the first day of the quarter', async () => {
  await create(await agendaApi())
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
    'textContent',
    'Create New Meeting',
  )
  await titleBox()
  const values = ['Meeting Title', 'Date', 'Start Time', 'End Time', 'Time'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  )
  expect(values).toEqual(['Q4 2026 Board Meeting', '2026-10-01', '09:00', '10:00', '09:00'])
})

it('creates the meeting in the quarter of its date, and shows a message in the agenda editor', async () => {
  const api = await agendaApi()
  const { location } = await create(api)
  await retype('Date', '2026-08-20')
  expect(await titleBox()).toHaveProperty('value', 'Q3 2026 Board Meeting')
  await fill(screen.getByLabelText('New agenda item'), 'Welcome')
  await userEvent.keyboard('{Enter}')
  await fill(screen.getByLabelText('New agenda item'), 'Budget')
  await press('Add')
  await fill(screen.getByLabelText('New agenda item'), 'Typed, not added')
  await press('Save Agenda')
  await waitFor(() => expect(location()).toBe('/admin/meeting-agenda?year=2026&quarter=3'))
  expect(await screen.findByText('Agenda saved: Q3 2026')).toBeDefined()
  expect(await api.stored(q3)).toMatchObject({
    title: 'Q3 2026 Board Meeting',
    date: '2026-08-20',
    status: 'draft',
    items: [{ title: 'Welcome', duration: 15 }, { title: 'Budget' }, { title: 'Typed, not added' }],
  })
})

it('refuses an invalid meeting, and sends nothing', async () => {
  const api = await agendaApi()
  await create(api)
  await retype('Meeting Title', '')
  await retype('Date', '')
  await press('Save Agenda')
  expect(await screen.findByText('Please enter a title for the meeting')).toBeDefined()
  expect(screen.getByText('Please enter a valid date in YYYY-MM-DD format')).toBeDefined()
  expect(document.activeElement).toBe(await titleBox())
  expect(await api.stored(q4)).toBeUndefined()
})

it('never replaces a quarter’s meeting without asking', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await create(api)
  expect(await screen.findByText(/Q4 2026 has a meeting already/)).toBeDefined()
  await retype('Meeting Title', 'Mine')
  await press('Save Agenda')
  const question = await screen.findByRole('alertdialog', { name: 'Q4 2026 has an agenda already' })
  expect(question.textContent).toContain('2 items')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await titleBox()).toHaveProperty('value', 'Mine')
  expect(await api.stored(q4)).toMatchObject({ title: 'Q4 2026 Board Meeting', revision: 1 })
  await press('Save Agenda')
  await press('Replace Q4 2026 Board Meeting')
  await expect.poll(() => api.stored(q4)).toMatchObject({ title: 'Mine', items: [] })
})

it('edits the meeting, with one start time in both its fields', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const { location } = await edit(api)
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Meeting' })).toBeDefined()
  await retype('Time', '08:30')
  expect(screen.getByLabelText('Start Time')).toHaveProperty('value', '08:30')
  const budget = await openItem('2. Budget')
  await userEvent.click(within(budget).getByLabelText('Completed'))
  await userEvent.clear(within(budget).getByLabelText('Duration (minutes)'))
  await userEvent.type(within(budget).getByLabelText('Duration (minutes)'), '0')
  expect(within(budget).getByText('1 to 1440 minutes')).toBeDefined()
  await userEvent.type(within(budget).getByLabelText('Duration (minutes)'), '5')
  await openItem('1. Welcome')
  await press('Remove Welcome')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Welcome' }),
  )
  await press('Save Agenda')
  await waitFor(() => expect(location()).toBe('/admin/meeting-agenda?year=2026&quarter=4'))
  expect(await api.stored(q4)).toMatchObject({
    time: '08:30',
    items: [{ title: 'Budget', completed: true, duration: 5 }],
  })
})

it('moves the meeting to the quarter of its new date when asked', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const { location } = await edit(api)
  await retype('Date', '2027-01-14')
  await press('Save Agenda')
  expect(await api.stored(q4)).toMatchObject({ date: '2026-12-10' })
  await press('Move to Q1 2027')
  await waitFor(() => expect(location()).toBe('/admin/meeting-agenda?year=2027&quarter=1'))
  expect(await api.stored(q4)).toBeUndefined()
})

it('keeps what was typed when the server refuses it, and shows the reason for 5 s', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  const { toasts } = await edit(api)
  await retype('Meeting Title', 'Mine')
  fault.answer = downWhen(({ method }) => method === 'PUT')
  await press('Save Agenda')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toEqual({
    message: 'Failed to save agenda: The database can’t be reached.',
    options: { kind: 'bad', duration: 5000 },
  })
  expect(await titleBox()).toHaveProperty('value', 'Mine')
  fault.answer = ({ method }) => (method === 'PUT' ? new Response('?') : undefined)
  await press('Save Agenda')
  await waitFor(() => expect(toasts).toHaveLength(2))
  expect(toasts[1]?.message).toBe('Failed to save agenda. Please try again.')
})

it('notifies the second of two admins, and merges', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await edit(api)
  await retype('Meeting Title', 'Mine')
  await api.save(q4, { location: 'By video' }, 1)
  await press('Save Agenda')
  await press('Save merged agenda')
  await expect.poll(() => api.stored(q4)).toMatchObject({ title: 'Mine', location: 'By video' })
})

it('asks before the form is left, and offers what was typed on return', async () => {
  const api = await agendaApi()
  const { location, go } = await create(api)
  await retype('Location', 'Boardroom')
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await press('Leave without saving')
  await screen.findByRole('heading', { level: 1, name: 'Meeting Agenda' })
  expect(location()).toBe('/admin/meeting-agenda')
  await go('/admin/meetings/new?year=2026&quarter=4')
  await press('Restore my changes')
  expect(screen.getByLabelText('Location')).toHaveProperty('value', 'Boardroom')
})

describe('the title of an item that isn’t added yet', () => {
  const field = () => screen.findByLabelText('New agenda item')
  const typeAndClose = async (api: Api) => {
    const first = await edit(api)
    await fill(await field(), 'Clos')
    first.unmount()
  }

  it('keeps the title after the tab was closed, and restores it into its field', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await typeAndClose(api)
    await edit(api)
    expect(await screen.findByText(/unsaved changes are still on this device/)).toBeDefined()
    expect(await field()).toHaveProperty('value', '')
    await press('Restore my changes')
    expect(await field()).toHaveProperty('value', 'Clos')
    expect(screen.queryByRole('group', { name: /Clos/ })).toBeNull()
    await fill(await field(), 'ing')
    await press('Save Agenda')
    await expect
      .poll(async () => (await api.stored(q4))?.items.map(({ title }) => title))
      .toEqual(['Welcome', 'Budget', 'Closing'])
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  it('keeps the title after the tab was closed if the quarter has no meeting any more', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await typeAndClose(api)
    await api.ports.store.delete('agendas', '2026-Q4', 1)
    await edit(api)
    await press('Restore my changes')
    expect(await field()).toHaveProperty('value', 'Clos')
  })

  it('deletes the title once it is discarded', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await typeAndClose(api)
    await edit(api)
    await press('Discard my changes')
    expect(await field()).toHaveProperty('value', '')
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  it('uses the same field in the agenda’s editor', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await typeAndClose(api)
    await open(api, '/admin/meeting-agenda?year=2026&quarter=4')
    await press('Restore my changes')
    expect(await field()).toHaveProperty('value', 'Clos')
    await fill(await field(), 'ing')
    await press('Save')
    await expect
      .poll(async () => (await api.stored(q4))?.items.map(({ title }) => title))
      .toEqual(['Welcome', 'Budget', 'Closing'])
  })
})

it('shows that a quarter has no meeting', async () => {
  await open(await agendaApi(), '/admin/meetings/2026/4/edit')
  expect(await screen.findByText('Meeting agenda not found')).toBeDefined()
})

it.each(['2026/9', '2101/1'])(
  'redirects from %s, which is out of range, to the current quarter',
  async (named) => {
    const { location } = await open(await agendaApi(), `/admin/meetings/${named}/edit`)
    await screen.findByRole('heading', { level: 1, name: 'Meeting Agenda' })
    expect(location()).toBe('/admin/meeting-agenda')
    const now = quarterOf(new Date(), 'America/Los_Angeles')
    const none = `No agenda has been created for ${now.year} Q${now.quarter}.`
    expect(await screen.findByText(none)).toBeDefined()
  },
)

it('reports that the meeting can’t be read, and tries again', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  fault.answer = downWhen(({ url }) => url.includes('/api/agendas'))
  await edit(api)
  expect(
    await screen.findByText('Failed to load meeting agenda. Please try again later.'),
  ).toBeDefined()
  fault.answer = undefined
  await press('Try Again')
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
})

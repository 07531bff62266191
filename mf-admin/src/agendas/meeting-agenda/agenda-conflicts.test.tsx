import { saveMapping } from '@portal/contract/mappings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { Fault } from '../../shared/api-fault-fixture.ts'
import { agendaApi, board, clearDevice, downWhen, q3, q4 } from '../agenda-fixture.ts'
import { open, openItem, press, titleBox, toasted } from './agenda-screen-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

beforeEach(clearDevice)

it('notifies the second of two admins and merges item by item', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const view = await open(api)
  await fill(await titleBox(), ', mine')
  const budget = await openItem('2. Budget')
  await fill(within(budget).getByLabelText('Description'), ', revised')
  const [welcome] = board.items!
  await api.save(
    q4,
    {
      title: 'Theirs',
      items: [welcome!, { ...board.items![1], duration: 45 }, { id: 'close', title: 'Close' }],
    },
    1,
  )
  await press('Save')
  const dialog = await screen.findByRole('dialog', { name: 'Merge two versions' })
  expect(await within(dialog).findByText(/^Ruth Abelman has saved/)).toBeDefined()
  expect(view.toasts).toEqual([])
  expect(await api.stored(q4)).toMatchObject({ title: 'Theirs', revision: 2 })
  const row = (name: string) => within(dialog).getByRole('group', { name })
  expect(within(row('Title')).getByText('Both changed it')).toBeDefined()
  await userEvent.click(within(row('Title')).getByRole('radio', { name: /^Theirs/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save merged agenda' }))
  await toasted(view, 'Agenda saved')
  expect(await api.stored(q4)).toMatchObject({
    title: 'Theirs',
    items: [
      { title: 'Welcome' },
      { title: 'Budget', description: 'The year, revised', duration: 45 },
      { title: 'Close' },
    ],
  })
})

it('lists what only one of two admins has changed apart from what both have', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await fill(await titleBox(), ', mine')
  await fill(screen.getByLabelText('Location'), ', first floor')
  await api.save(q4, { ...board, title: 'Theirs', endTime: '11:00' }, 1)
  await press('Save')
  const dialog = await screen.findByRole('dialog', { name: 'Merge two versions' })
  const names = (rows: HTMLElement) =>
    within(rows)
      .getAllByRole('radio', { name: /^Yours/ })
      .map((radio) => radio.closest('fieldset')!.querySelector('legend')!.textContent)
  const [both, rest] = within(dialog).getAllByRole('list')
  expect(names(both!)).toEqual(['Title'])
  expect(
    within(dialog).getByText('Also kept: 1 change by Ruth Abelman, 1 change by you'),
  ).toBeDefined()
  expect(names(rest!)).toEqual(['End Time', 'Location'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save merged agenda' }))
  await expect
    .poll(() => api.stored(q4))
    .toMatchObject({
      title: 'Q4 2026 Board Meeting, mine',
      endTime: '11:00',
      location: 'Boardroom, first floor',
    })
})

it('keeps an edit of an agenda that someone else has moved away', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await fill(await titleBox(), ', mine')
  await api.ports.store.delete('agendas', '2026-Q4', 1)
  await press('Save')
  expect(await screen.findByText(/Q4 2026 has no agenda any more/)).toBeDefined()
  await press('Save mine as a new agenda')
  await expect.poll(async () => (await api.stored(q4))?.title).toBe('Q4 2026 Board Meeting, mine')
})

it('asks before another quarter or year is chosen over unsaved changes, and offers them on return', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const { location } = await open(api)
  await fill(await titleBox(), ', mine')
  await userEvent.click(screen.getByRole('radio', { name: 'Q3' }))
  const question = await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(location()).toContain('quarter=4')
  await userEvent.selectOptions(screen.getByLabelText('Year'), '2025')
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
  await press('Cancel')
  expect(location()).toContain('year=2026')
  await userEvent.click(screen.getByRole('radio', { name: 'Q3' }))
  await press('Leave without saving')
  expect(await screen.findByText('No agenda has been created for 2026 Q3.')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Q4' }))
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  await press('Restore my changes')
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting, mine')
  expect(screen.getByText('Unsaved changes')).toBeDefined()
})

it('keeps an edit after the tab was closed until it is saved, with the version it is based on', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const first = await open(api)
  await fill(await titleBox(), ', mine')
  first.unmount()
  await api.save(q4, { location: 'By video' }, 1)

  await open(api)
  expect(await screen.findByText(/unsaved changes are still on this device/)).toBeDefined()
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  await press('Restore my changes')
  expect(await screen.findByText(/Ruth Abelman has saved this agenda meanwhile/)).toBeDefined()
  await press('Compare and merge')
  await userEvent.click(await screen.findByRole('button', { name: 'Save merged agenda' }))
  await expect
    .poll(() => api.stored(q4))
    .toMatchObject({ title: 'Q4 2026 Board Meeting, mine', location: 'By video' })
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

it('drops an edit that is discarded', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const first = await open(api)
  await fill(await titleBox(), ', mine')
  first.unmount()
  await open(api)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard my changes' }))
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

it('asks before a date takes the agenda to another quarter, and again before one is replaced', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  await api.save(q3, { title: 'Standing there' })
  const view = await open(api)
  const date = await screen.findByLabelText('Date')
  await userEvent.clear(date)
  await fill(date, '2026-08-20')
  await press('Save')
  await press('Move to Q3 2026')
  const question = await screen.findByRole('alertdialog', { name: 'Q3 2026 has an agenda already' })
  expect(question.textContent).toContain('Standing there')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await api.stored(q3)).toMatchObject({ title: 'Standing there' })
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  fault.answer = downWhen(({ url }) => url.endsWith('/move'))
  await press('Save')
  await press('Move to Q3 2026')
  await toasted(view, 'Failed to save agenda')
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  fault.answer = undefined
  await press('Save')
  await press('Move to Q3 2026')
  await screen.findByRole('alertdialog', { name: 'Q3 2026 has an agenda already' })
  await press('Replace Standing there')
  await waitFor(() => expect(view.location()).toContain('quarter=3'))
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  expect(await api.stored(q4)).toBeUndefined()
  expect(await api.stored(q3)).toMatchObject({ date: '2026-08-20', items: [{}, {}] })
})

it('names who has changed the source first, and shows theirs', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await open(api)
  fault.answer = async ({ url }) => {
    if (!url.includes('/agenda-source')) return undefined
    fault.answer = undefined
    await api.call('admin')(saveMapping, {
      params: { id: 'meeting-2026-q4-agenda' },
      body: { embedUrl: 'https://airtable.com/embed/x' },
      revision: 'new',
    })
    return undefined
  }
  await userEvent.click(await screen.findByRole('radio', { name: 'Native agenda' }))
  expect(
    await screen.findByText(/Ruth Abelman.? has changed the agenda source meanwhile/),
  ).toBeDefined()
})

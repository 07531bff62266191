import { saveMapping } from '@portal/contract/mappings'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, downWhen, q4 } from '../agenda-fixture.ts'
import type { Fault } from '../../shared/api-fault-fixture.ts'
import admin from '../../remote.ts'
import { button, open, openItem, path, press, titleBox, toasted } from './agenda-screen-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

beforeEach(clearDevice)

it('shows nothing to people who are not admins, and sends them home with the reason', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const { location, toasts } = await renderRemote(admin, { path, as: 'staff', api })
  await screen.findByText('Checking admin permissions...')
  expect(screen.queryByRole('heading')).toBeNull()
  await waitFor(() => expect(location()).toBe('/'))
  expect(toasts.map(({ message }) => message)).toEqual([
    'The admin area is for designated admins who are signed in with Google.',
  ])
})

it('saves an edit, marks it as unsaved until then, and undoes the save from its message', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const view = await open(api)
  /** Whether the browser asks before the tab is closed. */
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await fill(await titleBox(), ', revised')
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  expect(asks()).toBe(true)
  await press('Save')
  await toasted(view, 'Agenda saved')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  expect(asks()).toBe(false)
  expect(await api.stored(q4)).toMatchObject({
    title: 'Q4 2026 Board Meeting, revised',
    revision: 2,
  })
  expect(view.toasts.at(-1)?.options?.action?.label).toBe('Undo')
  view.toasts.at(-1)?.options?.action?.onSelect()
  await expect.poll(async () => (await titleBox()).getAttribute('value')).toBe(board.title)
  expect(await api.stored(q4)).toMatchObject({ title: board.title, revision: 3 })
})

it('saves once for repeated presses, and keeps what is typed meanwhile', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  const view = await open(api)
  await fill(await titleBox(), ', sent')
  const gate = Promise.withResolvers<undefined>()
  let saves = 0
  fault.answer = ({ method }) => {
    if (method !== 'PUT') return undefined
    saves += 1
    return gate.promise
  }
  await userEvent.dblClick(button('Save'))
  await fill(await titleBox(), ' and typed on')
  gate.resolve(undefined)
  await toasted(view, 'Agenda saved')
  expect(saves).toBe(1)
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting, sent and typed on')
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.title)
    .toBe('Q4 2026 Board Meeting, sent and typed on')
  expect(screen.queryByText(/Someone else/)).toBeNull()
})

it('publishes what is in the editor, sets it back to draft, and says when it can’t', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  const view = await open(api)
  await userEvent.type(await titleBox(), '!')
  await press('Publish')
  await toasted(view, 'Agenda published. It is now the source of this quarter’s agenda.')
  expect(await screen.findByText('Published')).toBeDefined()
  expect(await api.stored(q4)).toMatchObject({
    title: 'Q4 2026 Board Meeting!',
    status: 'published',
  })
  await userEvent.type(await titleBox(), '?')
  fault.answer = downWhen(({ method }) => method === 'PUT')
  await press('Unpublish')
  await toasted(view, 'Failed to update status')
  expect(await screen.findByText('Published')).toBeDefined()
  fault.answer = undefined
  await press('Unpublish')
  await toasted(view, 'Agenda set to draft')
  expect(screen.getByText('Draft')).toBeDefined()
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting!?')
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  expect(await api.stored(q4)).toMatchObject({ title: 'Q4 2026 Board Meeting!', status: 'draft' })
})

it('creates a draft with the native source, and keeps it when the drive is chosen again', async () => {
  const api = await agendaApi()
  const view = await open(api)
  expect(await screen.findByText('No agenda has been created for 2026 Q4.')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Native agenda' }))
  await toasted(view, 'Agenda source updated')
  expect(await titleBox()).toHaveProperty('value', 'Board Meeting Agenda')
  await userEvent.click(screen.getByRole('radio', { name: 'Google Drive document' }))
  await press('Change to the Drive document')
  await waitFor(() => expect(view.toasts).toHaveLength(2))
  expect(await titleBox()).toHaveProperty('value', 'Board Meeting Agenda')
})

it('shows the drive as the source and a message if the source can’t be read', async () => {
  const fault: Fault = { answer: downWhen(({ url }) => url.includes('/resource-mappings')) }
  await open(await agendaApi(fault))
  expect(await screen.findByText(/could not be read, so the drive is shown/)).toBeDefined()
  const drive = screen.getByRole('radio', { name: 'Google Drive document' })
  expect(drive).toHaveProperty('checked', true)
})

it('restores the source when it can’t be saved', async () => {
  const fault: Fault = { answer: downWhen(({ url }) => url.includes('/agenda-source')) }
  const view = await open(await agendaApi(fault))
  await userEvent.click(await screen.findByRole('radio', { name: 'Native agenda' }))
  await toasted(view, 'Failed to update agenda source')
  const drive = screen.getByRole('radio', { name: 'Google Drive document' })
  await waitFor(() => expect(drive).toHaveProperty('checked', true))
  expect(screen.getByText('The database can’t be reached.')).toBeDefined()
})

it('adds, describes, moves and deletes items', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await titleBox()
  await press('Add item')
  await userEvent.keyboard('Closing')
  const added = screen.getByRole('group', { name: '3. Closing' })
  expect(within(added).getByLabelText('Min')).toHaveProperty('value', '15')
  await userEvent.clear(within(added).getByLabelText('Min'))
  await userEvent.type(within(added).getByLabelText('Min'), '0')
  await press('Up Closing')
  expect(document.activeElement).toBe(button('Up Closing'))
  expect(screen.getByText('Closing is item 2 now.')).toBeDefined()
  await press('Down Welcome')
  await openItem('3. Budget')
  await press('Delete Budget')
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('group', { name: '3. Budget' })).toBeDefined()
  await press('Delete Budget')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Budget' }),
  )
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.items.map(({ title }) => title))
    .toEqual(['Closing', 'Welcome'])
  expect((await api.stored(q4))?.items[0]?.duration).toBe(0)
})

it('makes sub-items by button and by keys, and moves an item with them', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  const budget = await openItem('2. Budget')
  await userEvent.click(within(budget).getByRole('button', { name: /Make a sub-item/ }))
  expect(screen.getByRole('group', { name: '1.1 Budget' })).toBeDefined()
  screen.getByRole('button', { name: /1\.1 Budget/ }).focus()
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
  expect(screen.getByRole('group', { name: '2. Budget' })).toBeDefined()
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
  await press('Add item')
  await userEvent.keyboard('Closing')
  await press('Up Closing')
  expect(screen.getByText('Closing is item 1 now.')).toBeDefined()
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.items.map(({ title, subItem }) => [title, subItem]))
    .toEqual([
      ['Closing', undefined],
      ['Welcome', undefined],
      ['Budget', true],
    ])
})

it('lets start times follow the durations when asked, also for the next admin', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const view = await open(api)
  await titleBox()
  await userEvent.click(screen.getByLabelText('Start times follow the durations'))
  await press('Up Budget')
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.items.map(({ id, time }) => [id, time]))
    .toEqual([
      ['budget', '09:00'],
      ['welcome', '09:30'],
    ])
  view.unmount()
  await open(api)
  await titleBox()
  expect(screen.getByLabelText('Start times follow the durations')).toHaveProperty('checked', true)
  const budget = await openItem('1. Budget')
  await userEvent.type(within(budget).getByLabelText('Min'), '{Backspace}5')
  expect(screen.getByRole('button', { name: /9:35 AM 2\. Welcome/ })).toBeDefined()
})

it('shows overlaps and gaps at the item, and saves them', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  const budget = await openItem('2. Budget')
  const start = within(budget).getByLabelText('Start')
  await userEvent.clear(start)
  await fill(start, '09:05')
  expect(within(budget).getByText('Starts 5 min before “Welcome” ends')).toBeDefined()
  await userEvent.clear(start)
  await fill(start, '09:50')
  expect(within(budget).getByText('Starts 40 min after “Welcome” ends')).toBeDefined()
  expect(within(budget).getByText('Ends 20 min after the meeting')).toBeDefined()
  // Closed, the item says the same in its line.
  await press(/2\. Budget/)
  expect(screen.getByText(/^Starts 40 min after “Welcome” ends\. Ends 20 min/)).toBeDefined()
  await press('Save')
  await expect.poll(async () => (await api.stored(q4))?.items[1]?.time).toBe('09:50')
})

it('undoes and makes again each step, by buttons and by keys', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await titleBox()
  const names = () =>
    screen.getAllByRole('button', { name: /^Up / }).map((up) => up.getAttribute('aria-label'))
  expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
  await press('Up Budget')
  const welcome = await openItem('2. Welcome')
  await fill(within(welcome).getByLabelText('Presenter'), 'Wei Chen')
  await press('Undo')
  expect(within(welcome).getByLabelText('Presenter')).toHaveProperty('value', '')
  expect(screen.getByText('Change undone.')).toBeDefined()
  await userEvent.click(within(welcome).getByLabelText('Presenter'))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(names()).toEqual(['Up Welcome', 'Up Budget'])
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await userEvent.keyboard('{Control>}y{/Control}')
  await press('Redo')
  expect(names()).toEqual(['Up Budget', 'Up Welcome'])
  expect(within(welcome).getByLabelText('Presenter')).toHaveProperty('value', 'Wei Chen')
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.items.map(({ speaker }) => speaker))
    .toEqual([undefined, 'Wei Chen'])
})

it('keeps the focus in the editor if an undone item had it', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await titleBox()
  await press('Add item')
  await userEvent.keyboard('Closing')
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
  expect(screen.queryByRole('group', { name: /Closing/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Items' }))
  await userEvent.keyboard('{Control>}y{/Control}{Control>}y{/Control}')
  expect(screen.getByRole('group', { name: '3. Closing' })).toBeDefined()
})

it('shows what members will see while it is typed', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  const preview = await screen.findByRole('region', { name: 'What members will see' })
  await fill(await titleBox(), ', revised')
  expect(await within(preview).findByText('Q4 2026 Board Meeting, revised')).toBeDefined()
  const items = within(preview)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(items).toEqual(['9:00 AM1. Welcome10 min', '9:10 AM2. BudgetThe year30 min'])
})

it('opens an item that the server refuses, and says which', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  await open(api)
  await userEvent.type(await titleBox(), '!')
  fault.answer = ({ method }) =>
    method === 'PUT'
      ? Response.json(
          {
            type: 'about:blank',
            title: 'Invalid request',
            status: 400,
            detail: 'Invalid request',
            error: 'Invalid request',
            code: 'invalid',
            requestId: 'r1',
            fields: [{ path: 'body.items.1.description', message: 'At most 20 characters' }],
          },
          { status: 400 },
        )
      : undefined
  await press('Save')
  const budget = await screen.findByRole('group', { name: '2. Budget' })
  expect(within(budget).getByText('At most 20 characters')).toBeDefined()
  expect(document.activeElement).toBe(within(budget).getByLabelText('Description'))
  expect(screen.getByText(/“Budget”, Description: At most 20 characters/)).toBeDefined()
})

it('keeps what was typed when Save or Publish is refused, and says why', async () => {
  const fault: Fault = {}
  const api = await agendaApi(fault)
  await api.save(q4, board)
  const view = await open(api)
  await userEvent.type(await titleBox(), '!')
  fault.answer = downWhen(({ method }) => method === 'PUT')
  await press('Save')
  await toasted(view, 'Failed to save agenda')
  expect(screen.getByText(/The database can’t be reached\./)).toBeDefined()
  await press('Publish')
  await toasted(view, 'Failed to publish')
  // The line is cut in the middle of the next one.
  fault.answer = ({ method }) => {
    if (method === 'PUT') throw new TypeError('Failed to fetch')
    return undefined
  }
  await press('Save')
  await toasted(view, 'Failed to save agenda')
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  fault.answer = undefined
  await press('Save')
  await toasted(view, 'Agenda saved')
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting!')
})

it('shows at its field what can’t be saved, keeps it as typed, and sends nothing until it is corrected', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const view = await open(api)
  await titleBox()
  const minutes = within(await openItem('2. Budget')).getByLabelText('Min')
  await userEvent.clear(minutes)
  await fill(minutes, '2000')
  await userEvent.type(await titleBox(), '!')
  expect(minutes).toHaveProperty('value', '2000')
  await press('Save')
  expect(screen.getByText('0 to 1440 minutes')).toBeDefined()
  expect(document.activeElement).toBe(minutes)
  await userEvent.clear(minutes)
  await userEvent.click(await titleBox())
  // An empty field isn't a duration either.
  expect(screen.getByText('0 to 1440 minutes')).toBeDefined()
  await userEvent.type(minutes, '45')

  await userEvent.clear(await titleBox())
  await press('Save')
  expect(await screen.findByText('Please enter a title for the meeting')).toBeDefined()
  expect(document.activeElement).toBe(await titleBox())
  const long = 'x'.repeat(501)
  await fill(await titleBox(), long)
  await press('Save')
  expect(await screen.findByText('At most 500 characters: this has 501')).toBeDefined()
  expect(await titleBox()).toHaveProperty('value', long)
  await userEvent.clear(await titleBox())
  await fill(await titleBox(), 'Short')

  const end = await screen.findByLabelText('End Time')
  await userEvent.clear(end)
  await fill(end, '09:00')
  await press('Publish')
  expect(await screen.findByText('Please enter an end time after the start time')).toBeDefined()
  expect(document.activeElement).toBe(end)
  expect(await api.stored(q4)).toMatchObject({ revision: 1, status: 'draft' })
  await userEvent.clear(end)
  await fill(end, '10:00')
  await press('Save')
  await toasted(view, 'Agenda saved')
  expect((await api.stored(q4))?.items[1]).toMatchObject({ duration: 45 })
})

it('reports that the agenda can’t be read, and tries again', async () => {
  const fault: Fault = { answer: downWhen(({ url }) => url.includes('/api/agendas')) }
  const api = await agendaApi(fault)
  await api.ports.store.create('agendas', '2026-Q4', { title: 'Board' })
  await open(api)
  expect(await screen.findByText('Failed to load agenda. Please try again.')).toBeDefined()
  fault.answer = undefined
  await press('Try Again')
  expect(await titleBox()).toHaveProperty('value', 'Board')
})

it('deletes an agenda after confirmation, and restores it from the message', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await api.setStatus(q4, 'published', 1)
  const view = await open(api)
  await userEvent.type(await titleBox(), '!')
  await press('Delete agenda')
  const question = await screen.findByRole('alertdialog', {
    name: 'Delete the agenda of Q4 2026?',
  })
  expect(question.textContent).toContain('What you typed and haven’t saved is lost.')
  await press('Delete Q4 2026 Board Meeting')
  expect(await screen.findByText('No agenda has been created for 2026 Q4.')).toBeDefined()
  expect(await api.stored(q4)).toBeUndefined()
  await expect.poll(() => view.toasts.at(-1)?.message).toBe('Agenda deleted')
  view.toasts.at(-1)!.options!.action!.onSelect()
  expect(await titleBox()).toHaveProperty('value', 'Q4 2026 Board Meeting')
  expect(await api.stored(q4)).toMatchObject({ status: 'published' })
})

it('asks again before it deletes an agenda that was published meanwhile', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await api.setStatus(q4, 'published', 1)
  const show = (active: boolean, revision: number) =>
    api.call('admin')(saveMapping, {
      params: { id: 'meeting-2026-q4-agenda' },
      body: { active },
      revision,
    })
  const { revision } = await show(false, 1)
  await open(api)
  await titleBox()
  await press('Delete agenda')
  const question = within(await screen.findByRole('alertdialog'))
  expect(await question.findByText(/Nothing changes for members/)).toBeDefined()
  await show(true, revision)
  await press('Delete Q4 2026 Board Meeting')
  expect(await question.findByText(/^Members would notice/)).toBeDefined()
  expect(question.getByText(/They will have no agenda for Q4 2026\./)).toBeDefined()
  expect(await api.stored(q4)).toBeDefined()
  await press('Delete Q4 2026 Board Meeting')
  await expect.poll(() => api.stored(q4)).toBeUndefined()
})

it('deletes no agenda that someone else has just saved, before it is confirmed again', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await titleBox()
  await press('Delete agenda')
  await api.save(q4, { title: 'Theirs' }, 1)
  await press('Delete Q4 2026 Board Meeting')
  expect(await screen.findByText(/has saved this agenda meanwhile, so it was not/)).toBeDefined()
  expect(await api.stored(q4)).toMatchObject({ title: 'Theirs' })
  await press('Delete Theirs')
  await expect.poll(() => api.stored(q4)).toBeUndefined()
})

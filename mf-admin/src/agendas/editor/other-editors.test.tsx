import { reportEditing } from '@portal/contract/agendas'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q4 } from '../agenda-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'
import { open, titleBox } from '../meeting-agenda/agenda-screen-fixture.ts'

beforeEach(clearDevice)

it('shows who else is editing, and at which item, while it happens', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const james = { page: 'other', uid: 'james', name: 'James Okafor', item: 'budget' }
  const at = new Date(Date.now() + 60_000).toISOString()
  await api.ports.store.create('agenda_editors', '2026-Q4', { editors: [{ ...james, at }] })
  await open(api)
  await screen.findByText('James Okafor', { selector: 'strong' })
  expect(screen.getByText(/They are at item 2, “Budget”\./)).toBeDefined()
  expect(screen.getByRole('button', { name: /2\. Budget.*James Okafor is here/ })).toBeDefined()
})

it('names who has saved the agenda before one’s own save', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  await fill(await titleBox(), ', mine')
  await api.save(q4, { ...board, location: 'By video' }, 1)
  await userEvent.click(screen.getByRole('button', { name: /2\. Budget/ }))
  expect(await screen.findByText('Ruth Abelman has saved this agenda meanwhile.')).toBeDefined()
})

it('reports the item that has the focus, and that the editor was closed', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const view = await open(api)
  await titleBox()
  await userEvent.click(screen.getByRole('button', { name: /2\. Budget/ }))
  const stored = async () =>
    (await api.ports.store.get('agenda_editors', '2026-Q4'))?.['editors'] as object[] | undefined
  await expect.poll(stored).toMatchObject([{ item: 'budget' }])
  view.unmount()
  await expect.poll(stored).toBeUndefined()
  const params = q4
  const { others } = await api.call('admin')(reportEditing, { params, body: { page: 'new' } })
  expect(others).toEqual([])
})

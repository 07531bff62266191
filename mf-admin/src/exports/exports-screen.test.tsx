import { addDesignatedAdmin, removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { listExports, startExport } from '@portal/contract/portal-exports'
import { testPeople } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'

const path = '/admin/export'

async function open(fault: Fault = {}, made = 0) {
  const api = await faultyApi(fault)
  for (let count = 0; count < made; count += 1) {
    await api.call('admin')(startExport)
    await expect.poll(async () => (await listed(api))[0]?.status).toBe('completed')
  }
  const view = await renderRemote(admin, { path, as: 'admin', api })
  return { ...view, api, messages: () => view.toasts.map(({ message }) => message) }
}

const listed = (api: Awaited<ReturnType<typeof faultyApi>>) => api.call('admin')(listExports)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

const running = {
  id: '00000000-0000-4000-8000-000000000001',
  status: 'running',
  startedAt: '2026-11-20T18:00:00.000Z',
  startedBy: testPeople.admin.email,
  progress: { done: 40, total: 160 },
}
const answering = (list: object[]): Fault => ({
  answer: ({ url, method }) =>
    method === 'GET' && url.endsWith('/api/exports') ? Response.json(list) : undefined,
})

it('says what an export contains and what it doesn’t', async () => {
  await open()
  const part = (await screen.findByRole('heading', { name: 'What an export contains' })).closest(
    'section',
  )!
  expect(part.textContent).toContain('Every paper with all of its kept versions')
  expect(part.textContent).toContain('Members’ notes and what they have read aren’t in it')
  expect(screen.getByText('There are no exports.')).toBeDefined()
})

it('starts an export, offers it for download once it is ready, and says why it can’t be downloaded', async () => {
  const { api, messages } = await open()
  await press('Start an export')
  await waitFor(() => expect(messages()).toEqual(['The export has started.']))
  expect(document.activeElement?.textContent).toBe('Start an export')
  await screen.findByRole('button', { name: /^Download the export of / })
  expect(await listed(api)).toMatchObject([{ status: 'completed' }])
  const { blobs } = api.ports
  for await (const key of blobs.keys('exports/')) await blobs.delete(key)
  await press(/^Download the export of /)
  await waitFor(() =>
    expect(messages().at(-1)).toBe('The archive’s files are gone. Please start a new export.'),
  )
})

it('shows the progress of an export, and starts no second one meanwhile', async () => {
  await open(answering([running]))
  const bar = await screen.findByRole('progressbar', { name: '40 of 160 files' })
  expect(bar).toHaveProperty('value', 0.25)
  const start = screen.getByRole('button', { name: 'Start an export' })
  expect(start.getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
  await press(/^Stop the export of /)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/The portal’s own papers aren’t touched/)).toBeDefined()
})

it('says why an export failed', async () => {
  const message = 'The server’s storage is full. Nothing of the portal was lost.'
  await open(answering([{ ...running, status: 'failed', message }]))
  expect(await screen.findByText(message)).toBeDefined()
})

it('says how many papers have no file', async () => {
  await open(answering([{ ...running, status: 'completed', size: 5_300_000, damaged: 2 }]))
  expect(await screen.findByText(/^2 papers are listed without a file/)).toBeDefined()
  expect(await screen.findByText(/^5\.3 MB, started by Ruth Abelman/)).toBeDefined()
})

it('deletes an export only after confirmation, and moves the focus to the list’s title', async () => {
  const { api, messages } = await open({}, 1)
  await press(/^Delete the export of /)
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('There are no exports.')).toBeDefined()
  expect(await listed(api)).toEqual([])
  expect(messages()).toEqual(['The export is deleted.'])
  const title = screen.getByRole('heading', { name: 'Exports' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe(title.textContent))
})

it('says why an export can’t be started, and starts it on the next try', async () => {
  const fault: Fault = {}
  await open(fault)
  fault.answer = ({ method }) =>
    method === 'POST' ? refusal(409, 'conflict', 'There are 3 exports already.') : undefined
  await press('Start an export')
  expect((await screen.findByRole('alert')).textContent).toContain('There are 3 exports already.')
  fault.answer = undefined
  await press('Start an export')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('sends a former admin to the dashboard', async () => {
  const { email } = testPeople.staff
  const api = await faultyApi()
  await api.call('admin')(addDesignatedAdmin, { body: { email } })
  const { location, toasts } = await renderRemote(admin, { path, as: 'staff', api })
  const start = await screen.findByRole('button', { name: 'Start an export' })
  await api.call('admin')(removeDesignatedAdmin, { query: { email } })
  await userEvent.click(start)
  await waitFor(() => expect(location()).toBe('/'))
  expect(toasts[0]?.message).toMatch(/^Your admin rights have ended\./)
})

import { listDocuments } from '@portal/contract/documents'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const fileOf = (name: string) => new File([name], name, { type: 'text/plain', lastModified: 0 })

async function open(path = '/admin', fault: Fault = {}) {
  const api = await faultyApi(fault)
  const rendered = await renderRemote(admin, { path, as: 'admin', api })
  await screen.findByRole('heading', { level: 1 })
  return {
    ...rendered,
    drop: (...names: string[]) =>
      fireEvent.drop(document.body, {
        dataTransfer: { types: ['Files'], items: [], files: names.map(fileOf) },
      }),
    list: () => screen.findByRole('region', { name: /^Upload/ }),
  }
}
const linkTo = (name: string) => screen.findByRole('link', { name })

it('stores files dropped on any admin screen, and proposes their slots', async () => {
  const { drop, list, go, api } = await open('/admin/audit')
  drop('Cash Flow Q1 2027.txt', 'Budget vs Actual Q1 2027.txt', 'Photos.zip')
  await linkTo('Match 2 papers to Q1 2027')
  expect(within(await list()).getByText(/^Unsupported type/)).toBeDefined()
  expect((await list()).textContent).toContain('Uploaded 2 of 3 papers')
  await go('/admin/directory')
  await userEvent.click(await linkTo('Match 2 papers to Q1 2027'))
  await expect.poll(() => document.activeElement?.textContent).toBe('Match papers')
  expect(screen.queryByText(/^Unsupported type/)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Map 2 papers' }))
  expect((await api.call('admin')(listDocuments)).map(({ source }) => source)).toEqual([
    'upload',
    'upload',
  ])
})

it('moves the focus to the papers to match once a drop has ended, even if a file was refused', async () => {
  const { drop } = await open('/admin/meetings/resource-mappings?year=2027&quarter=1')
  await screen.findByRole('heading', { name: 'Match papers' })
  drop('Cash Flow Q1 2027.txt', 'Photos.zip')
  await linkTo('Match 1 paper to Q1 2027')
  await expect.poll(() => document.activeElement?.textContent).toBe('Match papers')
})

it('shows a stored paper among the uploads at once', async () => {
  const { drop } = await open('/admin/uploads')
  await screen.findByText('No papers uploaded')
  drop('Notes.txt')
  expect(await linkTo('Notes.txt')).toBeDefined()
})

it.each(['dragEnter', 'dragOver'] as const)('takes files at their %s', async (event) => {
  await open()
  const held = { dataTransfer: { types: ['Files'] } }
  await expect.poll(() => fireEvent[event](document.body, held)).toBe(false)
  expect(await screen.findByText('Drop the papers to upload them')).toBeDefined()
  expect(fireEvent[event](document.body, { dataTransfer: { types: ['text/plain'] } })).toBe(true)
})

it('picks files without dragging', async () => {
  const { list } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Upload papers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Upload papers' })
  expect(within(dialog).getByRole('button', { name: 'Choose files' })).toBeDefined()
  await userEvent.upload(within(dialog).getByLabelText('Files'), fileOf('Notes.txt'))
  expect(await within(await list()).findByText('Stored')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Close the list' }))
  expect(screen.queryByRole('region', { name: /^Upload/ })).toBeNull()
})

it('says what happened to a paper that is there already', async () => {
  const { drop, list } = await open()
  drop('Notes.txt')
  await within(await list()).findByText('Stored')
  drop('Notes.txt')
  expect(await within(await list()).findByText('The same as one that is there')).toBeDefined()
})

it('offers another try for what failed, and announces it', async () => {
  const fault: Fault = {
    answer: ({ url }) =>
      url.includes('/parts/') ? refusal(507, 'storageFull', 'The storage is full.') : undefined,
  }
  const { drop, list } = await open('/admin', fault)
  drop('Notes.txt')
  expect(await within(await list()).findByText('The storage is full.')).toBeDefined()
  const status = within(await list()).getByRole('status')
  expect(status.textContent).toContain('1 paper could not be uploaded.')
  fault.answer = undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try again Notes.txt' }))
  expect(await within(await list()).findByText('Stored')).toBeDefined()
})

it('cancels an upload', async () => {
  const { drop, list, api } = await open('/admin', {
    answer: ({ url }) => (url.includes('/parts/') ? new Promise(() => {}) : undefined),
  })
  drop('Notes.txt')
  await list()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Notes.txt' }))
  expect(screen.queryByRole('region', { name: /^Upload/ })).toBeNull()
  expect(await api.call('admin')(listDocuments)).toEqual([])
})

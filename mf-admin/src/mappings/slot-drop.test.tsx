import { listMappings } from '@portal/contract/mappings'
import { mapPapers } from '@portal/contract/meetings'
import { renderRemote } from '@portal/remote-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { mappingsApi, quarter, screenPath } from '../shared/mappings-fixture.ts'

const cash = 'file-cash-flow-q3-txt'
const fileOf = (name: string) => new File([name], name, { type: 'text/plain', lastModified: 0 })

type Api = Awaited<ReturnType<typeof mappingsApi>>

async function drop(api: Api, slot: string, ...names: string[]) {
  await renderRemote(admin, { path: screenPath, as: 'admin', api })
  const row = (await screen.findByRole('rowheader', { name: slot })).closest('tr')!
  const dataTransfer = { types: ['Files'], items: [], files: names.map(fileOf) }
  fireEvent.dragOver(row, { dataTransfer })
  fireEvent.drop(row, { dataTransfer })
}
const mapped = async (api: Api, type: string) =>
  (await api.call('admin')(listMappings))[`meeting-2026-q3-${type}`]

afterEach(() => localStorage.clear())

it('maps a file that is dropped on an empty slot, regardless of its name', async () => {
  const api = await mappingsApi()
  await drop(api, 'Spend-Down Model', 'scan 093355.txt')
  await screen.findAllByText(/^Mapped to .?Spend-Down Model/)
  const { document, title } = (await mapped(api, 'spend-down-model'))!
  expect([document?.name, title]).toEqual(['scan 093355.txt', 'Spend-Down Model'])
})

it('names an additional material after the file', async () => {
  const api = await mappingsApi()
  await drop(api, 'Additional Material 2', 'Telescope quote.txt')
  await screen.findAllByText(/^Mapped to .?Additional Material 2/)
  expect((await mapped(api, 'additional-material-2'))?.title).toBe('Telescope quote')
})

it('replaces nothing that a slot shows', async () => {
  const api = await mappingsApi()
  const papers = [{ materialType: 'spend-down-model', documentId: cash, revision: 'new' as const }]
  await api.call('admin')(mapPapers, { params: quarter, body: { papers } })
  await drop(api, 'Spend-Down Model', 'Other.txt')
  // The page's own uploads have taken it.
  await screen.findByRole('list', { name: 'Uploaded 1 paper' })
  expect((await mapped(api, 'spend-down-model'))?.documentId).toBe(cash)
})

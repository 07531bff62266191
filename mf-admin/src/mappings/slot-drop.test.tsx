import { listDocuments } from '@portal/contract/documents'
import { listMappings } from '@portal/contract/mappings'
import { renderRemote } from '@portal/remote-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { mappingsApi, screenPath } from '../shared/mappings-fixture.ts'

const fileOf = (name: string) => new File([name], name, { type: 'text/plain', lastModified: 0 })

type Api = Awaited<ReturnType<typeof mappingsApi>>

async function drop(slot: string, name: string) {
  const row = (await screen.findByRole('rowheader', { name: slot })).closest('tr')!
  const dataTransfer = { types: ['Files'], items: [], files: [fileOf(name)] }
  fireEvent.dragOver(row, { dataTransfer })
  fireEvent.drop(row, { dataTransfer })
}
const mapped = async (api: Api, type: string) =>
  (await api.call('admin')(listMappings))[`meeting-2026-q3-${type}`]

afterEach(() => localStorage.clear())

it('maps a file that is dropped on an empty slot, regardless of its name, and replaces nothing that a slot shows', async () => {
  const api = await mappingsApi()
  await renderRemote(admin, { path: screenPath, as: 'admin', api })
  await drop('Spend-Down Model', 'scan 093355.txt')
  await screen.findAllByText(/^Mapped to .?Spend-Down Model/)
  const { document, title } = (await mapped(api, 'spend-down-model'))!
  expect([document?.name, title]).toEqual(['scan 093355.txt', 'Spend-Down Model'])

  // An additional material is named after the file.
  await drop('Additional Material 2', 'Telescope quote.txt')
  await screen.findAllByText(/^Mapped to .?Additional Material 2/)
  expect((await mapped(api, 'additional-material-2'))?.title).toBe('Telescope quote')

  await drop('Spend-Down Model', 'Other.txt')
  await expect
    .poll(async () => (await api.call('admin')(listDocuments)).map(({ name }) => name))
    .toContain('Other.txt')
  expect((await mapped(api, 'spend-down-model'))?.document?.name).toBe('scan 093355.txt')
})

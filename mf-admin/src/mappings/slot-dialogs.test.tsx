import { listMappings } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { agendaSlot } from '@portal/domain/slot-names'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import { mappingsApi, quarter, screenPath } from '../shared/mappings-fixture.ts'

const cash = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })
const paper = { documentId: 'file-cash-flow-q3-txt' }

afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function open(fault: Fault = {}) {
  const api = await mappingsApi(undefined, fault)
  await api.save(cash, { ...paper, title: 'Our cash' })
  await api.save(mappingId(agendaSlot(quarter)), { mode: 'native' })
  const view = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })
  return { ...view, api, stored: async () => (await api.call('admin')(listMappings))[cash]! }
}

async function ask() {
  await userEvent.click(screen.getByRole('button', { name: 'Details of Cash Flow Summary' }))
  await userEvent.click(screen.getByRole('button', { name: 'Unmap Cash Flow Summary' }))
  return screen.findByRole('alertdialog', { name: 'Unmap Cash Flow Summary?' })
}
const press = (question: HTMLElement, name: string) =>
  userEvent.click(within(question).getByRole('button', { name }))

it('takes the document out of a slot after a question that names both, and maps it again with Undo', async () => {
  const { stored, toasts } = await open()
  // Neither an empty slot nor a native agenda has anything to take out.
  for (const name of ['Agenda', 'Asset Summary']) {
    await userEvent.click(screen.getByRole('button', { name: `Details of ${name}` }))
    expect(screen.queryByRole('button', { name: `Unmap ${name}` })).toBeNull()
  }
  const question = await ask()
  expect(question.textContent).toContain('Cash Flow Summary shows Cash flow Q3.txt.')
  await press(question, 'Cancel')
  expect(await stored()).toMatchObject(paper)
  await userEvent.click(screen.getByRole('button', { name: 'Unmap Cash Flow Summary' }))
  await press(await screen.findByRole('alertdialog'), 'Unmap Cash Flow Summary')
  await expect.poll(() => toasts.at(-1)?.message).toBe('Cash Flow Summary unmapped')
  expect(await stored()).not.toHaveProperty('documentId')
  expect(await stored()).toMatchObject({ title: 'Our cash' })
  const row = screen.getByRole('rowheader', { name: 'Cash Flow Summary' }).closest('tr')!
  expect(within(row).getByText('No document mapped')).toBeDefined()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Unmap Cash Flow Summary' })).toBeNull(),
  )
  await expect.poll(() => toasts.at(-1)?.options?.action?.label).toBe('Undo')
  toasts.at(-1)!.options!.action!.onSelect()
  await expect.poll(() => toasts.at(-1)?.message).toBe('Undone')
  expect(await stored()).toMatchObject(paper)
  expect(await within(row).findByText('Cash flow Q3.txt')).toBeDefined()
})

it('explains why a slot could not be unmapped, and asks again over what someone else has mapped', async () => {
  const fault: Fault = {}
  const { api, stored } = await open(fault)
  const question = await ask()
  fault.answer = ({ method }) =>
    method === 'DELETE' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await press(question, 'Unmap Cash Flow Summary')
  expect(await within(question).findByText('The data folder is full.')).toBeDefined()
  expect(await stored()).toMatchObject(paper)
  fault.answer = undefined
  await api.save(cash, { documentId: 'file-asset-summary-txt' }, 1)
  await press(question, 'Unmap Cash Flow Summary')
  expect(await within(question).findByText(/Ruth Abelman.? changed/)).toBeDefined()
  expect(question.textContent).toContain('Cash Flow Summary shows Asset summary.txt.')
  expect(await stored()).toMatchObject({ documentId: 'file-asset-summary-txt' })
  await press(question, 'Unmap Cash Flow Summary')
  await expect.poll(stored).not.toHaveProperty('documentId')
})

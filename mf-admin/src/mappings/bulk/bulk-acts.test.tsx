import { activateSlots, listMappings } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import { mappingsApi, quarter, screenPath } from '../../shared/mappings-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

const idOf = (materialType: 'cash-flow-summary' | 'asset-summary', of = quarter) =>
  mappingId({ kind: 'meeting', ...of, materialType })
const cash = idOf('cash-flow-summary')
const assets = idOf('asset-summary')
const nextCash = idOf('cash-flow-summary', { year: 2026, quarter: 4 })
const paper = { documentId: 'file-cash-flow-q3-txt' }
const other = { documentId: 'file-asset-summary-txt' }

const button = (name: string) => screen.getByRole('button', { name })
const select = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
const whatHappens = (within_: HTMLElement) =>
  within(within(within_).getByRole('list', { name: 'What happens' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

afterEach(() => {
  cleanup()
  localStorage.clear()
})

type Api = Awaited<ReturnType<typeof mappingsApi>>

async function open(fault: Fault = {}, prepare?: (api: Api) => Promise<unknown>) {
  const api = await mappingsApi(undefined, fault)
  await api.save(cash, paper)
  await api.save(assets, other)
  await prepare?.(api)
  const view = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })
  return { ...view, api, mappings: () => api.call('admin')(listMappings) }
}

it('hides the selected slots after a preview, in one request', async () => {
  const { mappings, toasts } = await open()
  expect(button('Deactivate')).toHaveProperty('disabled', true)
  await select('Select Cash Flow Summary')
  await select('Select Asset Summary')
  await userEvent.click(button('Deactivate'))
  const question = await dialog('Deactivate slots?')
  expect(whatHappens(question)).toEqual([
    'Cash Flow SummaryMembers will no longer see: Cash flow Q3.txt',
    'Asset SummaryMembers will no longer see: Asset summary.txt',
  ])
  await userEvent.click(within(question).getByRole('button', { name: 'Deactivate 2 slots' }))
  await expect.poll(() => toasts.at(-1)?.message).toBe('Deactivated 2 slots')
  expect(await mappings()).toMatchObject({ [cash]: { active: false }, [assets]: { active: false } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('checkbox', { name: 'Select Cash Flow Summary' })).toHaveProperty(
    'checked',
    false,
  )
  toasts.at(-1)!.options!.action!.onSelect()
  await expect.poll(() => toasts.at(-1)?.message).toBe('Undone')
  expect(await mappings()).toMatchObject({ [cash]: { active: true }, [assets]: { active: true } })
})

it('selects all listed slots, and acts on none that a search hides', async () => {
  await open()
  await fill(screen.getByRole('searchbox'), 'summary')
  await select('Select all')
  expect(screen.getByRole('checkbox', { name: '2 selected' })).toHaveProperty('checked', true)
  await fill(screen.getByRole('searchbox'), ' cash')
  await userEvent.click(button('Activate'))
  const question = await dialog('Activate slots?')
  expect(whatHappens(question)).toEqual(['Cash Flow SummaryActive already'])
  expect(within(question).getByRole('button', { name: 'Activate 0 slots' })).toHaveProperty(
    'disabled',
    true,
  )
})

it('copies to the next quarter, and replaces only what is confirmed', async () => {
  const { mappings } = await open({}, (api) => api.save(nextCash, other))
  await select('Select Cash Flow Summary')
  await select('Select Asset Summary')
  await userEvent.click(button('Copy to Q4 2026'))
  const question = await dialog('Copy slots to Q4 2026?')
  expect(whatHappens(question)[0]).toContain('Replaces: Asset summary.txt')
  await userEvent.click(within(question).getByRole('button', { name: 'Copy 1 slot' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const nextAssets = idOf('asset-summary', { year: 2026, quarter: 4 })
  expect(await mappings()).toMatchObject({ [nextCash]: other, [nextAssets]: other })

  await select('Select Cash Flow Summary')
  await userEvent.click(button('Copy to Q4 2026'))
  const again = await dialog('Copy slots to Q4 2026?')
  await userEvent.click(within(again).getByRole('checkbox', { name: 'Replace Cash Flow Summary' }))
  await userEvent.click(within(again).getByRole('button', { name: 'Copy 1 slot' }))
  await expect.poll(async () => (await mappings())[nextCash]).toMatchObject(paper)
})

it('changes nothing if someone else has changed a slot, and shows what happens now', async () => {
  const { api, mappings } = await open()
  await select('Select Cash Flow Summary')
  await select('Select Asset Summary')
  await userEvent.click(button('Deactivate'))
  const question = await dialog('Deactivate slots?')
  await api.save(cash, { ...other, title: 'Theirs' }, 1)
  await userEvent.click(within(question).getByRole('button', { name: 'Deactivate 2 slots' }))
  expect(
    await within(question).findByText(/Ruth Abelman.? changed some of these slots meanwhile/),
  ).toBeDefined()
  expect(
    within(question).getByText('Cash Flow Summary, Q3 2026: Display Name was “”, is now “Theirs”'),
  ).toBeDefined()
  expect(whatHappens(question)[0]).toBe(
    'Cash Flow SummaryMembers will no longer see: Asset summary.txt',
  )
  expect((await mappings())[assets]).toMatchObject({ active: true })
  await userEvent.click(within(question).getByRole('button', { name: 'Deactivate 2 slots' }))
  await expect.poll(async () => (await mappings())[cash]).toMatchObject({ active: false })
})

it('keeps the selection when the request fails or its response is lost, and succeeds the next time', async () => {
  const fault: Fault = {}
  const { api, mappings } = await open(fault)
  const isAct = ({ url }: Request) => url.endsWith('/resource-mappings/active')
  fault.answer = (request) =>
    isAct(request) ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await select('Select Cash Flow Summary')
  await userEvent.click(button('Deactivate'))
  const question = await dialog('Deactivate slots?')
  const press = () =>
    userEvent.click(within(question).getByRole('button', { name: 'Deactivate 1 slot' }))
  await press()
  expect(await within(question).findByText('The data folder is full.')).toBeDefined()

  fault.answer = async (request) => {
    if (!isAct(request)) return undefined
    fault.answer = undefined
    await api.call('admin')(activateSlots, {
      body: { active: false, slots: [{ id: cash, revision: 1 }] },
    })
    return new Response('Bad Gateway', { status: 502 })
  }
  await press()
  expect(await within(question).findByText('Inactive already')).toBeDefined()
  expect((await mappings())[cash]).toMatchObject({ active: false, revision: 2 })
})

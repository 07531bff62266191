import { setAgendaStatus } from '@portal/contract/agendas'
import { listMappings } from '@portal/contract/mappings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { agendaSlot, isOptional, slotsOfQuarter } from '@portal/domain/slot-names'
import { mappingId } from '@portal/domain/ids'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import { mappingsApi, quarter, screenPath } from '../../shared/mappings-fixture.ts'

const cash = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })
const paper = { documentId: 'file-cash-flow-q3-txt' }
const asset = mappingId({ kind: 'meeting', ...quarter, materialType: 'asset-summary' })
/** The other slots that every quarter has. */
const wantedTypes = slotsOfQuarter(quarter)
  .filter((slot) => !isOptional(slot))
  .map(({ materialType }) => materialType)
  .filter((type) => type !== 'cash-flow-summary' && type !== 'asset-summary')
const dashboardPath = '/admin?year=2026&quarter=3'

type Api = Awaited<ReturnType<typeof mappingsApi>>

async function open(path: string, prepare?: (api: Api) => Promise<unknown>, fault: Fault = {}) {
  const api = await mappingsApi(undefined, fault)
  await prepare?.(api)
  const view = await renderRemote(admin, { path, as: 'admin', api })
  const board = await screen.findByRole('region', { name: 'Readiness' })
  return { ...view, api, board, mappings: () => api.call('admin')(listMappings) }
}

afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('the readiness board of the dashboard', () => {
  const path = dashboardPath

  it('maps a missing paper in the dialog of its slot, and folds it once it is ready', async () => {
    const { board, mappings } = await open(path)
    await userEvent.click(
      within(board).getByRole('button', { name: 'Map paper Cash Flow Summary' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Map Cash Flow Summary' })
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Document' }))
    await userEvent.click(await screen.findByRole('option', { name: /Cash flow Q3\.txt/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save Mapping' }))
    await expect.poll(async () => (await mappings())[cash]).toMatchObject(paper)
    expect(
      await within(board).findByRole('heading', { name: 'Q3 2026: 1 of 9 ready' }),
    ).toBeDefined()
    const name = { name: 'Cash Flow Summary' }
    expect(within(board).queryByRole('link', name)).toBeNull()
    await userEvent.click(within(board).getByRole('button', { name: /^1 ready/ }))
    const ready = within(board).getByRole('list', { name: 'Ready' })
    expect(within(ready).getByRole('link', name)).toBeDefined()
    expect(within(ready).getByText('Cash flow Q3.txt')).toBeDefined()
  })

  it('does without a slot for one quarter, and reaches everything being ready', async () => {
    const { board, mappings } = await open(path, async (api) => {
      await api.save(cash, paper)
      for (const materialType of wantedTypes) {
        await api.save(mappingId({ kind: 'meeting', ...quarter, materialType }), {
          notNeeded: true,
        })
      }
    })
    expect(within(board).queryByText('Everything is ready.')).toBeNull()
    const press = (name: RegExp) => userEvent.click(within(board).getByRole('button', { name }))
    await press(/^Not needed this quarter .?Asset Summary/)
    await expect.poll(async () => (await mappings())[asset]?.notNeeded).toBe(true)
    await within(board).findByText('Everything is ready.')
    await expect.poll(() => document.activeElement?.textContent).toBe('Q3 2026: 1 of 1 ready')
    expect(within(board).getByRole('heading', { name: 'Q3 2026: 1 of 1 ready' })).toBeDefined()
    await press(/^1 ready, .*8 not needed this quarter/)
    await press(/^Use again .?Asset Summary/)
    await within(board).findByRole('heading', { name: 'Q3 2026: 1 of 2 ready' })
  })

  it('activates a hidden slot, and explains why it could not', async () => {
    const fault: Fault = {}
    const hide = (api: Api) => api.save(cash, { ...paper, active: false })
    const { board, mappings } = await open(path, hide, fault)
    const activate = within(board).getByRole('button', { name: 'Activate Cash Flow Summary' })
    fault.answer = ({ method }) =>
      method === 'PUT' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
    await userEvent.click(activate)
    expect((await within(board).findByRole('alert')).textContent).toBe('The data folder is full.')
    fault.answer = undefined
    await userEvent.click(activate)
    await expect.poll(async () => (await mappings())[cash]).toMatchObject({ active: true })
    await waitFor(() => expect(within(board).queryByText('Inactive')).toBeNull())
  })
})

it('shows what someone else has changed before it activates a slot', async () => {
  const hide = (api: Api) => api.save(cash, { ...paper, active: false })
  const { api, board, mappings } = await open(screenPath, hide)
  await api.save(cash, { documentId: 'file-asset-summary-txt' }, 1)
  await userEvent.click(within(board).getByRole('button', { name: 'Activate Cash Flow Summary' }))
  expect(await within(board).findByText(/Ruth Abelman.? changed it meanwhile/)).toBeDefined()
  expect(await within(board).findByText('Asset summary.txt')).toBeDefined()
  expect((await mappings())[cash]).toMatchObject({ active: false })
  await userEvent.click(within(board).getByRole('button', { name: 'Activate Cash Flow Summary' }))
  await expect.poll(async () => (await mappings())[cash]).toMatchObject({ active: true })
})

it('names a mapped paper that is gone from the drive, and maps it again after a sync', async () => {
  const { api, board } = await open(screenPath, async (world) => {
    await world.save(cash, paper)
    const { revision } = (await world.ports.store.get('documents', paper.documentId))!
    await world.ports.store.delete('documents', paper.documentId, revision)
    await expect
      .poll(async () => (await world.call('admin')(listMappings))[cash])
      .not.toHaveProperty('document')
  })
  expect(within(board).getByText('Cash flow Q3.txt, which is no longer in the drive')).toBeDefined()
  expect(within(board).getByRole('button', { name: 'Update Cash Flow Summary' })).toBeDefined()
  const { listings } = api.ports.drive as unknown as { listings: number }
  await userEvent.click(
    within(board).getByRole('button', { name: 'Sync the drive for Cash Flow Summary' }),
  )
  await expect
    .poll(() => (api.ports.drive as unknown as { listings: number }).listings)
    .toBe(listings + 1)
})

it('says Published once members see the agenda, and leads to a draft’s editor before', async () => {
  const native = (api: Api) => api.save(mappingId(agendaSlot(quarter)), { mode: 'native' })
  const { api, board, go, location } = await open(dashboardPath, native)
  const publish = await within(board).findByRole('link', { name: 'Publish agenda' })
  expect(publish.getAttribute('href')).toBe('/admin/meeting-agenda?year=2026&quarter=3')
  expect(within(board).queryByText('Published')).toBeNull()
  await api.call('admin')(setAgendaStatus, {
    params: quarter,
    body: { status: 'published' },
    revision: 1,
  })
  await api.call('admin')(setPublication, {
    params: quarter,
    body: { state: 'published' },
    revision: 1,
  })
  await go('/admin/directory')
  await go(dashboardPath)
  expect(await screen.findByText('Published')).toBeDefined()
  expect(location()).toBe(dashboardPath)
})

it('calls a mapped agenda published only once its quarter is', async () => {
  const { board } = await open(screenPath, async (api) => {
    await api.save(mappingId(agendaSlot(quarter)), paper)
    const { revision = 'new' } = await api.call('admin')(getPublication, { params: quarter })
    const body = { state: 'preparation' as const }
    await api.call('admin')(setPublication, { params: quarter, body, revision })
  })
  const publish = await screen.findByRole('button', { name: 'Publish quarter' })
  expect(within(board).queryByText('Published')).toBeNull()
  await userEvent.click(publish)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: /^Publish/ }))
  expect(await within(board).findByText('Published')).toBeDefined()
})

it('stays at a coming quarter that was chosen in the mappings, also on the dashboard', async () => {
  const { go } = await open(screenPath)
  const year = new Date().getFullYear() + 1
  await go(`/admin/meetings/resource-mappings?year=${year}&quarter=1`)
  await waitFor(() => expect(screen.getByLabelText('Year')).toHaveProperty('value', String(year)))
  await userEvent.click(screen.getByRole('radio', { name: 'Q2' }))
  await go('/admin')
  expect(await screen.findByRole('heading', { name: new RegExp(`^Q2 ${year}: `) })).toBeDefined()
})

import { listMappings } from '@portal/contract/mappings'
import { getSlotSettings, saveSlotSettings } from '@portal/contract/slot-settings'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { fill } from '../../shared/fill-fixture.ts'
import { mappingsApi, screenPath } from '../../shared/mappings-fixture.ts'

const paper = { documentId: 'file-cash-flow-q3-txt' }
const asset = 'meeting-2026-q3-asset-summary'
const governance = '/admin/meetings/resource-mappings?tab=governance'

type Api = Awaited<ReturnType<typeof mappingsApi>>

const open = (api: Api, path = screenPath) => renderRemote(admin, { path, as: 'admin', api })
const rows = () => screen.getAllByRole('rowheader').map((row) => row.textContent)
const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest<HTMLElement>('tr')!
const openDetails = async (name: string) => {
  await rowOf(name)
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^Details of .?${name}`) }))
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const focused = () => {
  const element = document.activeElement
  return element?.getAttribute('aria-label') ?? element?.textContent
}
const settings = (api: Api) => api.call('admin')(getSlotSettings)

afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('a slot that is set aside', () => {
  it('is no longer listed or asked for, until it is used again', async () => {
    const api = await mappingsApi()
    await open(api)
    await openDetails('Asset Summary')
    await press(/^Set aside .?Asset Summary/)
    await press(/^Set .?Asset Summary.? aside$/)
    expect(await screen.findByRole('heading', { name: 'Q3 2026: 0 of 8 ready' })).toBeDefined()
    expect(rows()).not.toContain('Asset Summary')
    expect(await settings(api)).toMatchObject({ setAside: ['meeting-asset-summary'] })

    await expect.poll(focused).toMatch(/^Set aside \(1\)/)
    await press(/^Set aside \(1\)/)
    await press(/^Use again .?Asset Summary/)
    await rowOf('Asset Summary')
    await expect.poll(focused).toMatch(/^Details of .?Asset Summary/)
    expect(await settings(api)).toMatchObject({ setAside: [] })
    expect(screen.queryByRole('button', { name: /^Set aside \(/ })).toBeNull()
  })

  it('is done without for one quarter in its row’s details, and stays listed', async () => {
    const api = await mappingsApi()
    await open(api)
    await openDetails('Asset Summary')
    const details = () => within(document.getElementById(`details-${asset}`)!)
    await userEvent.click(details().getByRole('button', { name: /^Not needed this quarter/ }))
    expect(await screen.findByRole('heading', { name: 'Q3 2026: 0 of 8 ready' })).toBeDefined()
    expect(within(await rowOf('Asset Summary')).getByText('Not needed this quarter')).toBeDefined()
    await userEvent.click(await details().findByRole('button', { name: /^Use again/ }))
    expect(await screen.findByRole('heading', { name: 'Q3 2026: 0 of 9 ready' })).toBeDefined()
  })

  it('stays listed in a quarter that has something in it', async () => {
    const api = await mappingsApi()
    await api.save('meeting-2026-q3-cash-flow-summary', paper)
    const body = { setAside: ['meeting-cash-flow-summary', 'meeting-asset-summary'] }
    await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
    await open(api)
    await rowOf('Cash Flow Summary')
    expect(rows()).not.toContain('Asset Summary')
    expect(await screen.findByRole('button', { name: /^Set aside \(2\)/ })).toBeDefined()
  })

  it('isn’t set aside over what someone else has set aside meanwhile', async () => {
    const api = await mappingsApi()
    await open(api, governance)
    await openDetails('Bylaws')
    const body = { setAside: ['governance-budget-overview'] }
    await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
    await press(/^Set aside .?Bylaws/)
    await press(/^Set .?Bylaws.? aside$/)
    expect(await screen.findByText(/Ruth Abelman.? has set slots aside meanwhile/)).toBeDefined()
    await press(/^Set .?Bylaws.? aside$/)
    await screen.findByRole('button', { name: /^Set aside \(2\)/ })
    expect(await settings(api)).toMatchObject({
      setAside: ['governance-budget-overview', 'governance-bylaws'],
    })
  })
})

describe('a card of the foundation’s own', () => {
  const add = async (name: string) => {
    await press('Add a card')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a card' }))
    await fill(dialog.getByLabelText('Name'), name)
    await userEvent.click(dialog.getByRole('button', { name: 'Add card' }))
    await rowOf(name)
  }

  it('is added after the others, with an address by its name that no other card has', async () => {
    const api = await mappingsApi()
    await open(api, governance)
    await rowOf('Bylaws')
    await press('Add a card')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a card' }))
    const name = dialog.getByLabelText('Name')
    await fill(name, 'Bylaws')
    expect(dialog.getByText(/\/governance-bylaws-2, and/)).toBeDefined()
    await userEvent.clear(name)
    await fill(name, '定款')
    expect(dialog.getByText(/\/governance-card, and/)).toBeDefined()
    await userEvent.clear(name)
    await fill(name, 'Gift Acceptance & Naming')
    const address = 'Its address will be /governance-gift-acceptance-and-naming, and stays so.'
    expect(dialog.getByText(address)).toBeDefined()
    await userEvent.selectOptions(dialog.getByLabelText('Icon'), 'Handshake')
    await userEvent.click(dialog.getByRole('button', { name: 'Add card' }))
    await rowOf('Gift Acceptance & Naming')
    expect(rows().at(-1)).toBe('Gift Acceptance & Naming')
    expect(await api.call('admin')(listMappings)).toMatchObject({
      'governance-gift-acceptance-and-naming': { icon: 'handshake', order: 1, active: true },
    })
  })

  it('is named in what is done with it, and shows nothing to members while it is empty', async () => {
    const api = await mappingsApi()
    await api.save('governance-card', { title: '定款', order: 1 })
    await open(api, governance)
    const row = await rowOf('定款')
    expect(within(row).queryByText('Members see it now.')).toBeNull()
    await userEvent.click(within(row).getByRole('checkbox', { name: /定款/ }))
    await press('Deactivate')
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate slots?' })
    expect(within(dialog).getByText(/定款/)).toBeDefined()
  })

  it('moves among its own, changes its icon, and is removed once it is empty', async () => {
    const api = await mappingsApi()
    await open(api, governance)
    await rowOf('Bylaws')
    await add('First')
    await add('Second')
    await openDetails('Second')
    await press(/^Up .?Second/)
    await expect.poll(() => rows().slice(-2)).toEqual(['Second', 'First'])
    await userEvent.selectOptions(screen.getByLabelText(/^Icon of .?Second/), 'Globe')
    const stored = () => api.call('admin')(listMappings)
    await expect.poll(async () => (await stored())['governance-second']?.icon).toBe('globe')
    await press(/^Remove card .?Second/)
    await press(/^Remove .?Second.?$/)
    await expect.poll(() => rows().at(-1)).toBe('First')
    expect(Object.keys(await stored())).toEqual(['governance-first'])
  })

  it('isn’t removed while it shows something, nor over what someone else has changed, who is named', async () => {
    const api = await mappingsApi()
    const gifts = await api.save('governance-gifts', { title: 'Gifts', order: 1 })
    await api.save('governance-gifts', paper, gifts.revision)
    const { revision } = await api.save('governance-first', { title: 'First', order: 2 })
    await open(api, governance)
    await openDetails('Gifts')
    expect(screen.getByRole('button', { name: /^Unmap .?Gifts/ })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Remove card/ })).toBeNull()
    await openDetails('First')
    await press(/^Remove card .?First/)
    await api.save('governance-first', { order: 3 }, revision)
    await press(/^Remove .?First.?$/)
    expect(await screen.findByText(/Ruth Abelman.? has changed this card meanwhile/)).toBeDefined()
  })
})

import { agendaSlot } from '@portal/domain/slot-names'
import { quarterAfter, quarterOf } from '@portal/domain/quarter'
import { mappingId } from '@portal/domain/ids'
import { communicationsRefresh } from '@portal/remote-kit/communications-refresh'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'
import { mappingsApi, quarter, screenPath } from '../shared/mappings-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const cash = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })
const agenda = mappingId(agendaSlot(quarter))
const paper = { documentId: 'file-cash-flow-q3-txt' }

type Api = Awaited<ReturnType<typeof mappingsApi>>

const open = (api: Api, path = screenPath) => renderRemote(admin, { path, as: 'admin', api })
const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest<HTMLElement>('tr')!
const slotCard = (name: string) => {
  const board = screen.getByRole('region', { name: 'Readiness' })
  return within(board).getByRole('link', { name }).closest<HTMLElement>('li')!
}

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('lists every slot of the quarter, mapped or not, and how ready each is', async () => {
  const api = await mappingsApi()
  const { revision } = await api.save(cash, paper)
  await api.save(cash, { active: false }, revision)
  await api.save(agenda, { mode: 'native' })
  await open(api)
  const row = await rowOf('Cash Flow Summary')
  expect(within(row).getByRole('button', { name: /Cash flow Q3\.txt/ })).toBeDefined()
  expect(within(row).getByRole('button', { name: /^Update/ })).toBeDefined()
  const empty = await rowOf('Asset Summary')
  expect(within(empty).getByText('No document mapped')).toBeDefined()
  expect(within(empty).getByRole('button', { name: /^Map Document/ })).toBeDefined()
  expect(screen.getAllByRole('rowheader')).toHaveLength(14)
  expect(within(slotCard('Cash Flow Summary')).getByText('Members don’t see it')).toBeDefined()
  expect(within(slotCard('Asset Summary')).getByText('No document mapped')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Q3 2026: 0 of 9 ready' })).toBeDefined()

  // A native agenda is marked, and nothing is mapped over it.
  const ours = within(await rowOf('Agenda'))
  expect(ours.getByRole('link', { name: /Native/ }).getAttribute('href')).toBe(
    '/admin/meeting-agenda?year=2026&quarter=3',
  )
  const action = ours.getByRole('button', { name: /^(Map Document|Update)/ })
  expect(action).toHaveProperty('disabled', true)
  expect(await within(slotCard('Agenda')).findByText('Native draft')).toBeDefined()
})

it('switches to another quarter, and has a tab for the policies and one for the communications resources', async () => {
  const { location } = await open(await mappingsApi())
  await rowOf('Agenda')
  await userEvent.click(screen.getByRole('radio', { name: 'Q2' }))
  expect(location()).toContain('year=2026&quarter=2')
  await userEvent.click(screen.getByRole('tab', { name: 'Governance & Policies' }))
  await rowOf('Travel & Expense Policy')
  expect(location()).toContain('tab=governance')
  await userEvent.click(screen.getByRole('tab', { name: 'Communications Resources' }))
  await rowOf('Mission Vision Values')
  expect(screen.queryByLabelText('Year')).toBeNull()
})

describe('Prepare next quarter', () => {
  const now = quarterOf(new Date(), 'America/Los_Angeles')
  const next = quarterAfter(now)
  const nextName = `Q${next.quarter} ${next.year}`
  const nextPlace = `year=${next.year}&quarter=${next.quarter}`
  const openQuestion = async (fault: Fault = {}) => {
    const api = await mappingsApi(undefined, fault)
    const materialType = 'cash-flow-summary'
    await api.save(mappingId({ kind: 'meeting', ...now, materialType }), { title: 'Our cash' })
    const view = await open(api)
    await rowOf('Agenda')
    await userEvent.click(screen.getByRole('button', { name: 'Prepare next quarter' }))
    const question = await screen.findByRole('alertdialog', { name: `Prepare ${nextName}?` })
    const answer = (name: string) => userEvent.click(within(question).getByRole('button', { name }))
    return { ...view, question, answer }
  }

  it('confirms, explains why preparing failed, tries again, and opens the quarter that was created', async () => {
    const fault: Fault = {}
    const { location, question, answer } = await openQuestion(fault)
    expect(question.textContent).toContain('Papers are never copied')
    fault.answer = ({ method, url }) =>
      method === 'POST' && url.endsWith('/prepare')
        ? refusal(507, 'storageFull', 'The data folder is full.')
        : undefined
    await answer(`Prepare ${nextName}`)
    const message = `${nextName} could not be prepared. The data folder is full.`
    expect(await within(question).findByText(message)).toBeDefined()
    expect(location()).not.toContain(nextPlace)
    fault.answer = undefined
    await answer(`Prepare ${nextName}`)
    expect(await screen.findByText(`${nextName} is prepared: 1 slot set up.`)).toBeDefined()
    expect(location()).toContain(nextPlace)
    expect(await screen.findByLabelText('Display name of Cash Flow Summary')).toHaveProperty(
      'value',
      'Our cash',
    )
  })

  it('opens the next quarter without preparing it if asked to', async () => {
    const { location, answer } = await openQuestion()
    await answer(`Open ${nextName} as it is`)
    expect(location()).toContain(nextPlace)
    expect(screen.queryByText(/is prepared/)).toBeNull()
    expect(await screen.findByLabelText('Display name of Cash Flow Summary')).toHaveProperty(
      'value',
      '',
    )
  })
})

it('keeps a typed name that the server refuses, gives its reason, and saves it the next time', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  await api.save(cash, paper)
  const { toasts } = await open(api)
  const row = await rowOf('Cash Flow Summary')
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  const box = within(row).getByRole('textbox')
  await userEvent.clear(box)
  await fill(box, 'Cash, nine months')
  await userEvent.click(within(row).getByRole('button', { name: /^Save/ }))
  expect(await within(row).findByText('The data folder is full.')).toBeDefined()
  expect(toasts[0]?.message).toBe('Failed to save title')
  expect(box).toHaveProperty('value', 'Cash, nine months')
  fault.answer = undefined
  await userEvent.click(box)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => toasts.at(-1)?.message).toBe('Display name saved')
  expect((await api.ports.store.get('resource_mappings', cash))?.['title']).toBe(
    'Cash, nine months',
  )
})

it('notifies the second of two admins, shows both names, and keeps what was typed', async () => {
  const api = await mappingsApi()
  const { revision } = await api.save(cash, paper)
  await open(api)
  const box = within(await rowOf('Cash Flow Summary')).getByRole('textbox')
  await userEvent.clear(box)
  await fill(box, 'Cash, second')
  await api.save(cash, { title: 'Cash, first' }, revision)
  await userEvent.keyboard('{Enter}')
  const notice = await screen.findByRole('alert', { name: '' })
  expect(notice.textContent).toMatch(/Ruth Abelman.? changed “.?Cash Flow Summary/)
  expect(notice.textContent).toContain('Theirs: Cash, first')
  expect(notice.textContent).toContain('Yours: Cash, second')
  expect((await api.ports.store.get('resource_mappings', cash))?.['title']).toBe('Cash, first')

  await userEvent.click(screen.getByRole('button', { name: 'Reload and keep mine' }))
  expect(box).toHaveProperty('value', 'Cash, second')
  await userEvent.click(
    within(await rowOf('Cash Flow Summary')).getByRole('button', { name: /^Save/ }),
  )
  await expect
    .poll(async () => (await api.ports.store.get('resource_mappings', cash))?.['title'])
    .toBe('Cash, second')
})

it('hides a slot from members and shows it again, and explains what can’t be saved or undone', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  const { revision } = await api.save(cash, paper)
  const { toasts } = await open(api)
  const row = await rowOf('Cash Flow Summary')
  const toggle = within(row).getByRole('switch')
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(503, 'unavailable', 'The database can’t be reached.') : undefined
  await userEvent.click(toggle)
  await expect.poll(() => toasts.at(-1)?.message).toBe('Failed to update active flag')
  expect(within(row).getByText('The database can’t be reached.')).toBeDefined()
  expect(toggle.getAttribute('aria-checked')).toBe('true')

  fault.answer = undefined
  await userEvent.click(toggle)
  await expect.poll(() => toasts.at(-1)?.message).toBe('Marked as Inactive')
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(toggle)
  await expect.poll(() => toasts.at(-1)?.message).toBe('Marked as Active')
  const undo = toasts.at(-1)!.options!.action!.onSelect
  undo()
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))

  await userEvent.click(toggle)
  await expect.poll(() => toasts.at(-1)?.message).toBe('Marked as Active')
  await api.ports.store.update('resource_mappings', cash, { active: true }, revision + 4)
  toasts.at(-1)!.options!.action!.onSelect()
  await expect.poll(() => toasts.at(-1)?.message).toMatch(/^This has been changed since/)
  expect(toasts.at(-1)?.options?.kind).toBe('bad')
})

it('asks again before it hides a slot that another admin has just changed', async () => {
  const api = await mappingsApi()
  const { revision } = await api.save(cash, paper)
  await open(api)
  const row = await rowOf('Cash Flow Summary')
  await api.save(cash, { documentId: 'file-asset-summary-txt' }, revision)
  await userEvent.click(within(row).getByRole('switch'))
  const notice = await screen.findByText(/Ruth Abelman.? changed/)
  const banner = notice.closest('[role=alert]')!
  expect(banner.textContent).toContain('Theirs: Asset summary.txt')
  expect(banner.textContent).toContain('Yours: Inactive')
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }))
  expect(within(row).getByRole('switch').getAttribute('aria-checked')).toBe('true')
  expect(within(row).getByRole('button', { name: /Asset summary\.txt/ })).toBeDefined()
})

it('says on each tab that the mappings can’t be read, and tries again', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  fault.answer = ({ url }) =>
    url.endsWith('/api/resource-mappings') ? new Response(null, { status: 503 }) : undefined
  await open(api)
  expect(await screen.findByText('Failed to load meeting materials')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: 'Governance & Policies' }))
  expect(await screen.findByText('Failed to load governance documents')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: 'Communications Resources' }))
  expect(await screen.findByText('Failed to load communications resources')).toBeDefined()
  fault.answer = undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await rowOf('Mission Vision Values')
})

it('asks before a typed display name is left behind, and offers it on return', async () => {
  const { location, go } = await open(await mappingsApi())
  const field = await screen.findByLabelText('Display name of Cash Flow Summary')
  await fill(field, 'Cash')
  await go('/admin')
  const question = await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(location()).toContain('resource-mappings')
  expect(field).toHaveProperty('value', 'Cash')
  await go('/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(location()).toBe('/admin'))

  const name = 'Display name of Cash Flow Summary'
  await waitFor(() => expect(screen.queryByLabelText(name)).toBeNull())
  await go(screenPath)
  expect(await screen.findByLabelText(name)).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Restore my changes' }))
  expect(screen.getByLabelText(name)).toHaveProperty('value', 'Cash')
  await userEvent.click(
    screen.getByRole('button', { name: `Save the display name of Cash Flow Summary` }),
  )
  // The start page keeps that it has shown the first steps.
  const kept = () => Object.keys(localStorage).filter((key) => !key.startsWith('firstSteps:'))
  await waitFor(() => expect(kept()).toEqual([]))
})

it('discards a display name that was left here', async () => {
  const api = await mappingsApi()
  await open(api)
  await fill(await screen.findByLabelText('Display name of Cash Flow Summary'), 'Cash')
  cleanup()
  await open(api)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard my changes' }))
  expect(screen.getByLabelText('Display name of Cash Flow Summary')).toHaveProperty('value', '')
  expect(localStorage).toHaveLength(0)
})

it('searches and sorts the slots, and keeps both in the URL', async () => {
  const api = await mappingsApi()
  await api.save(cash, { ...paper, title: 'Nine months of cash' })
  const { location } = await open(api)
  await rowOf('Cash Flow Summary')
  const listed = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  await userEvent.click(screen.getByRole('button', { name: 'Mapped Document' }))
  expect(listed()[0]).toBe('Cash Flow Summary')
  const search = screen.getByRole('searchbox')
  await fill(search, 'nine cash')
  expect(listed()).toEqual(['Cash Flow Summary'])
  expect(location()).toContain('sort=shown&q=nine+cash')
  await fill(search, ' zebra')
  expect(screen.getByText('No results found')).toBeDefined()
})

it.each([
  ['governance-bylaws', 'Bylaws', 'governance'],
  ['communications-mission-vision-values', 'Mission Vision Values', 'communications'],
])('clears the members’ cached first paint once %s is saved', async (id, name, tab) => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  await api.save(id, paper)
  const keys = ['communicationsMappings', 'governanceMappings']
  const kept = () => keys.filter((key) => localStorage.getItem(key) !== null)
  for (const key of keys) localStorage.setItem(key, '{}')
  await open(api, `/admin/meetings/resource-mappings?tab=${tab}`)
  const shown = within(await rowOf(name)).getByRole('switch')
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(503, 'unavailable', 'Not now.') : undefined
  await userEvent.click(shown)
  await screen.findByText('Not now.')
  expect(kept()).toEqual(keys)
  fault.answer = undefined
  await userEvent.click(shown)
  await waitFor(() => expect(kept()).toEqual(keys.filter((key) => key !== `${tab}Mappings`)))
})

it('notifies the members’ screen of a changed communications resource, and of no other', async () => {
  const api = await mappingsApi()
  await api.save(cash, paper)
  await api.save('communications-mission-vision-values', paper)
  communicationsRefresh.drop()
  const { toasts, go } = await open(api)
  await userEvent.click(within(await rowOf('Cash Flow Summary')).getByRole('switch'))
  await expect.poll(() => toasts).toHaveLength(1)
  expect(communicationsRefresh.isSet()).toBe(false)
  await go('/admin/meetings/resource-mappings?tab=communications')
  await userEvent.click(within(await rowOf('Mission Vision Values')).getByRole('switch'))
  await expect.poll(() => toasts).toHaveLength(2)
  expect(communicationsRefresh.isSet()).toBe(true)
})

it('reports what the readiness board could not check, and checks again', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  await api.save(agenda, { mode: 'native' })
  fault.answer = ({ url }) =>
    /\/api\/(documents|agendas|sync\/status)$/.test(url)
      ? refusal(500, 'internal', 'Something went wrong.')
      : undefined
  await open(api)
  expect(await screen.findByText('Failed to fetch documents')).toBeDefined()
  expect(await screen.findByText('Failed to load agenda')).toBeDefined()
  expect(await screen.findByText('When the last sync ended could not be read.')).toBeDefined()
  fault.answer = undefined
  for (const again of screen.getAllByRole('button', { name: 'Try Again' })) {
    await userEvent.click(again)
  }
  await waitFor(() => expect(screen.queryByText(/^Failed to/)).toBeNull())
})

it('reports that somebody else’s version could not be read, and keeps what was typed', async () => {
  const fault: Fault = {}
  await open(await mappingsApi(undefined, fault))
  await rowOf('Cash Flow Summary')
  const box = screen.getByLabelText('Display name of Cash Flow Summary')
  await fill(box, 'Ours')
  fault.answer = ({ method, url }) => {
    if (method === 'PUT') return refusal(412, 'stale', 'Somebody else has changed it.')
    if (!url.endsWith('/api/resource-mappings')) return undefined
    return refusal(503, 'unavailable', 'The database can’t be reached.')
  }
  await userEvent.type(box, '{Enter}')
  const again = await screen.findByRole('button', { name: 'Reload and keep mine' })
  await userEvent.click(again)
  const message = 'Failed to fetch mappings: The database can’t be reached.'
  expect(await screen.findByText(message)).toBeDefined()
  expect(box).toHaveProperty('value', 'Ours')
  fault.answer = undefined
  await userEvent.click(again)
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  expect(box).toHaveProperty('value', 'Ours')
})

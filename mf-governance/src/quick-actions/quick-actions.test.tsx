import { testApi } from '@portal/api/testing'
import { listUpcomingEvents } from '@portal/contract/calendar'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import { ofMeeting } from '@portal/contract/twins'
import { dayAfter, todayIn } from '@portal/domain/days'
import { quarterAfter, quarterOf } from '@portal/domain/quarter'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderSlot,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import remote from '../remote.ts'

async function showActions(api?: Awaited<ReturnType<typeof testApi>>) {
  return renderSlot(remote, 'quickActions', { api: api ?? (await testApi()) })
}

beforeEach(() => {
  sessionStorage.clear()
  withoutFiles()
})

it('offers the four actions in order', async () => {
  await showActions()
  await screen.findByRole('heading', { name: 'Quick actions' })
  const names = screen.getAllByRole('listitem').map((action) => action.textContent)
  expect(names).toEqual([
    expect.stringMatching(/^Board MaterialsPapers for Q\d 20\d\d$/),
    expect.stringMatching(/^Mission Vision Values/),
    expect.stringMatching(/^Travel & Expense Policy/),
    expect.stringMatching(/^Charitable Contributions/),
  ])
})

describe('Board Materials', () => {
  const boardMaterials = () => screen.getByRole('link', { name: /Board Materials/ })
  const now = quarterOf(new Date(), 'America/Los_Angeles')
  const next = quarterAfter(now)
  /** A calendar whose next meeting is on the first day of the next quarter. */
  const calendar = {
    between: async () => [
      {
        id: 'board',
        summary: 'Board Meeting',
        start: { date: `${next.year}-${String(next.quarter * 3 - 2).padStart(2, '0')}-01` },
      },
    ],
    byId: async () => undefined,
    problems: async () => [],
  }

  it('leads to the quarter of the upcoming meeting, and names it', async () => {
    await showActions(await testApi({ ports: { calendar } }))
    const path = `/meetings/${next.year}/q/${next.quarter}`
    await expect.poll(() => boardMaterials().getAttribute('href')).toBe(path)
    expect(boardMaterials().textContent).toContain(`Papers for Q${next.quarter} ${next.year}`)
  })

  it('leads to the quarter of the board’s meeting, not to that of a special one before it', async () => {
    const api = await testApi({ ports: { calendar } })
    const call = api.call('admin')
    const date = dayAfter(todayIn('America/Los_Angeles'))
    const special = { key: crypto.randomUUID(), body: 'board', kind: 'special' as const, date }
    const { id: meeting } = await call(createMeeting, { body: special })
    const params = { meeting }
    const { revision = 'new' } = await call(ofMeeting(getPublication), { params })
    await call(ofMeeting(setPublication), { params, body: { state: 'published' }, revision })
    const [first] = await api.call('member')(listUpcomingEvents, { query: { limit: 5 } })
    expect(first?.meeting).toBe(meeting)
    await showActions(api)
    const path = `/meetings/${next.year}/q/${next.quarter}`
    await expect.poll(() => boardMaterials().getAttribute('href')).toBe(path)
  })

  it.each([
    ['no meeting is coming', async () => []],
    ['the calendar is down', async () => Promise.reject(new Error('The calendar is down'))],
  ])('leads to /meetings, which is today’s quarter, while %s', async (_, between) => {
    await showActions(await testApi({ ports: { calendar: { ...calendar, between } } }))
    await screen.findByRole('heading', { name: 'Quick actions' })
    expect(boardMaterials().getAttribute('href')).toBe('/meetings')
    expect(boardMaterials().textContent).toContain(`Papers for Q${now.quarter} ${now.year}`)
  })
})

it('opens a mapped document over the dashboard, and shows when it changed', async () => {
  const api = await testApi()
  await keepDocument(api, 'travel', 4)
  await mapSlot(api, 'governance-travel-expense-policy', { documentId: 'travel' })
  await showActions(api)
  await screen.findByText('Updated 3 October')
  await userEvent.click(screen.getByRole('button', { name: /Travel & Expense Policy/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Travel & Expense Policy' })
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says why a mapped document can’t be opened, and doesn’t offer to open it', async () => {
  const api = await testApi()
  await api.putPaper('travel', { condition: 'broken' })
  await mapSlot(api, 'governance-travel-expense-policy', { documentId: 'travel' })
  await showActions(api)
  await screen.findByText('This paper’s file is damaged, so it can’t be shown at the moment.')
  expect(screen.queryByRole('button', { name: /Travel & Expense Policy/ })).toBeNull()
})

it('offers no card that is set aside', async () => {
  const api = await testApi()
  const body = { setAside: ['governance-charitable-contributions'] }
  await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
  await showActions(api)
  await waitFor(() => expect(screen.queryByRole('button', { name: /Charitable/ })).toBeNull())
  expect(screen.getByRole('button', { name: /Travel & Expense Policy/ })).toBeTruthy()
})

it('shows that an unmapped or inactive document is not available', async () => {
  const api = await testApi()
  await keepDocument(api, 'gifts', 2)
  const inactive = { documentId: 'gifts', active: false }
  await mapSlot(api, 'governance-charitable-contributions', inactive)
  await showActions(api)
  for (const name of ['Mission Vision Values', 'Charitable Contributions']) {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      `${name} document is not available. Please contact your administrator.`,
    )
  }
})

it('opens the pressed document once the mappings can be read again', async () => {
  const api = await testApi()
  await keepDocument(api, 'travel', 4)
  await mapSlot(api, 'governance-travel-expense-policy', { documentId: 'travel' })
  const restore = breakPath(api, '/api/resource-mappings')
  await showActions(api)
  await userEvent.click(await screen.findByRole('button', { name: /Travel & Expense Policy/ }))
  expect(await screen.findByText('Error loading resource. Please try again later.')).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('dialog', { name: 'Travel & Expense Policy' })).toBeTruthy()
})

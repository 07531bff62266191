import { testApi } from '@portal/api/testing'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import { quarterAfter, quarterName, quarterOf } from '@portal/domain/quarter'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { meetingsPaths } from '../meetings-paths.ts'
import remote from '../remote.ts'
import { keepAgenda, leadToAgenda } from '../shared/meetings-fixture.ts'

const today = quarterOf(new Date(), 'America/Los_Angeles')
const quarter = '/meetings/2026/q/4'
const at = (tail: string) => `${quarter}/${tail}`

beforeEach(withoutFiles)

describe('a static page', () => {
  it.each([
    ['budget-overview', 'Budget Overview'],
    ['budget-pss', 'Budget PSS'],
    ['budget-health', 'Budget Health'],
    ['budget-fj', 'Budget FJ'],
    ['undesignated', 'Undesignated'],
    ['mission-vision-values', 'Mission Vision Values'],
  ])('shows for %s what it is for and where the papers are', async (type, title) => {
    await renderRemote(remote, { path: at(type) })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    const papers = screen.getByRole('link', { name: 'Meeting Materials' })
    expect(papers.getAttribute('href')).toBe(quarter)
    expect(screen.queryByRole('link', { name: 'Open document' })).toBeNull()
  })

  it('is not found for a card that is set aside', async () => {
    const api = await testApi()
    const body = { setAside: ['governance-budget-overview'] }
    await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
    await renderRemote(remote, { path: at('budget-overview'), api })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  })

  it('prints', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await renderRemote(remote, { path: at('budget-pss') })
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  it.each(['budget-pss', 'undesignated'])(
    'lists the budget papers of its quarter (%s)',
    async (type) => {
      const api = await testApi()
      await keepDocument(api, 'cash', 3)
      await mapSlot(api, 'meeting-2026-q4-cash-flow-summary', { documentId: 'cash' })
      await mapSlot(api, 'meeting-2026-q4-consent-agenda', { documentId: 'cash' })
      await renderRemote(remote, { path: at(type), api })
      const papers = await screen.findByRole('region', { name: 'Budget papers of Q4 2026' })
      const links = within(papers).getAllByRole('link')
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        `${quarter}?material=cash-flow-summary`,
      ])
    },
  )

  it('opens its document if its slot is mapped and active', async () => {
    const api = await testApi()
    await keepDocument(api, 'overview', 4)
    await mapSlot(api, 'governance-budget-overview', { documentId: 'overview' })
    await mapSlot(api, 'communications-mission-vision-values', {
      documentId: 'overview',
      active: false,
    })
    await renderRemote(remote, { path: at('budget-overview'), api, as: 'admin' })
    const open = await screen.findByRole('link', { name: 'Open document' })
    expect(open.getAttribute('href')).toBe('/resources/view/governance-budget-overview')
    cleanup()
    await renderRemote(remote, { path: at('mission-vision-values'), api, as: 'admin' })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('link', { name: 'Open document' })).toBeNull()
  })

  it('shows an error when the link to its document can’t be loaded, and finds it by Try Again', async () => {
    const api = await testApi()
    await keepDocument(api, 'overview', 4)
    await mapSlot(api, 'governance-budget-overview', { documentId: 'overview' })
    const restore = breakPath(api, '/api/resource-mappings')
    await renderRemote(remote, { path: at('budget-overview'), api })
    expect(await screen.findByText('Failed to load meeting materials')).toBeTruthy()
    expect(screen.getByText(/This page is about the foundation’s budget overview/)).toBeTruthy()
    restore()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: 'Open document' })).toBeTruthy()
  })

  it('has a mission page outside of the quarters too', async () => {
    const { location } = await renderRemote(remote, { path: '/meetings/mission-vision-values' })
    expect(await screen.findByRole('heading', { name: 'Mission Vision Values' })).toBeTruthy()
    expect(location()).toBe('/meetings/mission-vision-values')
  })

  it('leads to today’s quarter for an invalid one', async () => {
    const { location } = await renderRemote(remote, { path: '/meetings/2026/q/7/undesignated' })
    await waitFor(() => expect(location()).toMatch(/^\/meetings\/\d{4}\/q\/[1-4]$/))
  })
})

describe('the budget narrative', () => {
  async function apiWithBudget() {
    const api = await testApi()
    await keepDocument(api, 'actual', 12)
    await keepDocument(api, 'cash', 1)
    await mapSlot(api, 'meeting-2026-q4-budget-vs-actual', { documentId: 'actual' })
    await mapSlot(api, 'meeting-2026-q4-cash-flow-summary', { documentId: 'cash', title: 'Cash' })
    await mapSlot(api, 'meeting-2026-q4-consent-agenda', { documentId: 'cash' })
    return api
  }

  it('lists its papers in the summary, with pages and dates', async () => {
    await renderRemote(remote, { path: at('budget/pss'), api: await apiWithBudget() })
    expect(await screen.findByRole('heading', { name: 'Budget narrative' })).toBeTruthy()
    expect(screen.getByText('Budget PSS · Q4 2026')).toBeTruthy()
    const papers = within(await screen.findByRole('tabpanel')).getAllByRole('listitem')
    expect(papers.map((paper) => paper.textContent)).toEqual([
      'Budget vs Actual: PDF · 12 pages, updated 3 October',
      'Cash: PDF · 1 page, updated 3 October',
    ])
  })

  it('counts them in its metrics, and keeps the tab in the address', async () => {
    const api = await apiWithBudget()
    const { location } = await renderRemote(remote, { path: at('budget/overview'), api })
    await userEvent.click(await screen.findByRole('tab', { name: 'Metrics' }))
    const values = screen.getAllByRole('definition').map((value) => value.textContent)
    expect(values).toEqual(['2 of 6', '13', '3 October'])
    expect(location()).toBe(at('budget/overview?tab=metrics'))
  })

  it.each(['summary', 'metrics', 'details'])('links to each paper (%s)', async (tab) => {
    const api = await apiWithBudget()
    await renderRemote(remote, { path: at(`budget/overview?tab=${tab}`), api })
    const papers = within(await screen.findByRole('tabpanel')).getAllByRole('link')
    expect(papers.map((paper) => paper.getAttribute('href'))).toEqual([
      `${quarter}?material=budget-vs-actual`,
      `${quarter}?material=cash-flow-summary`,
    ])
  })

  it('opens a paper for the address of its type', async () => {
    const api = await apiWithBudget()
    await renderRemote(remote, { path: at('budget/cash-flow-summary'), api })
    const open = await screen.findByRole('link', { name: 'Open document' })
    expect(open.getAttribute('href')).toBe('/resources/view/meeting-2026-q4-cash-flow-summary')
  })

  it('shows that there are no budget papers, and who adds them', async () => {
    const next = quarterAfter(today, 1)
    await renderRemote(remote, { path: `${meetingsPaths.meeting(next)}/budget/budget-health` })
    expect(await screen.findByText(`No budget papers for ${quarterName(next)} yet`)).toBeTruthy()
    expect(screen.getByText(/adds them before the meeting/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Board Liaison' })).toBeTruthy()
  })

  it('promises no budget papers for a quarter that is over', async () => {
    const last = quarterAfter(today, -1)
    await renderRemote(remote, { path: `${meetingsPaths.meeting(last)}/budget/budget-health` })
    expect(await screen.findByText(`No budget papers for ${quarterName(last)}`)).toBeTruthy()
    expect(screen.queryByText(/before the meeting/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Board Liaison' })).toBeTruthy()
  })

  it.each(['no-such-part', 'agenda', 'mission-vision-values', 'toString'])(
    'has no part “%s”',
    async (type) => {
      await renderRemote(remote, { path: at(`budget/${type}`) })
      expect(await screen.findByText('Material Not Found')).toBeTruthy()
    },
  )

  it('shows an error when the materials can’t be read', async () => {
    const api = await testApi()
    breakPath(api, '/api/resource-mappings')
    await renderRemote(remote, { path: at('budget/pss'), api })
    expect(await screen.findByText('Failed to load meeting materials')).toBeTruthy()
  })
})

describe('the objectives', () => {
  const items = [
    { id: 'a', title: 'Welcome', type: 'procedural', completed: true },
    { id: 'b', title: 'Approve the reserve policy', type: 'decision', speaker: 'Treasurer' },
    { id: 'c', title: 'Spring convening', type: 'discussion', description: 'The reserve pays' },
  ]
  async function show(tail = 'objectives') {
    const api = await testApi()
    await keepAgenda(api, { items })
    await leadToAgenda(api)
    return renderRemote(remote, { path: at(tail), api })
  }
  const shown = async () =>
    within(await screen.findByRole('list', { name: 'Objectives' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent)

  it('lists the published agenda’s items, with category and state', async () => {
    await show()
    expect(await shown()).toEqual([
      'WelcomeProceduralCompleted',
      'Approve the reserve policyTreasurerDecisionOpen',
      'Spring conveningThe reserve paysDiscussionOpen',
    ])
  })

  it('searches the objectives by words and filters them by category, kept in the address', async () => {
    const { location } = await show()
    await userEvent.type(await screen.findByLabelText('Search objectives'), 'reserve')
    expect(await shown()).toHaveLength(2)
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Decision')
    expect(await shown()).toEqual(['Approve the reserve policyTreasurerDecisionOpen'])
    expect(screen.getByRole('status').textContent).toBe('1 of 3 objectives')
    expect(location()).toBe(at('objectives?q=reserve&category=decision'))
  })

  it('filters by category alone, from the agenda’s categories, and resets', async () => {
    const { location } = await show()
    const category = await screen.findByLabelText('Category')
    expect(
      within(category)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All categories', 'Decision', 'Discussion', 'Procedural'])
    await userEvent.selectOptions(category, 'Discussion')
    expect(await shown()).toEqual(['Spring conveningThe reserve paysDiscussionOpen'])
    await userEvent.selectOptions(category, 'Procedural')
    expect(await shown()).toEqual(['WelcomeProceduralCompleted'])
    await userEvent.selectOptions(category, 'All categories')
    expect(await shown()).toHaveLength(3)
    expect(location()).toBe(at('objectives'))
  })

  it('shows all objectives for an unknown category in the address', async () => {
    await show('objectives?category=festive')
    expect(await shown()).toHaveLength(3)
    expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
  })

  it('shows that no objective was found', async () => {
    await show('objectives?q=zebra')
    expect(await screen.findByText('No objectives found')).toBeTruthy()
  })

  it('shows that there is no agenda, or one without items', async () => {
    await renderRemote(remote, { path: at('objectives') })
    expect(await screen.findByText('No agenda has been created for 2026 Q4.')).toBeTruthy()
    cleanup()
    const api = await testApi()
    await keepAgenda(api, { items: [] })
    await leadToAgenda(api)
    await renderRemote(remote, { path: at('objectives'), api })
    expect(await screen.findByText(/^No objectives/)).toBeTruthy()
  })

  it('shows who publishes objectives, unless the quarter is over', async () => {
    const [next, last] = [quarterAfter(today, 1), quarterAfter(today, -1)]
    const { go } = await renderRemote(remote, {
      path: `${meetingsPaths.meeting(next)}/objectives`,
    })
    expect(await screen.findByText(/Your Board Liaison publishes it/)).toBeTruthy()
    await go(`${meetingsPaths.meeting(last)}/objectives`)
    expect(await screen.findByText(/^This quarter is over/)).toBeTruthy()
    expect(screen.queryByText(/before the meeting/)).toBeNull()
  })

  it('shows an error when the agenda can’t be read', async () => {
    const api = await testApi()
    breakPath(api, '/api/agendas/')
    await renderRemote(remote, { path: at('objectives'), api })
    expect(await screen.findByText('Failed to load agenda')).toBeTruthy()
  })
})

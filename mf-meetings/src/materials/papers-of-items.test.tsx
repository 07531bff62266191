import { testApi } from '@portal/api/testing'
import { keepDocument, mapSlot, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import remote from '../remote.ts'
import { keepAgenda, leadToAgenda, resizeTo } from '../shared/meetings-fixture.ts'

const quarter = '/meetings/2026/q/4'
const paper = (type: string) => `${quarter}?material=${type}`

const items = [
  { id: 'welcome', title: 'Welcome', duration: 10 },
  {
    id: 'money',
    title: 'Money',
    duration: 30,
    papers: [
      { materialType: 'budget-update', pages: '3–5, 9' },
      { materialType: 'asset-summary' },
      { materialType: 'consent-agenda' },
    ],
  },
  { id: 'cash', title: '', duration: 15, papers: [{ materialType: 'budget-vs-actual' }] },
  { id: 'again', title: 'Again', duration: 5, papers: [{ materialType: 'budget-update' }] },
]

/** Four papers, two of them on the agenda, which also names an inactive and an unmapped one. */
async function apiWithPapers(fields: Record<string, unknown> = { items }) {
  const api = await testApi()
  await keepAgenda(api, fields)
  await leadToAgenda(api)
  await keepDocument(api, 'one', 12)
  for (const type of ['budget-vs-actual', 'cash-flow-summary', 'budget-update']) {
    await mapSlot(api, `meeting-2026-q4-${type}`, { documentId: 'one' })
  }
  await mapSlot(api, 'meeting-2026-q4-asset-summary', { documentId: 'one', active: false })
  return api
}

async function show(path: string, as: 'member' | 'admin' = 'member') {
  return renderRemote(remote, { path, api: await apiWithPapers(), as })
}

const step = (word: 'Next' | 'Previous') =>
  screen.findByRole('link', { name: new RegExp(`^${word} paper:`) })

/** The agenda's link to its first paper. */
const paperLink = async () =>
  within(await screen.findByRole('list', { name: 'Papers of Money' })).getByRole('link')

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
  resizeTo(1400)
})

describe('an agenda', () => {
  it.each(['member', 'admin'] as const)(
    'lists under each item the papers that members can see, with their pages (%s)',
    async (as) => {
      await show(`${quarter}/agenda`, as)
      const list = await screen.findByRole('list', { name: 'Papers of Money' })
      const links = within(list).getAllByRole('link')
      expect(links.map(({ textContent }) => textContent)).toEqual(['Budget Update, pages 3–5, 9'])
      expect(links[0]?.getAttribute('href')).toBe(`${paper('budget-update')}&page=3`)
      expect(screen.getByRole('list', { name: 'Papers of Item 3' })).toBeTruthy()
      expect(screen.queryByRole('list', { name: 'Papers of Welcome' })).toBeNull()
      expect(screen.queryByText(/isn’t available|inactive/)).toBeNull()
    },
  )

  it('opens a paper, from which Back and the key A return to the agenda', async () => {
    const { location } = await show(`${quarter}/agenda`)
    for (const leave of [
      async () => userEvent.click(screen.getByRole('link', { name: 'Back to the Agenda' })),
      async () => userEvent.keyboard('a'),
      async () => userEvent.click(screen.getByRole('link', { name: 'Open the agenda' })),
    ]) {
      await userEvent.click(await paperLink())
      await screen.findByRole('heading', { level: 1, name: 'Budget Update' })
      // Another paper replaces this one in the history, so the way back stays the same.
      await userEvent.click(await step('Next'))
      await screen.findByRole('heading', { level: 1, name: 'Budget vs Actual' })
      await leave()
      await waitFor(() => expect(location()).toBe(`${quarter}/agenda`))
    }
  })

  it('lists them in the reading view too, where opening a paper replaces the agenda', async () => {
    const { location } = await show(paper('agenda'))
    await userEvent.click(await paperLink())
    await waitFor(() => expect(location()).toBe(`${paper('budget-update')}&page=3`))
    expect(screen.getByRole('link', { name: 'Back to Q4 2026' })).toBeTruthy()
  })
})

describe('a paper', () => {
  it('says which item it is for, and when that starts, and keeps the list’s order and its number', async () => {
    await show(paper('budget-update'))
    const about = await screen.findByTitle('9:10 AM · 2. Money')
    expect(about.textContent).toBe('For agenda item 9:10 AM · 2. Money')
    expect(screen.getByText('4 of 4')).toBeTruthy()
    const list = screen.getByRole('complementary', { name: 'Q4 2026 papers' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/^1Agenda/),
      expect.stringMatching(/^2Budget vs Actual/),
      expect.stringMatching(/^3Cash Flow Summary/),
      expect.stringMatching(/^4Budget Update/),
    ])
  })

  it('calls an item without a title by its number', async () => {
    await show(paper('budget-vs-actual'))
    expect(await screen.findByTitle('9:40 AM · Item 3')).toBeTruthy()
  })

  it('steps through the papers in agenda order at their pages, then through those without an item', async () => {
    const { location } = await show(paper('agenda'))
    const visited: string[] = []
    for (const name of ['Budget Update', 'Budget vs Actual', 'Cash Flow Summary']) {
      await waitFor(async () => expect((await step('Next')).title).toBe(name))
      await userEvent.click(await step('Next'))
      await screen.findByRole('heading', { level: 1, name })
      visited.push(location())
    }
    expect(visited).toEqual([
      `${paper('budget-update')}&page=3`,
      paper('budget-vs-actual'),
      paper('cash-flow-summary'),
    ])
    expect(screen.queryByRole('link', { name: /^Next paper:/ })).toBeNull()
    expect((await step('Previous')).title).toBe('Budget vs Actual')
  })

  it('leads to the agenda by the key A, but not while something is typed or with Ctrl', async () => {
    const { location } = await show(paper('cash-flow-summary'))
    const agenda = await screen.findByRole('link', { name: 'Open the agenda' })
    // The agenda names it in no item.
    expect(screen.queryByText(/For agenda item/)).toBeNull()
    expect(agenda.getAttribute('aria-keyshortcuts')).toBe('A')
    fireEvent.keyDown(agenda, { key: 'a', ctrlKey: true })
    const typed = document.createElement('input')
    agenda.after(typed)
    fireEvent.keyDown(typed, { key: 'a' })
    // Single keys belong to the paper and its list.
    fireEvent.keyDown(agenda, { key: 'a' })
    expect(location()).toBe(paper('cash-flow-summary'))
    fireEvent.keyDown(screen.getByRole('group', { name: 'Cash Flow Summary' }), { key: 'A' })
    await waitFor(() => expect(location()).toBe(`${quarter}/agenda`))
  })

  it('has no link to an agenda that members don’t see', async () => {
    const api = await apiWithPapers({ items, status: 'draft' })
    await renderRemote(remote, { path: paper('budget-update'), api })
    expect((await step('Previous')).title).toBe('Cash Flow Summary')
    expect(screen.queryByRole('link', { name: 'Open the agenda' })).toBeNull()
    expect(screen.queryByText(/For agenda item/)).toBeNull()
  })
})

it('says above a paper on a phone which item it is for, and follows the agenda', async () => {
  resizeTo(390)
  localStorage.setItem('portal.viewer-height', JSON.stringify({ height: '60', applied: true }))
  await show(paper('budget-update'))
  const item = await screen.findByRole('link', { name: 'For agenda item 9:10 AM · 2. Money' })
  expect(item.getAttribute('href')).toBe(`${quarter}/agenda`)
  const steps = await screen.findAllByRole('link', { name: 'Next: Budget vs Actual' })
  expect(steps.length).toBeGreaterThan(0)
})

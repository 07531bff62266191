import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { keepDocument, mapSlot } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, clearDevice, q3, q4 } from '../../agenda-fixture.ts'
import {
  open,
  openItem,
  press,
  titleBox,
  toasted,
} from '../../meeting-agenda/agenda-screen-fixture.ts'
import { fill } from '../../../shared/fill-fixture.ts'

beforeEach(clearDevice)

const items = [
  { id: 'welcome', title: 'Welcome', duration: 10 },
  { id: 'budget', title: 'Budget', description: 'The cash flow summary too', duration: 30 },
]

/** Three of the quarter's papers, one of them inactive. */
async function withPapers(body: object = { items }) {
  const api = await agendaApi()
  await keepDocument(api, 'budget', 12)
  await keepDocument(api, 'cash', 1)
  await mapSlot(api, 'meeting-2026-q4-budget-update', { documentId: 'budget' })
  await mapSlot(api, 'meeting-2026-q4-cash-flow-summary', { documentId: 'cash', active: false })
  await mapSlot(api, 'meeting-2026-q4-additional-material-1', {
    documentId: 'cash',
    title: 'Audit letter',
  })
  await api.save(q4, { title: 'Board', ...body })
  return api
}

const papersOf = async (api: Awaited<ReturnType<typeof withPapers>>, of = q4) =>
  (await api.stored(of))?.items.map(({ papers }) => papers)

const field = (item: HTMLElement) => within(item).getByRole('region', { name: /^Papers of/ })

it('suggests the papers that an item names, adds each with one press, and saves pages that it has', async () => {
  const api = await withPapers()
  const view = await open(api)
  const papers = within(field(await openItem('2. Budget')))
  const suggested = within(papers.getByRole('list', { name: 'Suggested for Budget' }))
  expect(suggested.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Add Cash Flow Summary',
    'Add Budget Update',
  ])
  await userEvent.click(papers.getByRole('button', { name: 'Add Budget Update' }))
  expect(papers.getByText('PDF · 12 pages')).toBeDefined()
  const pages = papers.getByLabelText('Pages of Budget Update')
  await fill(pages, '3–13')
  await press('Save')
  expect(papers.getByText('This paper has 12 pages.')).toBeDefined()
  expect(document.activeElement).toBe(pages)
  await userEvent.clear(pages)
  await fill(pages, 'all of it')
  expect(papers.getByText('Please enter pages such as 3 or 3–5, 9')).toBeDefined()
  expect(await papersOf(api)).toEqual([undefined, undefined])
  await userEvent.clear(pages)
  await fill(pages, '3-5, 9')
  await press('Save')
  await toasted(view, 'Agenda saved')
  expect(await papersOf(api)).toEqual([
    undefined,
    [{ materialType: 'budget-update', pages: '3–5, 9' }],
  ])
  expect(papers.getByLabelText('Pages of Budget Update')).toHaveProperty('value', '3–5, 9')
})

it('adds any other paper of the quarter, and says which ones members don’t find', async () => {
  const api = await withPapers()
  await open(api)
  const papers = within(field(await openItem('1. Welcome')))
  const choice = papers.getByLabelText('Another paper')
  const offered = within(choice).getAllByRole('option')
  expect(offered).toHaveLength(14)
  expect(offered.map(({ textContent }) => textContent)).toContain('Audit letter')
  expect(offered.map(({ textContent }) => textContent)).toContain('Asset Summary (not there yet)')
  await userEvent.selectOptions(choice, 'Asset Summary (not there yet)')
  await userEvent.click(papers.getByRole('button', { name: 'Add paper to Welcome' }))
  expect(papers.getByText('It isn’t available: nothing is mapped to its slot.')).toBeDefined()
  await userEvent.selectOptions(choice, 'Cash Flow Summary')
  await userEvent.click(papers.getByRole('button', { name: 'Add paper to Welcome' }))
  expect(papers.getByText('Members don’t see it: its slot is inactive.')).toBeDefined()
})

it('keeps stored pages that a shorter paper no longer has, and shows a message', async () => {
  const papers = [{ materialType: 'budget-update', pages: '13' }]
  const api = await withPapers({ items: [{ ...items[1], papers }] })
  const view = await open(api)
  expect(within(await openItem('1. Budget')).getByText('This paper has 12 pages.')).toBeDefined()
  await userEvent.type(await titleBox(), '!')
  await press('Save')
  await toasted(view, 'Agenda saved')
  expect(await papersOf(api)).toEqual([papers])
})

it('removes a paper, and takes that back with Undo also after a save', async () => {
  const papers = [{ materialType: 'budget-update' }]
  const api = await withPapers({ items: [{ ...items[1], papers }] })
  const view = await open(api)
  const shown = within(field(await openItem('1. Budget')))
  await userEvent.click(shown.getByRole('button', { name: 'Remove Budget Update' }))
  expect(document.activeElement?.textContent).toBe('Papers')
  await press('Save')
  await toasted(view, 'Agenda saved')
  expect(await papersOf(api)).toEqual([undefined])
  await press('Undo')
  await press('Save')
  await expect.poll(() => papersOf(api)).toEqual([papers])
  await press('Redo')
  await press('Save')
  await expect.poll(() => papersOf(api)).toEqual([undefined])
})

it('shows the papers in the preview as members see them, each in a new tab at its first page', async () => {
  const papers = [
    { materialType: 'budget-update', pages: '3–5' },
    { materialType: 'cash-flow-summary' },
  ]
  const api = await withPapers({ items: [{ ...items[1], papers }] })
  await open(api)
  const preview = within(await screen.findByRole('region', { name: 'What members will see' }))
  const list = within(await preview.findByRole('list', { name: 'Papers of Budget' }))
  const [link, ...others] = list.getAllByRole('link')
  expect(link?.textContent).toBe('Budget Update, pages 3–5 (opens in a new tab)')
  expect(link?.getAttribute('href')).toBe('/meetings/2026/q/4?material=budget-update&page=3')
  expect(others).toEqual([])
})

it('shows admins in the agenda’s preview which papers members don’t find, and why', async () => {
  const papers = ['cash-flow-summary', 'asset-summary'].map((materialType) => ({ materialType }))
  const api = await withPapers({ items: [{ ...items[1], papers }] })
  await open(api, '/admin/meetings/2026/4/agenda')
  const list = await screen.findByRole('list', { name: 'Papers of Budget' })
  expect(list.textContent).toMatch(/Cash Flow Summary.*Members don’t see it: its slot is inactive./)
  expect(list.textContent).toMatch(/Asset Summary.*It isn’t available: nothing is mapped/)
})

it('starts from the last agenda with the papers that every quarter has, without pages', async () => {
  const papers = [
    { materialType: 'budget-update', pages: '3' },
    { materialType: 'additional-material-1' },
  ]
  const api = await withPapers({})
  await api.call('admin')(saveAgenda, {
    params: q3,
    body: { title: 'Third', items: [{ ...items[1]!, papers }] },
    revision: 'new',
  })
  const view = await open(api)
  await userEvent.click(await screen.findByRole('button', { name: 'Start from…' }))
  await press('Start from Q3 2026')
  await press('Save')
  await toasted(view, 'Agenda saved')
  const { items: started } = await api.call('admin')(getAgenda, { params: q4 })
  expect(started.map((item) => item.papers)).toEqual([[{ materialType: 'budget-update' }]])
})

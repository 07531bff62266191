import { openedFrom } from '@portal/remote-kit/opened-from'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answer, item, openSearch, paper, person, replyOf } from './search-fixture.tsx'
import { offeredQuarters, quarterOfValue, quarterValue } from './search-screen.tsx'

const all = replyOf([paper, item, person])
const answer: Answer = ({ kinds, quarter }) => {
  const matching = all.found.filter(
    (hit) =>
      kinds.includes(hit.kind) && (quarter === undefined || hit.quarter?.quarter === quarter),
  )
  return { ...all, found: matching, total: matching.length }
}
const titles = async () =>
  within(await screen.findByRole('list', { name: 'Results' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

it('shows the results for the words in its address', async () => {
  openSearch(answer, '/search?q=reserve')
  expect(await titles()).toEqual(['Reserve Policy', 'Vote on the reserve', 'Ruth Abelman'])
  expect(screen.getByRole('heading', { level: 1, name: 'Search' })).toBeTruthy()
})

it('explains why a found paper can’t be opened, and doesn’t link to it', async () => {
  openSearch(() => replyOf([{ ...paper, problem: 'damaged' }, item]), '/search?q=reserve')
  expect(await titles()).toEqual(['Vote on the reserve'])
  const sentence = 'This paper’s file is damaged, so it can’t be shown at the moment.'
  expect(screen.getByText(sentence).closest('li')!.textContent).toMatch(/^Reserve Policy/)
})

it('filters by kind, with the number of results of each, and keeps the filter in the address', async () => {
  const { user, address } = openSearch(answer, '/search?q=reserve')
  await titles()
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual([
    'All 3',
    'Papers 1',
    'Agenda items 1',
    'People 1',
    'Your notes 0',
  ])
  await user.click(screen.getByRole('radio', { name: 'Agenda items 1' }))
  await waitFor(() => expect(address()).toBe('/search?q=reserve&kind=agendaItem'))
  await waitFor(async () => expect(await titles()).toEqual(['Vote on the reserve']))
})

it('filters by quarter, and keeps the filter in the address', async () => {
  const { user, address, queries } = openSearch(answer, '/search?q=reserve')
  await titles()
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Quarter' }),
    await screen.findByRole('option', { name: 'Q3 2026' }),
  )
  await waitFor(() => expect(address()).toBe('/search?q=reserve&quarter=2026-Q3'))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ year: 2026, quarter: 3 }))
})

it('offers to reset filters that leave no results', async () => {
  const { user, address } = openSearch(answer, '/search?q=reserve&kind=note&quarter=2026-Q3')
  await user.click(await screen.findByRole('link', { name: 'Search all kinds and quarters' }))
  expect(await titles()).toHaveLength(3)
  expect(address()).toBe('/search?q=reserve')
})

it('filters by body for anyone who sees the meetings of several', async () => {
  const bodies = [
    { id: 'board', name: 'Board' },
    { id: 'finance', name: 'Finance Committee' },
  ]
  const { user, address, queries } = openSearch(answer, '/search?q=reserve', {}, bodies)
  const filter = await screen.findByRole('combobox', { name: 'Body' })
  await user.selectOptions(filter, 'Finance Committee')
  await waitFor(() => expect(address()).toBe('/search?q=reserve&body=finance'))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ body: 'finance' }))
})

it('shows what isn’t in a quarter by the name of its meeting', async () => {
  const meeting = { id: '2026-11-12-finance', name: 'Audit review, 12 November 2026' }
  const found = { ...paper, quarter: undefined, meeting: { ...meeting, materialType: 'k2' } }
  openSearch(() => replyOf([found]), '/search?q=reserve')
  const link = await screen.findByRole('link', { name: 'Reserve Policy' })
  expect(link.getAttribute('href')).toMatch(/^\/meetings\/2026-11-12-finance\?material=k2/)
  expect(screen.getByText(/Paper · Audit review, 12 November 2026/)).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Body' })).toBeNull()
})

it('ignores a kind and a quarter that don’t exist', async () => {
  const { queries } = openSearch(answer, '/search?q=reserve&kind=toString&quarter=2026-Q9')
  expect(await titles()).toHaveLength(3)
  expect(queries).toHaveLength(1)
})

it('shows the same results after Back', async () => {
  const { user, router, address } = openSearch(answer, '/search?q=reserve&kind=person')
  await user.click(await screen.findByRole('link', { name: 'Ruth Abelman' }))
  await screen.findByRole('heading', { name: 'Page /directory' })
  await router.navigate(-1)
  await waitFor(() => expect(address()).toBe('/search?q=reserve&kind=person'))
  expect(await titles()).toEqual(['Ruth Abelman'])
})

it('is the page that a result’s back link opens, with the words and filters', async () => {
  const { user, router } = openSearch(answer, '/search?q=reserve&kind=person')
  await user.click(await screen.findByRole('link', { name: 'Ruth Abelman' }))
  await screen.findByRole('heading', { name: 'Page /directory' })
  const origin = { name: 'Search', to: '/search?q=reserve&kind=person' }
  expect(router.state.location.state).toEqual(openedFrom(origin))
})

it('shows the results for new words from the dialog', async () => {
  const { user } = openSearch(
    ({ q }) => (q === 'ruth' ? replyOf([person]) : all),
    '/search?q=reserve',
  )
  await titles()
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.type(within(await screen.findByRole('dialog')).getByRole('searchbox'), 'ruth{Enter}')
  await waitFor(async () => expect(await titles()).toEqual(['Ruth Abelman']))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ruth')
})

it('shows what can be searched if there are no words', async () => {
  const { queries } = openSearch(answer, '/search')
  expect(await screen.findByText('Search the whole portal')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(queries).toEqual([])
})

const offered = (years: number[], chosen?: string) =>
  offeredQuarters(years, quarterOfValue(chosen ?? null)).map(quarterValue)

const of2026 = ['2026-Q4', '2026-Q3', '2026-Q2', '2026-Q1']

it('offers the quarters of the years with materials, newest first', () => {
  const of2024 = ['2024-Q4', '2024-Q3', '2024-Q2', '2024-Q1']
  expect(offered([2024, 2026])).toEqual([...of2026, ...of2024])
})

it('offers the chosen quarter too, once', () => {
  expect(offered([2026], '2024-Q1')).toEqual([...of2026, '2024-Q1'])
  expect(offered([2026], '2026-Q2')).toEqual(of2026)
})

it.each(['', '2026', '2026-Q5', 'Q1-2026', 'x-y'])('reads no quarter from %j', (value) => {
  expect(quarterOfValue(value)).toBeUndefined()
})

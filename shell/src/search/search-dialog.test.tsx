import { openedFrom } from '@portal/remote-kit/opened-from'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answer, item, note, openSearch, paper, person, replyOf } from './search-fixture.tsx'

const everything = replyOf([paper, item, person, note])
const button = () => screen.getByRole('button', { name: 'Search' })
const field = () => screen.findByRole('searchbox', { name: /^Search papers/ })
const results = async () =>
  within(await screen.findByRole('list', { name: 'Results' })).getAllByRole('listitem')

/** Opens the search and types these words. */
async function search(words: string, answer: Answer = () => everything) {
  const opened = openSearch(answer)
  await opened.user.click(button())
  await opened.user.click(await field())
  await opened.user.paste(words)
  return opened
}

it.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])('opens by the keys %s', async (keys) => {
  const { user } = openSearch(() => everything)
  await user.keyboard(keys)
  expect(await field()).toBe(document.activeElement)
})

it('shows its keys', () => {
  openSearch(() => everything)
  expect(button().getAttribute('aria-keyshortcuts')).toBe('/ Control+K Meta+K')
})

it('doesn’t open while a slash is typed into a field', async () => {
  const { user } = openSearch(() => everything)
  await user.type(screen.getByRole('textbox'), '1/2')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('1/2')
})

it('doesn’t open over another dialog, which may have unsaved entries', async () => {
  const { user } = openSearch(() => everything)
  const other = document.createElement('div')
  other.setAttribute('aria-modal', 'true')
  document.body.append(other)
  await user.keyboard('/')
  expect(screen.queryByRole('dialog')).toBeNull()
  other.remove()
})

it('closes on Esc, returns the focus to its button and forgets what was typed', async () => {
  const { user } = await search('reserve')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
  await user.click(button())
  expect(((await field()) as HTMLInputElement).value).toBe('')
})

it('explains why an admin who views the portal as a member can’t search, and sends no request', async () => {
  const { user, queries, address } = openSearch(() => everything, '/', { viewsAs: 'member' })
  await user.click(button())
  await user.type(await field(), 'reserve{Enter}')
  expect(screen.getByText('No search in this view')).toBeTruthy()
  expect({ queries, address: address() }).toEqual({ queries: [], address: '/' })
})

it('shows what can be searched while nothing is typed, and sends no request', async () => {
  const { queries } = await search('   ')
  expect(screen.getByText('Search the whole portal')).toBeTruthy()
  expect(queries).toEqual([])
})

it('links results of every kind to their passage, with place, quarter and page, and marks the matched words', async () => {
  await search('reserve')
  const [first, second, third, fourth] = await results()
  expect(first!.textContent).toContain(
    'Paper · Q4 2026 · Finance › Policies · Page 3 · 1 more page',
  )
  expect(first!.textContent).toContain('the operating reserve is')
  expect([...first!.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Reserve',
    'reserve',
  ])
  expect(second!.textContent).toContain('Agenda item · Q4 2026')
  expect(third!.textContent).toContain('Person · Treasurer')
  expect(fourth!.textContent).toContain('Your note · Reserve Policy · Page 5')
  const links = (await results()).map((row) => within(row).getByRole('link').getAttribute('href'))
  expect(links).toEqual([
    '/meetings/2026/q/4?material=cash-flow-summary&page=3&find=reserve',
    '/meetings/2026/q/4/agenda#item-i1',
    '/directory?q=Ruth+Abelman',
    '/resources/view/reserve?page=5&note=n1',
  ])

  // For screen readers, each is a name and one sentence, which no mark interrupts.
  const rowOf = (row: HTMLElement | undefined, name: string, description: string) =>
    expect(within(row!).getByRole('link', { name, description })).toBeTruthy()
  rowOf(
    first,
    'Reserve Policy',
    'Paper, Q4 2026, Finance, Policies, page 3, 1 more page. the operating reserve is',
  )
  rowOf(second, 'Vote on the reserve', 'Agenda item, Q4 2026, Board Meeting')
  rowOf(third, 'Ruth Abelman', 'Person, Treasurer · Reserve Fund')
  rowOf(fourth, 'Ask about the reserve', 'Your note, Reserve Policy, page 5')
  for (const mark of first!.querySelectorAll('mark')) {
    expect(mark.closest('a, [aria-hidden="true"]')).not.toBeNull()
  }
})

it('repeats neither the quarter nor a folder that the title or the quarter names', async () => {
  const inFolder = { ...paper, place: 'Board meetings/2026 Q4' }
  const titled = { ...inFolder, id: 'titled', title: 'Reserve Q4 2026' }
  await search('reserve', () => replyOf([inFolder, titled]))
  const [first, second] = await results()
  expect(first!.textContent).toContain('Paper · Q4 2026 · Board meetings · Page 3')
  expect(second!.textContent).toContain('Paper · Board meetings · Page 3')
})

it('announces results for the words in the field only, not for those typed before', async () => {
  const { user } = openSearch(() => everything)
  await user.click(button())
  const input = (await field()) as HTMLInputElement
  const status = within(await screen.findByRole('dialog')).getAllByRole('status')[0]!
  const announced: { text: string; typed: string }[] = []
  const watching = new MutationObserver(() =>
    announced.push({ text: status.textContent, typed: input.value }),
  )
  watching.observe(status, { childList: true, characterData: true, subtree: true })
  await user.type(input, 'reserve')
  await waitFor(() => expect(status.textContent).toBe('4 results for “reserve”'))
  watching.disconnect()
  const counts = announced.filter(({ text }) => text.includes('results'))
  expect(counts.length).toBeGreaterThan(0)
  for (const { text, typed } of counts) expect(text).toBe(`4 results for “${typed}”`)
})

it.each([
  ['/', 'Dashboard'],
  ['/governance?open=bylaws', 'Page /governance'],
])('opens a result from the page below the dialog (%s)', async (to, name) => {
  const { user, router } = openSearch(() => everything, to)
  await user.click(button())
  await user.type(await field(), 'reserve')
  await user.click(within((await results())[0]!).getByRole('link'))
  await waitFor(() => expect(router.state.location.state).toEqual(openedFrom({ name, to })))
})

it('leaves out unknown kinds of a newer API', async () => {
  await search('reserve', () => replyOf([{ ...item, kind: 'motion' }, person]))
  expect((await results()).map((row) => within(row).getByRole('link').textContent)).toEqual([
    'Ruth Abelman',
  ])
})

it('works by keyboard alone: arrow keys choose, and Enter opens', async () => {
  const { user, address } = await search('reserve')
  await results()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  await waitFor(() => expect(address()).toBe('/meetings/2026/q/4/agenda#item-i1'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('returns from the results to the field by arrow key', async () => {
  const { user } = await search('reserve')
  await results()
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(await field())
})

it('opens the page with all results by Enter in the field, and by its link', async () => {
  const { user, address } = await search('reserve fund')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/search?q=reserve+fund'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(button())
  await user.type(await field(), 'reserve')
  await user.click(await screen.findByRole('link', { name: 'All results (4)' }))
  await waitFor(() => expect(address()).toBe('/search?q=reserve'))
})

it('sends one request once typing pauses, not one per letter', async () => {
  const { user, queries } = openSearch(() => everything)
  await user.click(button())
  await user.type(await field(), 'reserve')
  await results()
  expect(queries).toEqual([
    {
      q: 'reserve',
      kinds: 'paper,agendaItem,person,note',
      limit: 8,
      year: undefined,
      quarter: undefined,
    },
  ])
})

it('never shows results of older words for newer ones, and cancels the older request', async () => {
  const signals: AbortSignal[] = []
  const { user } = await search('reserve', ({ q }, { signal }) => {
    signals.push(signal!)
    return q === 'reserve' ? everything : new Promise(() => {})
  })
  await results()
  await user.type(await field(), ' fund')
  expect(screen.queryByRole('list', { name: 'Results' })).toBeNull()
  await waitFor(() => expect(signals).toHaveLength(2))
  await user.type(await field(), 's')
  await waitFor(() => expect(signals).toHaveLength(3))
  expect(signals[1]!.aborted).toBe(true)
  expect(screen.queryByRole('list', { name: 'Results' })).toBeNull()
})

it('gives advice if nothing is found', async () => {
  await search('xyzzy', () => replyOf([]))
  expect(await screen.findByText('Nothing found for “xyzzy”')).toBeTruthy()
  expect(screen.getByText(/Try fewer or other words/)).toBeTruthy()
})

it('announces the number of results, and shows that papers are still being indexed', async () => {
  await search('reserve', () => replyOf([paper], { total: 12, complete: false }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('12 results, the best 1 shown for “reserve”')).toBeTruthy()
  expect(await screen.findByText(/Papers are still being indexed/)).toBeTruthy()
})

it('shows an error inside the dialog, and tries again', async () => {
  let fails = true
  const { user } = await search('reserve', () => {
    if (fails) throw new Error('no answer')
    return everything
  })
  expect(await screen.findByText('Failed to search the portal')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await results()).toHaveLength(4)
})

it('shows that the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await search('reserve', () => Promise.reject(new Error('offline')))
  expect(await screen.findByText(/You are offline/)).toBeTruthy()
  vi.restoreAllMocks()
})

it('shows that the words are too long, and sends no request', async () => {
  const { user, queries } = openSearch(() => everything)
  await user.click(button())
  await user.click(await field())
  await user.paste('x'.repeat(201))
  expect(await screen.findByText('At most 200 characters; this has 201.')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(queries).toEqual([])
})

import { testApi } from '@portal/api/testing'
import {
  breakPath,
  holdPath,
  keepDocument,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'

const path = '/resources/governance/docs'

beforeEach(withoutFiles)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('lists the documents by folder and title, each with a link to its page', async () => {
  const api = await testApi()
  await keepDocument(api, 'Q10 report', 2, 'Policies')
  await keepDocument(api, 'Q9 report', 1, 'Policies')
  await renderRemote(remote, { path, api })
  await screen.findByRole('heading', { level: 2, name: 'Policies' })
  const links = within(screen.getByRole('list')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Q9 reportPDF · 1 page · Updated 3 October',
    'Q10 reportPDF · 2 pages · Updated 3 October',
  ])
  expect(links[0]!.getAttribute('href')).toBe('/resources/view/Q9%20report')
})

it('says why a document can’t be opened, and doesn’t link to it', async () => {
  const api = await testApi()
  await api.putPaper('budget', { title: 'Budget', condition: 'encrypted' })
  await renderRemote(remote, { path, api })
  const row = (await screen.findByText('Budget')).closest('li')!
  expect(row.textContent).toBe('BudgetThis paper needs a password, so it can’t be shown here.')
  expect(within(row).queryByRole('link')).toBeNull()
})

it('shows the first hundred documents, and more on request', async () => {
  const api = await testApi()
  for (let n = 0; n < 101; n += 1) await keepDocument(api, `Report ${n}`, 1, 'Policies')
  await renderRemote(remote, { path, api })
  await screen.findByText('100 of 101 shown')
  expect(screen.queryByText('Report 100')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Report 100')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('announces that the documents load, and then how many there are', async () => {
  const api = await testApi()
  await keepDocument(api, 'Bylaws', 1)
  const answer = holdPath(api, '/api/folders')
  await renderRemote(remote, { path, api })
  const region = await screen.findByRole('status', { busy: false })
  await waitFor(() => expect(region.textContent).toBe('Loading documents'))
  answer()
  await waitFor(() => expect(region.textContent).toBe('1 document'))
})

it('shows that nothing has been synced yet', async () => {
  await renderRemote(remote, { path })
  expect(await screen.findByText('No documents yet')).toBeTruthy()
})

it('shows an error when the documents can’t be read', async () => {
  const api = await testApi()
  breakPath(api, '/api/folders')
  await renderRemote(remote, { path, api })
  expect(await screen.findByText('Failed to fetch documents')).toBeTruthy()
})

it('keeps its documents when they can’t be refreshed, and shows a message', async () => {
  const api = await testApi()
  await keepDocument(api, 'Q9 report', 1, 'Policies')
  await renderRemote(remote, { path, api })
  await screen.findByText('Q9 report')
  const restore = breakPath(api, '/api/folders')
  // Only stale queries are refetched when the window gets the focus.
  vi.setSystemTime(Date.now() + 60_000)
  dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Failed to refresh documents')).toBeTruthy()
  expect(screen.getByText('Q9 report')).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText('Failed to refresh documents')).toBeNull())
})

describe('the search over all papers', () => {
  const hit = {
    id: 'policy',
    name: 'Reserve Policy.pdf',
    title: 'Reserve Policy',
    path: 'Policies/Finance',
    page: 4,
    pages: 2,
    snippet: { text: 'the reserve is <b>drawn</b> on', marks: [{ start: 4, end: 11 }] },
  }
  type Answer = { hits: (typeof hit)[]; total: number; complete: boolean }

  /** An API with these search results. */
  async function apiThatFinds(answer: Answer) {
    const api = await testApi()
    await keepDocument(api, 'policy', 9, 'Policies')
    const { request } = api.app
    const requests: string[] = []
    api.app.request = async (input, ...rest) => {
      if (typeof input !== 'string' || !input.includes('/api/search')) {
        return request(input, ...rest)
      }
      requests.push(new URL(input).searchParams.get('q') ?? '')
      return Response.json(answer)
    }
    return { api, requests }
  }

  it('searches while typing, and links to the best page', async () => {
    const { api } = await apiThatFinds({ hits: [hit], total: 1, complete: true })
    const { location } = await renderRemote(remote, { path, api })
    await userEvent.type(await screen.findByLabelText('Search all papers'), 'reserve ')
    const results = await screen.findByRole('list', { name: 'Found documents' })
    const link = within(results).getByRole('link')
    expect(link.getAttribute('href')).toBe('/resources/view/policy?page=4')
    expect(link.textContent).toMatch(/^Reserve PolicyPolicies/)
    expect(link.textContent).toContain('Policies › Finance · Page 4 · on 2 pages')
    expect(screen.getByText('1 document found')).toBeTruthy()
    expect(await screen.findByText('1 document found for “reserve”')).toHaveProperty(
      'tagName',
      'OUTPUT',
    )
    expect(location()).toBe(`${path}?q=reserve`)
  })

  it('says why a found paper can’t be opened, and doesn’t link to it', async () => {
    const withdrawn = { ...hit, problem: 'withdrawn' }
    const { api } = await apiThatFinds({ hits: [withdrawn], total: 1, complete: true })
    await renderRemote(remote, { path: `${path}?q=reserve`, api })
    const results = await screen.findByRole('list', { name: 'Found documents' })
    expect(within(results).getByText('This paper was withdrawn.')).toBeTruthy()
    expect(within(results).queryByRole('link')).toBeNull()
  })

  it('is the page that a found paper’s back link opens, with the search', async () => {
    const { api } = await apiThatFinds({ hits: [hit], total: 1, complete: true })
    const { location } = await renderRemote(remote, { path: `${path}?q=reserve`, api })
    await userEvent.click(await screen.findByRole('link', { name: /^Reserve Policy/ }))
    await waitFor(() => expect(location()).toBe('/resources/view/policy?page=4'))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the Documents' }))
    await waitFor(() => expect(location()).toBe(`${path}?q=reserve`))
  })

  it('marks the words by their offsets, and renders no text as HTML', async () => {
    const { api } = await apiThatFinds({ hits: [hit], total: 1, complete: true })
    await renderRemote(remote, { path: `${path}?q=reserve`, api })
    const mark = await screen.findByText('reserve')
    expect(mark.tagName).toBe('MARK')
    expect(mark.parentElement?.textContent).toBe(hit.snippet.text)
  })

  it('shows that nothing was found, and that more may follow during indexing', async () => {
    const { api } = await apiThatFinds({ hits: [], total: 0, complete: false })
    await renderRemote(remote, { path: `${path}?q=zebra`, api })
    expect(await screen.findByText('Nothing found for “zebra”')).toBeTruthy()
    expect(screen.getByText(/still being indexed/)).toBeTruthy()
  })

  it('shows all documents again when the search is cleared', async () => {
    const { api, requests } = await apiThatFinds({ hits: [hit], total: 30, complete: true })
    const { location } = await renderRemote(remote, { path: `${path}?q=reserve`, api })
    expect(await screen.findByText('30 documents found, the best 1 shown')).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Search all papers'))
    expect(await screen.findByText('policy')).toBeTruthy()
    expect(location()).toBe(path)
    expect(requests).toEqual(['reserve'])
  })

  it('shows an error when the search fails, and recovers by Try Again', async () => {
    const { api } = await apiThatFinds({ hits: [], total: 0, complete: true })
    const restore = breakPath(api, '/api/search')
    await renderRemote(remote, { path: `${path}?q=reserve`, api })
    expect(await screen.findByText('Failed to search the documents')).toBeTruthy()
    restore()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Nothing found for “reserve”')).toBeTruthy()
  })
})

import type { CallOptions } from '@portal/remote-kit/client'
import {
  type Found,
  type FoundEverything,
  searchEverything,
} from '@portal/contract/search-everything'
import { listMeetings } from '@portal/contract/all-meetings'
import type { Person } from '@portal/contract/portal'
import { PortalContext } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { closeSearch } from '../frame/interface-store.ts'
import { portalOf } from '../frame/portal-fixture.ts'
import { SearchButton } from './search-button.tsx'
import { Component as SearchScreen } from './search-screen.tsx'

const quarter = { year: 2026, quarter: 4 }

export const paper: Found = {
  kind: 'paper',
  id: 'reserve',
  title: 'Reserve Policy',
  place: 'Finance/Policies',
  quarter,
  materialType: 'cash-flow-summary',
  page: 3,
  pages: 2,
  snippet: { text: 'the operating reserve is', marks: [{ start: 14, end: 21 }] },
  mime_type: 'application/pdf',
}
export const item: Found = {
  kind: 'agendaItem',
  id: 'i1',
  title: 'Vote on the reserve',
  place: 'Board Meeting',
  quarter,
}
export const person: Found = {
  kind: 'person',
  id: 'p1',
  title: 'Ruth Abelman',
  place: 'Treasurer · Reserve Fund',
}
export const note: Found = {
  kind: 'note',
  id: 'n1',
  title: 'Ask about the reserve',
  place: 'Reserve Policy',
  documentId: 'reserve',
  page: 5,
}

export function replyOf(found: Found[], rest: Partial<FoundEverything> = {}): FoundEverything {
  const counts: Record<string, number> = {}
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1
  return { found, counts, total: found.length, complete: true, ...rest }
}

type Query = {
  q: string
  kinds: string
  year?: number
  quarter?: number
  body?: string
  limit: number
}
export type Answer = (
  query: Query,
  options: CallOptions,
) => FoundEverything | Promise<FoundEverything>

/** Renders the shell's search and its page over an API with these answers. */
export function openSearch(
  answer: Answer,
  at = '/',
  reader: Partial<Person> = {},
  /** Whose meetings the reader sees. */
  bodies = [{ id: 'board', name: 'Board' }],
) {
  closeSearch()
  const queries: Query[] = []
  const call = vi.fn(async (endpoint: unknown, input: { query: Query }, options: CallOptions) => {
    if (endpoint === listMeetings) return { meetings: bodies.map((body) => ({ body })) }
    if (endpoint !== searchEverything) return { years: [2026], quarters: [] }
    queries.push(input.query)
    return answer(input.query, options)
  })
  const portal = { ...portalOf(reader), call: call as never, toast: vi.fn(), report: vi.fn() }
  const router = createMemoryRouter(
    [
      { path: '/search', element: <SearchScreen /> },
      { path: '*', element: <Elsewhere /> },
    ].map(({ path, element }) => ({
      path,
      element: (
        <>
          <SearchButton />
          {element}
        </>
      ),
    })),
    { initialEntries: [at] },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <PortalContext value={portal}>
        <RouterProvider router={router} />
      </PortalContext>
    </QueryClientProvider>,
  )
  const address = () => {
    const { pathname, search, hash } = router.state.location
    return `${pathname}${search}${hash}`
  }
  return { user: userEvent.setup(), queries, address, router, toast: portal.toast }
}

function Elsewhere() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title={`Page ${pathname}`} />
      <input aria-label="Some field" />
    </>
  )
}

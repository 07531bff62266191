import { type MappingChange, saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { getPortal } from '@portal/contract/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  createMemoryRouter,
  Outlet,
  type RouteObject,
  RouterProvider,
  useMatches,
} from 'react-router-dom'
import { memoryApi, type MemoryApi, type TestReader, type TestReaderName } from './memory-api.ts'
import { type Portal, PortalContext, type ToastOptions } from './portal.tsx'
import type { Remote } from './remote.ts'
import { ScreenLifetime } from './screen-signal.tsx'

type RenderOptions<Api extends MemoryApi> = {
  /** The current path: `/meetings/2026/q/3`. */
  path: string
  /** The reader; `member` by default. */
  as?: TestReaderName | TestReader
  /** With `as: 'admin'`: how the admin views the portal as a member. */
  memberView?: string
  /** The remote's settings that aren't the default. */
  settings?: Readonly<Record<string, unknown>>
  /** A prepared API; by default a new and empty one in memory. */
  api?: Api
  /**
   * Simulates hovering the link before: prefetched data is available, and later requests get no response.
   */
  pointedAt?: boolean
}

export type RenderedRemote<Api extends MemoryApi = MemoryApi> = RenderResult & {
  api: Api
  portal: Portal
  /** The current path and query. */
  location: () => string
  /** Navigates, and resolves when the page is shown, or a question about unsaved changes keeps the old one. */
  go: (path: string) => Promise<void>
  toasts: { message: string; options?: ToastOptions | undefined }[]
  reports: unknown[]
}

/** Renders a remote's screens by its route table, over the real API in memory. */
export async function renderRemote<Api extends MemoryApi = MemoryApi>(
  remote: Remote,
  options: RenderOptions<Api>,
): Promise<RenderedRemote<Api>> {
  const host = await stubHost(options)
  remote.settings?.receive(options.settings ?? {})
  if (options.pointedAt) await host.readAhead(remote, options.path)
  const elsewhere: RouteObject = { path: '*', element: <p>Outside of {remote.name}</p> }
  const routes = [
    { element: <Screen />, HydrateFallback: () => null, children: [...remote.routes, elsewhere] },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [options.path] })
  const view = render(host.around(<RouterProvider router={router} />))
  return {
    ...view,
    ...host,
    location: () => `${router.state.location.pathname}${router.state.location.search}`,
    go: (path) => act(() => router.navigate(path)),
  }
}

/** Each screen with its signal. */
function Screen() {
  const { id } = useMatches().at(-1)!
  return (
    <ScreenLifetime screen={id}>
      <Outlet />
    </ScreenLifetime>
  )
}

/** Renders one of a remote's slot components, as the dashboard would. */
export async function renderSlot<Api extends MemoryApi = MemoryApi>(
  remote: Remote,
  component: string,
  options: Omit<RenderOptions<Api>, 'path'> = {},
): Promise<RenderedRemote<Api>> {
  const slot = remote.slots[component]
  if (!slot) throw new Error(`${remote.name} has no slot component “${component}”`)
  const { Component } = await slot.load()
  const routes: RouteObject[] = [
    { path: '/', element: <Component /> },
    { path: '*', element: null },
  ]
  return renderRemote({ ...remote, routes }, { ...options, path: '/' })
}

/** Adds a PDF of October 3, 2026 to the synced documents. */
export function keepDocument(api: MemoryApi, id: string, pages: number, path = ''): Promise<void> {
  const time = '2026-10-03T18:00:00.000Z'
  const times = { created_time: time, modified_time: time, last_synced: time }
  return api.putPaper(id, { ...times, path, parent_folder: path, size: 1000, pages })
}

/** Maps a slot as an admin does. */
export async function mapSlot(api: MemoryApi, id: string, change: MappingChange): Promise<void> {
  await api.call('admin')(saveMapping, { params: { id }, body: change, revision: 'new' })
}

/**
 * Makes this path fail with this status (0: no response at all) until the returned function is
 * called.
 */
export function breakPath(api: MemoryApi, path: string, status = 503): () => void {
  const { request } = api.app
  api.app.request = async (input, ...rest) => {
    const broken = typeof input === 'string' && input.includes(path)
    if (!broken) return request(input, ...rest)
    if (status === 0) throw new TypeError('Failed to fetch')
    return status === 404 ? notFound() : new Response('', { status })
  }
  return () => {
    api.app.request = request
  }
}

/** Answers what the screens of a remote ask of its own backend. Without it there is none. */
export function answerBackend(
  api: MemoryApi,
  remote: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  const { request } = api.app
  const prefix = `/api/remotes/${remote}/`
  api.app.request = async (input, init) => {
    const asked = new Request(input instanceof Request ? input : new URL(input, 'http://x'), init)
    const { pathname } = new URL(asked.url)
    return pathname.startsWith(prefix) ? answer(asked) : request(input, init)
  }
}

/** Leaves this path unanswered until the returned function is called. */
export function holdPath(api: MemoryApi, path: string): () => void {
  const { request } = api.app
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => (answer = resolve))
  api.app.request = async (input, ...rest) => {
    if (typeof input === 'string' && input.includes(path)) await allowed
    return request(input, ...rest)
  }
  return answer
}

/** The viewer's own requests end here: no test reads a document's bytes. */
export function withoutFiles(): void {
  globalThis.fetch = async () => new Response('', { status: 404 })
}

function notFound(): Response {
  const sentence = 'There is nothing at this address.'
  const details = { title: 'Not found', status: 404, detail: sentence, code: 'notFound' }
  const problem = { type: 'about:blank', ...details, error: sentence, requestId: 'test' }
  return Response.json(problem, { status: 404 })
}

async function stubHost<Api extends MemoryApi>({
  api: given,
  as = 'member',
  memberView,
}: Omit<RenderOptions<Api>, 'path'>) {
  // Without its own API, a test gets the default one.
  const api = given ?? ((await memoryApi()) as Api)
  const call = api.call(
    as,
    memberView === undefined ? undefined : { [memberViewHeader]: memberView },
  )
  const { person, config, previousVisit } = await call(getPortal)
  const toasts: RenderedRemote['toasts'] = []
  const reports: unknown[] = []
  const portal: Portal = {
    person,
    config,
    previousVisit,
    call,
    toast: (message, options) => toasts.push({ message, options }),
    openSearch: () => undefined,
    report: (error) => reports.push(error),
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const around = (children: ReactNode) => (
    <QueryClientProvider client={client}>
      <PortalContext value={portal}>{children}</PortalContext>
    </QueryClientProvider>
  )
  const readAhead = async (remote: Remote, path: string) => {
    remote.readAhead?.(path, { portal, queries: client })
    while (client.isFetching() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    api.app.request = async () => new Response('', { status: 503 })
  }
  return { api, portal, toasts, reports, around, readAhead }
}

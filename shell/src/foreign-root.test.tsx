import { resetWork } from '@portal/shared-ui/silence'
import { foreign, type ForeignHost, type Mount } from '@portal/remote-kit/foreign'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'
import { act, cleanup, render, screen } from '@testing-library/react'
import {
  createMemoryRouter,
  type RouteObject,
  RouterProvider,
  useRouteError,
} from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { mountDeadline } from './first-render.tsx'
import { noAccount } from './frame/portal-fixture.ts'
import { HostContext } from './host.ts'
import { RemoteMount } from './remote-mount.tsx'
import { RemotePart } from './remote-part.tsx'

const release = composedRelease({
  name: 'polls',
  release: '1.0.0-a',
  slots: [{ slot: 'dashboard', component: 'open', order: 1 }],
})
const empty = 'polls@1.0.0-a showed nothing within 5000 ms'
const good = vi.fn()
const failed = vi.fn()
const toast = vi.fn()
let host: ForeignHost
let place: HTMLElement
const unmount = vi.fn(() => place.replaceChildren())

/** The root of another library, without a React component. */
const draws =
  (html: string): Mount =>
  (given, connected) => {
    host = connected
    place = given
    place.innerHTML = html
    return unmount
  }

function Failed() {
  return <p role="alert">{(useRouteError() as Error).message}</p>
}

async function show(element: React.ReactNode, routes: RouteObject[], path = '/polls') {
  const slot = { slot: 'dashboard', order: 1, load: async () => ({ Component: slotComponent }) }
  const remote = { name: 'polls', slots: { open: slot } }
  const loader = {
    load: vi.fn(async () => ({ remote, release })),
    good,
    hasAnother: () => false,
    failed,
    reset: vi.fn(),
    checkEvaluated: vi.fn(),
    misbehaved: vi.fn(),
  }
  const composition = { id: '1', remotes: [{ name: 'polls', releases: [release] }] }
  const value = { composition, loader, reference: '1f', signOut: vi.fn(), ...noAccount }
  const router = createMemoryRouter(
    [
      { element, errorElement: <Failed />, children: routes },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [path] },
  )
  const portal = { person: { displayName: 'Maria Lopez' }, toast, report: vi.fn() }
  await act(async () => {
    render(
      <PortalContext value={portal as unknown as Portal}>
        <HostContext value={value as never}>
          <RouterProvider router={router} />
        </HostContext>
      </PortalContext>,
    )
  })
  return router
}
let slotComponent: React.ComponentType

/** A screen with addresses below it, which the foreign root shows itself. */
const showScreen = (mount: Mount, path?: string) => {
  const routes = [
    { path: '/polls', Component: foreign(mount), children: [{ index: true }, { path: ':id' }] },
  ]
  return show(<RemoteMount release={release} routes={routes} />, routes, path)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const failure = () => screen.queryByRole('alert')?.textContent

beforeEach(() => {
  vi.useFakeTimers()
  resetWork()
  vi.clearAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('gives a foreign root the address, the person and toasts, and unmounts it when it is left', async () => {
  const router = await showScreen(draws('<h1>Polls</h1>'), '/polls/7?open=1')
  expect(host.location()).toMatchObject({ pathname: '/polls/7', search: '?open=1' })
  expect(host.portal().person.displayName).toBe('Maria Lopez')
  host.portal().toast('Your vote was counted.')
  expect(toast).toHaveBeenCalledWith('Your vote was counted.')
  expect(good).toHaveBeenCalledExactlyOnceWith(release)

  await act(() => router.navigate('/elsewhere'))
  expect(host.signal.aborted).toBe(true)
  expect(unmount).toHaveBeenCalledOnce()
  expect(place.isConnected).toBe(false)
})

it('reports the navigations of its screen to a foreign root until it is left', async () => {
  const router = await showScreen(draws('<h1>Polls</h1>'))
  const visited: string[] = []
  host.onLocation(({ pathname }) => visited.push(pathname))
  await act(async () => host.navigate('/polls/7'))
  expect(router.state.location.pathname).toBe('/polls/7')
  await act(async () => host.navigate(-1))
  await act(async () => host.navigate('/elsewhere'))
  await act(async () => host.navigate('/polls/8'))
  expect(visited).toEqual(['/polls/7', '/polls'])
})

it('follows plain links to pages of the portal with the router, and leaves others to the browser', async () => {
  const router = await showScreen(
    draws(`<h1>Polls</h1><a href="/polls/7">Seven</a><a href="/api/file">File</a>
      <a href="https://other.example/">Other</a><a href="/polls/8" target="_blank">Tab</a>`),
  )
  const press = (name: string, init: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    act(() => void screen.getByText(name).dispatchEvent(event))
    return event.defaultPrevented
  }
  // Links that are left to the browser don't leave this page.
  document.addEventListener('click', (event) => event.preventDefault(), { signal: host.signal })
  for (const name of ['File', 'Other', 'Tab']) {
    press(name)
    expect(router.state.location.pathname, name).toBe('/polls')
  }
  press('Seven', { ctrlKey: true })
  expect(router.state.location.pathname).toBe('/polls')
  expect(press('Seven')).toBe(true)
  await pass(0)
  expect(router.state.location.pathname).toBe('/polls/7')
})

it('fails a release whose foreign screen throws at once or reports an error later', async () => {
  await showScreen(() => {
    throw new Error('It broke')
  })
  expect(failure()).toBe('It broke')
  cleanup()
  await showScreen(draws('<h1>Polls</h1>'))
  expect(failure()).toBeUndefined()
  await act(async () => host.fail(new Error('It broke later')))
  expect(failure()).toBe('It broke later')
})

it('fails a release whose foreign root draws nothing, or is emptied by an uncaught error', async () => {
  await showScreen(draws(''))
  await pass(mountDeadline + 500)
  expect(failure()).toBe(empty)
  expect(good).not.toHaveBeenCalled()
  cleanup()
  await showScreen(draws('<h1>Polls</h1>'))
  await pass(20_000)
  await act(async () => place.replaceChildren())
  await pass(mountDeadline + 500)
  expect(failure()).toBe(empty)
})

it('fails a part whose foreign root is emptied, although a part may show nothing', async () => {
  slotComponent = foreign(draws('<p>One poll is open</p>'))
  const part = { remote: 'polls', component: 'open', order: 1 }
  await show(<RemotePart part={part as never} onUnavailable={vi.fn()} />, [{ path: '/' }], '/')
  expect(good).toHaveBeenCalledExactlyOnceWith(release)
  await act(async () => place.replaceChildren())
  await pass(mountDeadline + 500)
  expect(failed.mock.calls[0]?.[1]).toMatchObject({ message: empty })
  cleanup()
  slotComponent = () => null
  await show(<RemotePart part={part as never} onUnavailable={vi.fn()} />, [{ path: '/' }], '/')
  await pass(mountDeadline * 2)
  expect(failed).toHaveBeenCalledOnce()
})

import { resetWork } from '@portal/shared-ui/silence'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'
import { useScreenSignal } from '@portal/remote-kit/screen-signal'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import {
  createMemoryRouter,
  Link,
  Outlet,
  type RouteObject,
  RouterProvider,
  useRouteError,
} from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { mountDeadline } from './first-render.tsx'
import { silentFailureOf } from './failure-stage.ts'
import { noAccount } from './frame/portal-fixture.ts'
import { HostContext } from './host.ts'
import { responsibleRelease } from './mounted-releases.ts'
import { ScreenFailure } from './remote-boundary.tsx'
import { RemoteMount } from './remote-mount.tsx'

const release = composedRelease({ name: 'news', release: '1.0.0-a' })
const never = new Promise<string>(() => {})
const good = vi.fn()

/** What the boundary around the screens shows. */
function Failed() {
  const error = useRouteError() as Error
  return <p role="alert">{`${error.message}: ${JSON.stringify(silentFailureOf(error))}`}</p>
}

async function show(path: string, routes: RouteObject[], errorElement = <Failed />) {
  const composition = { id: '1', remotes: [] }
  const loader = {
    load: vi.fn(),
    good,
    hasAnother: vi.fn(),
    failed: vi.fn(),
    reset: vi.fn(),
    checkEvaluated: vi.fn(),
    misbehaved: vi.fn(),
  }
  const host = { composition, loader, reference: '1f3c9a2e', signOut: vi.fn(), ...noAccount }
  const router = createMemoryRouter(
    [
      {
        element: <RemoteMount release={release} routes={routes} />,
        errorElement,
        children: routes,
      },
    ],
    { initialEntries: [path] },
  )
  await act(async () => {
    render(
      <PortalContext value={{ report: vi.fn() } as unknown as Portal}>
        <HostContext value={host}>
          <RouterProvider router={router} />
        </HostContext>
      </PortalContext>,
    )
  })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const failure = () => screen.queryByRole('alert')?.textContent

function Waiting() {
  return <h1>{use(never)}</h1>
}

/** Another library's root, which removes what it has drawn. */
function Emptied() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current!.textContent = 'Drawn'
    const timer = setTimeout(() => place.current!.replaceChildren(), 20_000)
    return () => clearTimeout(timer)
  }, [])
  return <div ref={place} />
}

beforeEach(() => {
  vi.useFakeTimers()
  resetWork()
  good.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const empty = 'news@1.0.0-a showed nothing within 5000 ms: {"kind":"empty","route":"/news/:year"}'

it('counts a release as good once its screen shows something', async () => {
  await show('/news/2026', [{ path: '/news/:year', element: <h1>News</h1> }])
  await pass(mountDeadline * 2)
  expect(good).toHaveBeenCalledExactlyOnceWith(release)
  expect(failure()).toBeUndefined()
  expect(responsibleRelease()).toMatchObject({ release, route: '/news/:year' })
})

it.each<[string, RouteObject]>([
  ['exports no component', { lazy: async () => ({ Screen: () => <h1>News</h1> }) as object }],
  ['shows nothing', { Component: () => null }],
  ['suspends forever', { Component: Waiting }],
])('fails a release whose screen %s', async (_, route) => {
  await show('/news/2026', [{ path: '/news/:year', ...route }])
  await pass(mountDeadline - 1000)
  expect(failure()).toBeUndefined()
  await pass(1000)
  expect(failure()).toBe(empty)
  expect(good).not.toHaveBeenCalled()
})

it('fails a release whose next screen suspends forever, while the old one is still shown', async () => {
  await show('/news', [
    { path: '/news', element: <Link to="/news/2026">This year</Link> },
    { path: '/news/:year', Component: Waiting },
  ])
  await act(async () => screen.getByRole('link').click())
  await pass(mountDeadline - 1000)
  expect(screen.getByRole('link')).toBeTruthy()
  await pass(1000)
  expect(failure()).toBe(empty)
})

it('fails a release whose screen shows nothing below what its layout shows around every screen', async () => {
  const layout = (
    <>
      <div data-around-screens>
        <button>Upload papers</button>
      </div>
      <Outlet />
    </>
  )
  const children = [{ path: '/news/:year', Component: () => null }]
  await show('/news/2026', [{ element: layout, children }])
  await pass(mountDeadline)
  expect(failure()).toBe(empty)
})

it('fails a release that removes what it has shown', async () => {
  await show('/news/2026', [{ path: '/news/:year', Component: Emptied }])
  await pass(20_000)
  expect(good).toHaveBeenCalledOnce()
  await pass(mountDeadline + 500)
  expect(failure()).toBe(empty)
})

/** Throws when it is pressed. */
function Fragile() {
  const [pressed, setPressed] = useState(false)
  if (pressed) throw new Error('It broke')
  return <button onClick={() => setPressed(true)}>Press</button>
}

it('shows that a screen has stopped working, not that it couldn’t be loaded, once it was shown', async () => {
  const boundary = <ScreenFailure release={release} />
  await show('/news', [{ path: '/news', Component: Fragile }], boundary)
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByRole('alert').textContent).toMatch(
    /^This part of the portal has stopped working/,
  )
  cleanup()
  const thrower = () => {
    throw new Error('It broke')
  }
  await show('/news/2026', [{ path: '/news/:year', Component: thrower }], boundary)
  expect(screen.getByRole('alert').textContent).toMatch(
    /^This part of the portal could not be loaded/,
  )
})

/** The signal that each screen was given, by the screen's name. */
const signals = new Map<string, AbortSignal>()

function Signaled({ name, children }: { name: string; children?: ReactNode }) {
  const signal = useScreenSignal()
  useEffect(() => void signals.set(name, signal), [name, signal])
  return (
    <>
      <h1>{name}</h1>
      <Link to="/news/2026">2026</Link>
      <Link to="/news/2027">2027</Link>
      {children}
    </>
  )
}
const follow = (name: string) => act(async () => screen.getByRole('link', { name }).click())

it('ends a screen’s signal when the reader goes to another screen, and not for another address of the same one', async () => {
  await show('/news', [
    { path: '/news', element: <Signaled name="News" /> },
    { path: '/news/:year', element: <Signaled name="A year" /> },
  ])
  const first = signals.get('News')!
  expect(first.aborted).toBe(false)
  await follow('2026')
  expect(first.aborted).toBe(true)
  const second = signals.get('A year')!
  expect(second.aborted).toBe(false)
  await follow('2027')
  expect(signals.get('A year')).toBe(second)
  expect(second.aborted).toBe(false)
  cleanup()
  expect(second.aborted).toBe(true)
})

it('ends the signal of a screen that fails, because another release replaces it', async () => {
  await show('/news', [
    {
      path: '/news',
      element: (
        <Signaled name="News">
          <Fragile />
        </Signaled>
      ),
    },
  ])
  const signal = signals.get('News')!
  expect(signal.aborted).toBe(false)
  await act(async () => screen.getByRole('button').click())
  expect(failure()).toBeTruthy()
  expect(signal.aborted).toBe(true)
})

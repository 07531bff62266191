import type { Person } from '@portal/contract/portal'
import type { Composition, StoppedRemote } from '@portal/contract/releases'
import { NotFound } from '@portal/remote-kit/not-found'
import { Redirect } from '@portal/remote-kit/redirect'
import { useEffect } from 'react'
import { createBrowserRouter, type RouteObject, useLocation, useRouteError } from 'react-router-dom'
import { ownerOf, remoteForPath } from './composition.ts'
import { accountPath, searchPath, yourCalendarPath } from './shell-paths.ts'
import { Dashboard } from './frame/dashboard.tsx'
import { toast } from './frame/interface-store.ts'
import { PortalFrame } from './frame/portal-frame.tsx'
import { mountDeadline } from './first-render.tsx'
import { type LoadedRemote, type RemoteLoader, withinQuiet } from './load-remote.ts'
import { prepare } from './prefetch.ts'
import { StoppedPage } from './stopped-part.tsx'
import { ContentArea, LoadFailure, ScreenFailure } from './remote-boundary.tsx'
import { RemoteMount } from './remote-mount.tsx'
import { nextPath } from './session/next-path.ts'

export type PortalRouter = ReturnType<typeof createBrowserRouter>

const content = 'content'

/**
 * The top-level routes. A remote's routes are patched in when one of its paths is first visited:
 * the old page stays while the remote loads, and if it fails, the error is shown in the content
 * area, inside the frame.
 */
export function createPortalRouter(
  composition: Composition,
  loader: RemoteLoader,
  { kind }: Pick<Person, 'kind'> = {},
): PortalRouter {
  if (kind !== undefined) return createBrowserRouter(inFrame(invitedPages))
  const patched = new Set<string>()
  return createBrowserRouter(portalRoutes(composition), {
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const owner = remoteForPath(composition, path)
      if (!owner || patched.has(owner)) return
      const loaded = await prepare(path, composition, loader)
      // The router ignores the patch of a navigation that another one has replaced.
      if (!loaded || signal.aborted || patched.has(owner)) return
      patched.add(owner)
      patch(content, [remoteRoute(loaded, loader)])
    },
  })
}

function portalRoutes(composition: Composition): RouteObject[] {
  const contentRoute: RouteObject = {
    id: content,
    // An empty path: only routes with a path can be parents of unknown pages.
    path: '',
    element: <ContentArea />,
    hydrateFallbackElement: <ContentArea />,
    errorElement: <LoadFailure />,
    children: [
      { index: true, element: <Dashboard /> },
      { path: 'login', element: <AfterSignIn /> },
      { path: accountPath.slice(1), lazy: () => import('./account/account-screen.tsx') },
      { path: searchPath.slice(1), lazy: () => import('./search/search-screen.tsx') },
      // Its own route: remotes that take single names can't take this one.
      { path: 'admin/*', element: <AdminArea composition={composition} /> },
      ...(composition.stopped ?? []).flatMap(stoppedRoutes),
      { path: '*', element: <NotFound /> },
    ],
  }
  return inFrame(contentRoute)
}

function inFrame(contentRoute: RouteObject): RouteObject[] {
  return [
    {
      path: '/',
      element: <PortalFrame />,
      errorElement: <FrameFailure />,
      children: [contentRoute],
    },
  ]
}

/** All of the portal that guests and assistants have. They run no remote, so these pages are the shell's. */
const invitedPages: RouteObject = {
  id: content,
  path: '',
  element: <ContentArea />,
  hydrateFallbackElement: <ContentArea />,
  errorElement: <LoadFailure />,
  children: [
    { index: true, lazy: () => import('./invited/home-screen.tsx') },
    { path: 'login', element: <AfterSignIn /> },
    { path: accountPath.slice(1), lazy: () => import('./account/account-screen.tsx') },
    { path: yourCalendarPath.slice(1), lazy: () => import('./invited/your-calendar-screen.tsx') },
    ...['meetings/:meeting', 'meetings/:year/q/:quarter'].flatMap((path) => [
      { path, lazy: () => import('./invited/meeting-screen.tsx') },
      { path: `${path}/papers/:paper`, lazy: () => import('./invited/paper-screen.tsx') },
    ]),
    { path: '*', element: <NotFound /> },
  ],
}

function stoppedRoutes(remote: StoppedRemote): RouteObject[] {
  return remote.routes.map((prefix) => ({
    // The single-name route (`/:resourceId`) matches nothing below it.
    path: /^\/:\w+$/.test(prefix) ? prefix.slice(1) : `${prefix.slice(1)}/*`,
    element: <StoppedPage remote={remote} />,
  }))
}

function remoteRoute({ remote, release }: LoadedRemote, loader: RemoteLoader): RouteObject {
  return {
    id: `remote:${remote.name}`,
    element: <RemoteMount release={release} routes={remote.routes} />,
    errorElement: <ScreenFailure release={release} />,
    children: inTime(remote.routes, () => loader.checkEvaluated(release)),
  }
}

/**
 * A screen that never loads is a failure of its release, not an endless wait. `check` is called once its code was
 * evaluated.
 */
function inTime(routes: RouteObject[], check: () => void): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children, path = '' } = route
    const load = async () => {
      const late = `The screen of ${path} took too long`
      const screen = await withinQuiet(mountDeadline, (lazy as () => Promise<object>)(), late)
      check()
      return screen
    }
    return {
      ...route,
      ...(typeof lazy === 'function' ? { lazy: load } : {}),
      ...(children ? { children: inTime(children, check) } : {}),
    } as RouteObject
  })
}

/** Not a loader's redirect: that leaves the sign-in page in the history, and Back returns to it. */
function AfterSignIn() {
  const { search } = useLocation()
  return <Redirect to={nextPath(search, location.origin)} />
}

/**
 * Members are never sent the admin remote, so nobody owns its paths. They get a message instead of
 * an unknown page.
 */
function AdminArea({ composition }: { composition: Composition }) {
  const { pathname } = useLocation()
  return ownerOf(composition, pathname) ? <NotFound /> : <AdminsOnly />
}

function AdminsOnly() {
  useEffect(() => {
    toast('The admin area is for designated admins who are signed in with Google.', {
      kind: 'plain',
      duration: 10_000,
    })
  }, [])
  return <Redirect to="/" />
}

/**
 * The frame itself has failed: left to the last error boundary instead of the router's own screen.
 */
function FrameFailure(): never {
  throw useRouteError()
}

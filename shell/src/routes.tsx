import type { Composition, StoppedRemote } from '@portal/contract/releases'
import { NotFound } from '@portal/remote-kit/not-found'
import { Redirect } from '@portal/remote-kit/redirect'
import { useEffect } from 'react'
import { createBrowserRouter, type RouteObject, useLocation, useRouteError } from 'react-router-dom'
import { ownerOf, takerOf } from './composition.ts'
import { Dashboard } from './frame/dashboard.tsx'
import { toast } from './frame/interface-store.ts'
import { PortalFrame } from './frame/portal-frame.tsx'
import { mountDeadline } from './first-render.tsx'
import { type LoadedRemote, type RemoteLoader, withinQuiet } from './load-remote.ts'
import { prepare } from './prefetch.ts'
import { StoppedPage } from './stopped-part.tsx'
import { ContentArea, LoadFailure, RemoteMount, ScreenFailure } from './remote-boundary.tsx'
import { nextPath } from './session/next-path.ts'

export type PortalRouter = ReturnType<typeof createBrowserRouter>

const content = 'content'

/**
 * The top routes. A remote's own are patched in when one of its paths is first gone to: the old page stays
 * while the remote loads, and a remote that fails leaves its error in the content area, inside the frame.
 */
export function createPortalRouter(composition: Composition, loader: RemoteLoader): PortalRouter {
  const patched = new Set<string>()
  return createBrowserRouter(portalRoutes(composition), {
    async patchRoutesOnNavigation({ path, patch }) {
      const owner = takerOf(composition, path)
      if (!owner || patched.has(owner)) return
      const loaded = await prepare(path, composition, loader)
      if (!loaded || patched.has(owner)) return
      patched.add(owner)
      patch(content, [remoteRoute(loaded)])
    },
  })
}

function portalRoutes(composition: Composition): RouteObject[] {
  const contentRoute: RouteObject = {
    id: content,
    // A path, if an empty one: only routes with one can stand for pages that aren't known yet.
    path: '',
    element: <ContentArea />,
    hydrateFallbackElement: <ContentArea />,
    errorElement: <LoadFailure />,
    children: [
      { index: true, element: <Dashboard /> },
      { path: 'login', element: <AfterSignIn /> },
      // A place of its own: no remote that takes single names may take this one.
      { path: 'admin/*', element: <AdminArea composition={composition} /> },
      ...(composition.stopped ?? []).flatMap(stoppedRoutes),
      { path: '*', element: <NotFound /> },
    ],
  }
  return [
    {
      path: '/',
      element: <PortalFrame />,
      errorElement: <FrameFailure />,
      children: [contentRoute],
    },
  ]
}

/** Where a stopped remote's pages would be. */
function stoppedRoutes(remote: StoppedRemote): RouteObject[] {
  return remote.routes.map((prefix) => ({
    // What takes single names (`/:resourceId`) takes nothing below them.
    path: /^\/:\w+$/.test(prefix) ? prefix.slice(1) : `${prefix.slice(1)}/*`,
    element: <StoppedPage remote={remote} />,
  }))
}

function remoteRoute({ remote, release }: LoadedRemote): RouteObject {
  return {
    id: `remote:${remote.name}`,
    element: <RemoteMount release={release} />,
    errorElement: <ScreenFailure release={release} />,
    children: inTime(remote.routes),
  }
}

/** A screen that never comes is a failure of its release, and no page that is waited for without end. */
function inTime(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children, path = '' } = route
    return {
      ...route,
      ...(typeof lazy === 'function'
        ? { lazy: () => withinQuiet(mountDeadline, lazy(), `The screen of ${path} took too long`) }
        : {}),
      ...(children ? { children: inTime(children) } : {}),
    } as RouteObject
  })
}

/** Not a loader's redirect: that leaves the sign-in page in the history, and Back goes there. */
function AfterSignIn() {
  const { search } = useLocation()
  return <Redirect to={nextPath(search, location.origin)} />
}

/** Members are never sent the admin remote, so its paths are nobody's. They are told instead of left puzzled. */
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

/** The frame itself has failed: that is the last net's, not the router's own screen's. */
function FrameFailure(): never {
  throw useRouteError()
}

import type { Composition } from '@portal/contract/releases'
import { NotFound } from '@portal/remote-kit/not-found'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom'
import { ownerOf, takerOf } from './composition.ts'
import { Dashboard } from './frame/dashboard.tsx'
import { toast } from './frame/interface-store.ts'
import { PortalFrame } from './frame/portal-frame.tsx'
import { mountDeadline } from './first-render.tsx'
import { type LoadedRemote, type RemoteLoader, within } from './load-remote.ts'
import { prepare } from './prefetch.ts'
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
      {
        path: 'login',
        loader: ({ request }) => redirect(nextPath(new URL(request.url).search, location.origin)),
        element: <Skeleton />,
      },
      {
        // A place of its own: no remote that takes single names may take this one.
        path: 'admin/*',
        loader: ({ request }) => guardAdmin(new URL(request.url).pathname, composition),
        element: <NotFound />,
      },
      { path: '*', element: <NotFound /> },
    ],
  }
  return [{ path: '/', element: <PortalFrame />, children: [contentRoute] }]
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
        ? { lazy: () => within(mountDeadline, lazy(), `The screen of ${path} took too long`) }
        : {}),
      ...(children ? { children: inTime(children) } : {}),
    } as RouteObject
  })
}

/** Members are never sent the admin remote, so its paths are nobody's. They are told instead of left puzzled. */
function guardAdmin(path: string, composition: Composition) {
  if (ownerOf(composition, path)) return null
  toast('The admin area is for designated admins who are signed in with Google.', {
    kind: 'plain',
    duration: 10_000,
  })
  return redirect('/')
}

import { PortalContext } from '@portal/remote-kit/portal'
import { defineRemote } from '@portal/remote-kit/remote'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { RouterProvider } from 'react-router-dom'

import { expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { ErrorScreen } from './frame/error-screen.tsx'
import { useInterface } from './frame/interface-store.ts'
import { noAccount, portalOf } from './frame/portal-fixture.ts'
import { HostContext } from './host.ts'
import type { LoadedRemote, RemoteLoader } from './load-remote.ts'
import { createPortalRouter } from './routes.tsx'

it('leaves a frame that can’t be rendered to the last error boundary, which reports it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const report = vi.fn()
  // The frame throws without its providers.
  const router = createPortalRouter({ id: '1', remotes: [] }, {} as RemoteLoader)
  render(
    <ErrorScreen report={report}>
      <RouterProvider router={router} />
    </ErrorScreen>,
  )
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  await waitFor(() => expect(report).toHaveBeenCalledOnce())
  vi.restoreAllMocks()
})

it('knows a remote’s screens although the reader went elsewhere while it was loading', async () => {
  history.replaceState(null, '', '/account')
  const release = composedRelease({ name: 'directory', routes: ['/directory'] })
  const composition = { id: '1', remotes: [{ name: 'directory', releases: [release] }] }
  const remote = defineRemote({
    name: 'directory',
    navigation: [],
    owns: ['/directory'],
    routes: [{ path: '/directory/:person', element: <p /> }],
  })
  const { promise, resolve } = Promise.withResolvers<LoadedRemote>()
  const loader = { load: () => promise } as unknown as RemoteLoader
  const router = createPortalRouter(composition, loader)

  const left = router.navigate('/directory/maria')
  const followed = router.navigate('/directory/ruth')
  resolve({ remote, release })
  await Promise.all([left, followed])
  expect(router.state.matches.at(-1)).toMatchObject({
    params: { person: 'ruth' },
    pathname: '/directory/ruth',
  })
  router.dispose()
})

it('sends a member from the admin area home, with the reason', async () => {
  history.replaceState(null, '', '/admin/users')
  const reply = portalOf()
  const { composition } = reply
  const loader = {} as RemoteLoader
  const router = createPortalRouter(composition, loader)
  render(
    <PortalContext value={{ ...reply, call: vi.fn(), toast: vi.fn(), report: vi.fn() }}>
      <HostContext
        value={{ composition, loader, reference: '1f3c9a2e', signOut: vi.fn(), ...noAccount }}
      >
        <RouterProvider router={router} />
      </HostContext>
    </PortalContext>,
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  const messages = useInterface.getState().toasts.map(({ message }) => message)
  expect(messages).toEqual([expect.stringMatching(/^The admin area is for designated admins/)])
  router.dispose()
  cleanup()
})

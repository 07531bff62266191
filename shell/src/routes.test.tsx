import { defineRemote } from '@portal/remote-kit/remote'
import { render, screen, waitFor } from '@testing-library/react'
import { RouterProvider } from 'react-router-dom'

import { expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { ErrorScreen } from './frame/error-screen.tsx'
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

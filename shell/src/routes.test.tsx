import { render, screen, waitFor } from '@testing-library/react'
import { RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { ErrorScreen } from './frame/error-screen.tsx'
import type { RemoteLoader } from './load-remote.ts'
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

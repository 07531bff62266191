import { testApi } from '@portal/api/testing'
import { saveMapping } from '@portal/contract/mappings'
import { renderRemote } from '@portal/remote-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import './communications-screen.tsx'
import remote from '../remote.ts'

/** One pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('shows a card’s icon when its image fails to load', async () => {
  const api = await testApi()
  await api.call('admin')(saveMapping, {
    params: { id: 'communications-break-fake-rules' },
    body: { embedUrl: 'https://rules.example/', embedType: 'external', cardImage: png },
    revision: 'new',
  })
  const { container } = await renderRemote(remote, { path: '/communications', api })
  await screen.findByRole('link', { name: /opens in a new tab/ })
  fireEvent.error(container.querySelector('li img')!)
  await waitFor(() => expect(container.querySelector('li img')).toBeNull())
})

import { memoryApi } from '@portal/remote-kit/memory-api'
import { breakPath, renderRemote } from '@portal/remote-kit/testing'
import { configure, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import remote from '../remote.ts'

// The first render loads the screen's modules.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const path = '/example'
const meeting = { id: 'board', summary: 'Board meeting', start: { date: '2099-12-04' } }

/** The real API in memory, with these upcoming events. */
const apiWith = (events: (typeof meeting)[]) => memoryApi({ events })

it('shows upcoming events with their day', async () => {
  await renderRemote(remote, { path, api: await apiWith([meeting]) })
  expect(await screen.findByRole('heading', { name: 'Board meeting' })).toBeTruthy()
  expect(screen.getByText('Friday, December 4, 2099')).toBeTruthy()
})

it('shows a message when nothing is upcoming', async () => {
  await renderRemote(remote, { path, api: await apiWith([]) })
  expect(await screen.findByText('No upcoming events')).toBeTruthy()
})

it('offers Try Again when the API can’t be read', async () => {
  const api = await apiWith([meeting])
  const restore = breakPath(api, '/api/calendar')
  await renderRemote(remote, { path, api })
  const again = await screen.findByRole('button', { name: 'Try Again' })
  restore()
  again.click()
  expect(await screen.findByRole('heading', { name: 'Board meeting' })).toBeTruthy()
})

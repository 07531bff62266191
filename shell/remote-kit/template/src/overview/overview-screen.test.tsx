import { memoryApi } from '@portal/remote-kit/memory-api'
import { breakPath, renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../example-paths.ts'
import remote from '../remote.ts'

const path = paths.overview
const meeting = { id: 'board', summary: 'Board meeting', start: { date: '2099-12-04' } }

it('shows upcoming events with their day', async () => {
  const api = await memoryApi({ events: [meeting] })
  await renderRemote(remote, { path, api })
  expect(await screen.findByRole('heading', { name: 'Board meeting' })).toBeTruthy()
  expect(screen.getByText('Friday, December 4, 2099')).toBeTruthy()
})

it('shows a message when nothing is upcoming', async () => {
  const api = await memoryApi({ events: [] })
  await renderRemote(remote, { path, api })
  expect(await screen.findByText('No upcoming events')).toBeTruthy()
})

it('offers Try Again when the API can’t be read', async () => {
  const api = await memoryApi({ events: [meeting] })
  const restore = breakPath(api, '/api/calendar')
  await renderRemote(remote, { path, api })
  const again = await screen.findByRole('button', { name: 'Try Again' })
  restore()
  again.click()
  expect(await screen.findByRole('heading', { name: 'Board meeting' })).toBeTruthy()
})

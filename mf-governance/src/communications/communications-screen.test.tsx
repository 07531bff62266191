import { testApi } from '@portal/api/testing'
import { communicationsRefresh } from '@portal/remote-kit/communications-refresh'
import { saveMapping } from '@portal/contract/mappings'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import remote from '../remote.ts'

async function apiWithResources() {
  const api = await testApi()
  await keepDocument(api, 'mission', 3)
  await mapSlot(api, 'communications-mission-vision-values', { documentId: 'mission' })
  await mapSlot(api, 'communications-break-fake-rules', {
    embedUrl: 'https://rules.example/fakes',
    embedType: 'external',
  })
  await mapSlot(api, 'communications-spenddown-talking-points', { documentId: 'mission' })
  return api
}

const path = '/communications'

beforeEach(() => {
  withoutFiles()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('shows the three resources in order', async () => {
  await renderRemote(remote, { path, api: await apiWithResources() })
  await screen.findByText('Mission Vision Values')
  expect(screen.getAllByRole('listitem').map((card) => card.textContent)).toEqual([
    expect.stringMatching(/^Mission Vision Values/),
    expect.stringMatching(/^Break Fake Rules/),
    expect.stringMatching(/^Spenddown Talking Points/),
  ])
})

it('opens Break Fake Rules in a new tab without access to ours', async () => {
  await renderRemote(remote, { path, api: await apiWithResources() })
  const link = await screen.findByRole('link', { name: /Break Fake Rules/ })
  expect(link.getAttribute('href')).toBe('https://rules.example/fakes')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('opens the others here', async () => {
  await renderRemote(remote, { path, api: await apiWithResources() })
  await userEvent.click(await screen.findByRole('button', { name: /Mission Vision Values/ }))
  expect(await screen.findByRole('dialog', { name: 'Mission Vision Values' })).toBeTruthy()
})

it('shows that there are no resources yet, and who adds them', async () => {
  await renderRemote(remote, { path })
  expect(await screen.findByText('No communications resources yet')).toBeTruthy()
})

it.each([
  [503, 'Failed to load communications resources'],
  [404, 'Communications resources not found. Please contact your administrator.'],
  [0, 'Unable to connect to server. Please check your connection and try again.'],
])('shows its own message for status %i, and recovers', async (status, sentence) => {
  const api = await apiWithResources()
  const restore = breakPath(api, '/api/resource-mappings', status)
  await renderRemote(remote, { path, api })
  expect(await screen.findByText(sentence)).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Mission Vision Values')).toBeTruthy()
})

it('keeps the cards of the last visit below the message when they can’t be read', async () => {
  const api = await apiWithResources()
  const first = await renderRemote(remote, { path, api })
  await screen.findByText('Mission Vision Values')
  first.unmount()
  breakPath(api, '/api/resource-mappings', 503)
  await renderRemote(remote, { path, api })
  expect(await screen.findByText('Failed to load communications resources')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

const updated = 'Communications resources updated successfully!'

it('announces an update once, for three seconds', async () => {
  const api = await apiWithResources()
  communicationsRefresh.set()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = await renderRemote(remote, { path, api })
  await expect.poll(() => screen.getByText(updated)).toBeDefined()
  expect(screen.getByText(updated).closest('.good')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(screen.getByText(updated)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText(updated)).toBeNull()
  vi.useRealTimers()
  first.unmount()
  await renderRemote(remote, { path, api })
  await screen.findByText('Mission Vision Values')
  expect(screen.queryByText(updated)).toBeNull()
})

it('notices an update in another tab, and shows what changed', async () => {
  const api = await apiWithResources()
  await renderRemote(remote, { path, api })
  await screen.findByText('Mission Vision Values')
  await api.call('admin')(saveMapping, {
    params: { id: 'communications-mission-vision-values' },
    body: { title: 'Our mission' },
    revision: 1,
  })
  communicationsRefresh.set()
  dispatchEvent(new StorageEvent('storage', { key: 'communicationsRefresh', newValue: 'now' }))
  expect(await screen.findByText(updated)).toBeTruthy()
  expect(await screen.findByText('Our mission')).toBeTruthy()
})

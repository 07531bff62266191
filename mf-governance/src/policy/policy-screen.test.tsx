import { testApi } from '@portal/api/testing'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'

beforeEach(withoutFiles)

const policies = [
  ['travel-expense-policy', 'Travel & Expense Policy'],
  ['charitable-contributions', 'Charitable Contributions'],
] as const

it.each(policies)('has a page for %s, which opens its document', async (type, title) => {
  const api = await testApi()
  await keepDocument(api, 'policy', 3)
  await mapSlot(api, `governance-${type}`, { documentId: 'policy' })
  await renderRemote(remote, { path: `/governance/${type}`, api })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  const open = await screen.findByRole('link', { name: 'Open document' })
  expect(open.getAttribute('href')).toBe(`/resources/view/governance-${type}`)
  expect(screen.queryByText(/is not available/)).toBeNull()
})

it.each(policies)('shows for %s that its document is not available', async (type, title) => {
  const api = await testApi()
  await keepDocument(api, 'policy', 3)
  await mapSlot(api, `governance-${type}`, { documentId: 'policy', active: false })
  await renderRemote(remote, { path: `/governance/${type}`, api, as: 'admin' })
  const sentence = `${title} document is not available. Please contact your administrator.`
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open document' })).toBeNull()
})

it('shows an error when the mappings can’t be read, and recovers by Try Again', async () => {
  const api = await testApi()
  const restore = breakPath(api, '/api/resource-mappings', 503)
  await renderRemote(remote, { path: '/governance/travel-expense-policy', api })
  expect(await screen.findByText('Failed to fetch mappings: Service Unavailable')).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/document is not available/)).toBeTruthy()
})

it('shows a message when the server doesn’t respond', async () => {
  const api = await testApi()
  breakPath(api, '/api/resource-mappings', 0)
  await renderRemote(remote, { path: '/governance/charitable-contributions', api })
  const sentence = 'Unable to connect to server. Please check your connection and try again.'
  expect(await screen.findByText(sentence)).toBeTruthy()
})

it('has no page for a policy that is set aside', async () => {
  const api = await testApi()
  const body = { setAside: ['governance-travel-expense-policy'] }
  await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
  await renderRemote(remote, { path: '/governance/travel-expense-policy', api })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

it('has no page for another policy', async () => {
  await renderRemote(remote, { path: '/governance/no-such-policy' })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

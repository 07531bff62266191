import { type RenderedRemote, renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import directory from '../remote.ts'
import { directoryApi } from './directory-fixture.ts'

const path = '/directory'
const minute = 60_000

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Everyone, including those rendered after the first few. */
const names = (count: number) =>
  waitFor(() => {
    const cards = screen.queryAllByRole('article')
    expect(cards).toHaveLength(count)
    return cards.map((card) => within(card).getByRole('heading').textContent)
  })

/** Each render is a reload, with nothing in memory. */
async function show(fault?: { on: boolean }) {
  return renderRemote(directory, { path, api: await directoryApi(fault) })
}

/** A reload when one more person is in the directory, with a delayed response. */
async function showLater() {
  const api = await directoryApi()
  const newcomer = { name: 'Nadia Haddad', role: 'Trustee', type: 'board' }
  await api.ports.store.create('directory', 'newcomer', newcomer)
  const { request } = api.app
  const onRequest = vi.fn<() => void>()
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => (answer = resolve))
  api.app.request = async (input, init) => {
    if (new URL(input as string).pathname !== '/api/people') return request(input, init)
    onRequest()
    await allowed
    return request(input, init)
  }
  return { ...(await renderRemote(directory, { path, api })), onRequest, answer }
}

async function readOnce(): Promise<RenderedRemote> {
  const view = await show()
  await names(6)
  view.unmount()
  return view
}

it('paints this tab’s copy for five minutes, without a request', async () => {
  await readOnce()
  vi.setSystemTime(Date.now() + 299_999)
  const { onRequest } = await showLater()
  await names(6)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(onRequest).not.toHaveBeenCalled()
})

it('paints this tab’s copy after five minutes too, and refetches it', async () => {
  await readOnce()
  vi.setSystemTime(Date.now() + 300_001)
  const { onRequest, answer } = await showLater()
  await names(6)
  answer()
  expect(await screen.findByText('Nadia Haddad')).toBeDefined()
  expect(onRequest).toHaveBeenCalledOnce()
})

it('counts the five minutes from the response, not from the last reload', async () => {
  await readOnce()
  vi.setSystemTime(Date.now() + 3 * minute)
  const second = await showLater()
  await names(6)
  second.unmount()
  vi.setSystemTime(Date.now() + 3 * minute)
  const { answer } = await showLater()
  answer()
  expect(await screen.findByText('Nadia Haddad')).toBeDefined()
})

it.each([
  ['broken', '{'],
  ['of another shape', JSON.stringify({ at: 0, uid: 'uid', value: [{ id: 1 }] })],
  ['another reader’s', JSON.stringify({ at: 8.64e15, uid: 'another', value: [] })],
])('drops a copy that is %s', async (_what, text) => {
  const { portal } = await readOnce()
  sessionStorage.setItem('directory', text.replace('"uid":"uid"', `"uid":"${portal.person.uid}"`))
  await show({ on: true })
  expect(await screen.findByText('Failed to load directory data')).toBeDefined()
  expect(sessionStorage.getItem('directory')).toBeNull()
})

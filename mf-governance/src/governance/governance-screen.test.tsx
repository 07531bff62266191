import { type TestApi, testApi } from '@portal/api/testing'
import { saveMapping } from '@portal/contract/mappings'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import { reportReading } from '@portal/contract/reading'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'

async function apiWithPolicies() {
  const api = await testApi()
  await keepDocument(api, 'bylaws', 18)
  await mapSlot(api, 'governance-charitable-contributions', { documentId: 'bylaws' })
  await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws', title: 'Bylaws of 2024' })
  await mapSlot(api, 'governance-budget-overview', { documentId: 'bylaws', active: false })
  return api
}

/** The address of an image that an admin has uploaded. */
async function cardImageAddress(api: TestApi): Promise<string> {
  const pixel = 'R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs='
  const body = { documentId: 'bylaws', cardImage: `data:image/gif;base64,${pixel}` }
  const params = { id: 'governance-budget-overview' }
  const saved = await api.call('admin')(saveMapping, { params, body, revision: 1 })
  return saved.cardImage!
}

const cards = async () =>
  within(await screen.findByRole('list'))
    .getAllByRole('button')
    .map((card) => card.textContent)

beforeEach(() => {
  withoutFiles()
  localStorage.clear()
})

it('shows only active and mapped policies, in the order of the slots', async () => {
  await renderRemote(remote, { path: '/governance', api: await apiWithPolicies(), as: 'admin' })
  expect(await cards()).toEqual([
    expect.stringMatching(/^Bylaws of 2024PDF · 18 pages/),
    expect.stringMatching(/^Charitable Contributions/),
  ])
})

it('shows cards of the foundation’s own after the others, in their order and with their icon', async () => {
  const api = await apiWithPolicies()
  await mapSlot(api, 'governance-zoning', { documentId: 'bylaws', title: 'Zoning', order: 1 })
  const handshake = { icon: 'handshake', order: 0.5 } as const
  await mapSlot(api, 'governance-gifts', { documentId: 'bylaws', title: 'Gifts', ...handshake })
  await renderRemote(remote, { path: '/governance', api })
  const names = async () => (await cards()).map((text) => text.slice(0, 5))
  await waitFor(async () => expect(await names()).toEqual(['Bylaw', 'Chari', 'Gifts', 'Zonin']))
  const gifts = screen.getByRole('button', { name: /^Gifts/ })
  expect(gifts.querySelector('svg.lucide-handshake')).not.toBeNull()
})

it('shows no card that is set aside', async () => {
  const api = await apiWithPolicies()
  const body = { setAside: ['governance-bylaws'] }
  await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
  await renderRemote(remote, { path: '/governance', api })
  expect(await cards()).toEqual([expect.stringMatching(/^Charitable/)])
})

it('shows a policy’s card image, else its first page, else its kind', async () => {
  const api = await apiWithPolicies()
  const { narrow, wide, height } = { narrow: '/api/images/n', wide: '/api/images/w', height: 828 }
  await api.putPaper('drawn', { picture: 'made', first_page: { narrow, wide, height } })
  await api.putPaper('locked', { picture: 'none', condition: 'encrypted' })
  await mapSlot(api, 'governance-travel-expense-policy', { documentId: 'drawn' })
  await mapSlot(api, 'governance-articles-of-incorporation', { documentId: 'locked' })
  const cardImage = await cardImageAddress(api)
  await mapSlot(api, 'governance-team-astro-recs', { documentId: 'drawn', cardImage })
  await renderRemote(remote, { path: '/governance', api })
  const pictureOf = async (name: RegExp) =>
    (await screen.findByRole('button', { name })).querySelector('img')
  const firstPage = (await pictureOf(/Travel/))!
  expect(firstPage.getAttribute('srcset')).toBe(`${narrow} 176w, ${wide} 640w`)
  expect([firstPage.width, firstPage.height, firstPage.loading]).toEqual([640, 828, 'lazy'])
  expect((await pictureOf(/Astro/))!.getAttribute('src')).toBe(cardImage)
  const locked = await screen.findByText('This paper needs a password, so it can’t be shown here.')
  expect(locked.closest('li')?.querySelector('img, button')).toBeNull()
  fireEvent.error(firstPage)
  expect(await pictureOf(/Travel/)).toBeNull()
})

it('prefetches the policies when the link is hovered', async () => {
  await renderRemote(remote, {
    path: '/governance',
    api: await apiWithPolicies(),
    pointedAt: true,
  })
  expect(await cards()).toHaveLength(2)
})

it('opens a policy full screen, kept in the address', async () => {
  const api = await apiWithPolicies()
  const { location } = await renderRemote(remote, { path: '/governance', api })
  await userEvent.click(await screen.findByRole('button', { name: /Bylaws of 2024/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Bylaws of 2024' })
  expect(location()).toBe('/governance?open=governance-bylaws')
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  expect(location()).toBe('/governance')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leads an admin from an empty page to the screen that fills it', async () => {
  for (const [path, name, tab] of [
    ['/governance', 'add the first one', 'governance'],
    ['/communications', 'add the first resource', 'communications'],
  ] as const) {
    await renderRemote(remote, { path, as: 'admin' })
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`/admin/meetings/resource-mappings?tab=${tab}`)
    expect(screen.queryByRole('link', { name: 'Board Liaison' })).toBeNull()
    cleanup()
  }
})

it('shows that there are no policies yet, and who adds them', async () => {
  await renderRemote(remote, { path: '/governance' })
  expect(await screen.findByText('No governance documents yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Board Liaison' })).toBeTruthy()
})

it('shows an error when the policies can’t be read, and recovers by Try Again', async () => {
  const api = await apiWithPolicies()
  const restore = breakPath(api, '/api/resource-mappings')
  await renderRemote(remote, { path: '/governance', api })
  expect(await screen.findByText('Failed to load governance documents')).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await cards()).toHaveLength(2)
})

it('paints first what this device saw last, and then the current state', async () => {
  const first = await renderRemote(remote, { path: '/governance', api: await apiWithPolicies() })
  expect(await cards()).toHaveLength(2)
  first.unmount()

  const later = await testApi()
  await keepDocument(later, 'articles', 9)
  await mapSlot(later, 'governance-articles-of-incorporation', { documentId: 'articles' })
  await renderRemote(remote, { path: '/governance', api: later })
  await waitFor(() => expect(screen.getByRole('button', { name: /Articles/ })).toBeTruthy())
  expect(screen.queryByRole('button', { name: /Bylaws/ })).toBeNull()
})

it('keeps the cards and the open paper of the last visit when the policies can’t be read', async () => {
  const api = await apiWithPolicies()
  const first = await renderRemote(remote, { path: '/governance', api })
  expect(await cards()).toHaveLength(2)
  first.unmount()

  const restore = breakPath(api, '/api/resource-mappings')
  const open = '/governance?open=governance-bylaws'
  await renderRemote(remote, { path: open, api })
  const dialog = await screen.findByRole('dialog', { name: 'Bylaws of 2024' })
  const sentence = await screen.findByText('Failed to load governance documents')
  expect(screen.getByRole('dialog')).toBe(dialog)
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  expect(await cards()).toHaveLength(2)
  const list = screen.getByRole('list')
  expect(sentence.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()

  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText(sentence.textContent)).toBeNull())
  expect(await cards()).toHaveLength(2)
})

it('shows only the error when the last visit had no policies', async () => {
  localStorage.setItem('governanceMappings', '{}')
  const api = await apiWithPolicies()
  breakPath(api, '/api/resource-mappings')
  await renderRemote(remote, { path: '/governance', api })
  expect(await screen.findByText('Failed to load governance documents')).toBeTruthy()
  expect(screen.queryByText('No governance documents yet')).toBeNull()
})

it('ignores a stored copy of the wrong shape', async () => {
  for (const kept of ['{', '[]', '{"governance-bylaws":{"active":1}}']) {
    localStorage.setItem('governanceMappings', kept)
    const view = await renderRemote(remote, { path: '/governance' })
    expect(await screen.findByText('No governance documents yet')).toBeTruthy()
    view.unmount()
  }
})

it('says which policies the reader has read', async () => {
  const api = await testApi()
  await api.putPaper('bylaws', { pages: 18 })
  await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws' })
  const papers = [{ documentId: 'bylaws', version: 1, pages: [], isRead: true }]
  await api.call('member')(reportReading, { body: { papers } })
  await renderRemote(remote, { path: '/governance', api })
  await waitFor(async () => expect((await cards()).join()).toContain('Updated 2 November · Read'))
})

it('closes a paper that isn’t shown any more, and says so', async () => {
  const api = await apiWithPolicies()
  const { toasts } = await renderRemote(remote, { path: '/governance', api })
  const card = await screen.findByRole('button', { name: /^Bylaws of 2024/ })
  const id = 'governance-bylaws'
  const hide = { documentId: 'bylaws', active: false }
  await api.call('admin')(saveMapping, { params: { id }, body: hide, revision: 1 })
  // Its file is missing.
  await userEvent.click(card)
  await waitFor(() =>
    expect(toasts[0]?.message).toMatch(/^You can’t read .Bylaws of 2024. any more/),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

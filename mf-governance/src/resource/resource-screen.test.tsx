import { type TestApi, testApi } from '@portal/api/testing'
import { switchDriveFolder } from '@portal/contract/documents'
import { targetOf } from '@portal/domain/note-subject'
import {
  breakPath,
  holdPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
})

const openDetails = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Details' }))

async function show(id: string, api?: TestApi) {
  const path = `/resources/view/${id}`
  return renderRemote(remote, { path, api: api ?? (await testApi()) })
}

it('shows a document by its id, with its metadata and the original to download', async () => {
  const api = await testApi()
  const times = {
    created_time: '2026-09-01T18:00:00.000Z',
    modified_time: '2026-10-02T18:00:00.000Z',
    last_synced: '2026-10-03T18:00:00.000Z',
  }
  await api.putPaper('bylaws', { ...times, path: '', parent_folder: '', size: 1000, pages: 18 })
  await show('bylaws', api)
  await openDetails()
  expect(await screen.findByText('PDF')).toBeTruthy()
  const facts = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling!.textContent])
  expect(facts).toEqual([
    ['Type', 'PDF'],
    ['Created', '1 September'],
    ['Last synced', '3 October'],
    ['Resource type', 'Document'],
    ['ID', 'bylaws'],
  ])
  const download = screen.getByRole('link', { name: 'Download' })
  expect(download.getAttribute('href')).toBe('/api/documents/bylaws/content')
  expect(download.getAttribute('download')).toBe('bylaws.pdf')
})

it('opens the portal’s search from its own bar', async () => {
  await show('bylaws')
  expect(await screen.findByRole('button', { name: 'Search the portal' })).toBeTruthy()
})

it('shows that the original can’t be downloaded', async () => {
  const api = await testApi()
  await keepDocument(api, 'bylaws', 18)
  await show('bylaws', api)
  await openDetails()
  await userEvent.click(await screen.findByRole('link', { name: 'Download' }))
  expect(await screen.findByText('Failed to download file')).toBeTruthy()
})

it('shows a mapped document by its mapping’s id, under its display name', async () => {
  const api = await testApi()
  await keepDocument(api, 'bylaws', 18)
  await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws', title: 'Bylaws of 2024' })
  await show('governance-bylaws', api)
  expect(await screen.findByRole('heading', { level: 1, name: 'Bylaws of 2024' })).toBeTruthy()
  await openDetails()
  expect(await screen.findByText('Governance policy')).toBeTruthy()
  expect(screen.getByText('governance-bylaws')).toBeTruthy()
})

it.each([
  ['governance-bylaws', 'Governance & Policies', '/governance'],
  ['communications-break-fake-rules', 'Communications Resources', '/communications'],
  ['meeting-2026-q4-cash-flow-summary', 'Meeting Materials', '/meetings/2026/q/4'],
  ['no-such-document', 'Documents', '/resources/governance/docs'],
])('links from %s back to %s', async (id, name, address) => {
  await show(id)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address)
})

it('redirects to the agenda page when the slot has a native agenda', async () => {
  const api = await testApi()
  const agenda = { status: 'published', title: 'Board meeting', items: [] }
  await api.ports.store.create('agendas', '2026-Q4', agenda)
  await mapSlot(api, 'meeting-2026-q4-agenda', { mode: 'native' })
  const { findByText, location } = await show('meeting-2026-q4-agenda', api)
  await findByText('Outside of governance')
  expect(location()).toBe('/meetings/2026/q/4/agenda')
})

it.each(['member', 'admin'] as const)(
  'shows “Material Not Found” for an unmapped or inactive slot to a %s',
  async (as) => {
    const api = await testApi()
    await keepDocument(api, 'bylaws', 18)
    await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws', active: false })
    for (const id of ['governance-bylaws', 'governance-travel-expense-policy']) {
      await renderRemote(remote, { path: `/resources/view/${id}`, api, as })
      expect(await screen.findByText('Material Not Found')).toBeTruthy()
      expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
      cleanup()
    }
  },
)

it('shows that an unknown document was not found', async () => {
  await show('no-such-document')
  expect(await screen.findByText('Document not found: no-such-document')).toBeTruthy()
})

it.each(['', '/'])('shows that no id was given (%j)', async (end) => {
  await renderRemote(remote, { path: `/resources/view${end}` })
  expect(await screen.findByText('No document ID provided')).toBeTruthy()
  expect(title()).toBe('Document')
})

it('shows that a mapping’s id of an unknown type is unsupported', async () => {
  await show('governance-no-such-policy')
  expect(await screen.findByText('Unsupported resource type mapping.')).toBeTruthy()
})

it('shows that a mapping to a placeholder is not available, and that the placeholder was not found', async () => {
  const api = await testApi()
  const stored = { documentId: 'placeholder-bylaws', active: true }
  await api.ports.store.create('resource_mappings', 'governance-bylaws', stored)
  await renderRemote(remote, { path: '/resources/view/governance-bylaws', api, as: 'admin' })
  const sentence = 'Resource not available. Please contact your administrator.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  cleanup()
  await show('placeholder-bylaws', api)
  expect(await screen.findByText('Document not found: placeholder-bylaws')).toBeTruthy()
})

it('explains why a policy’s document can’t be read', async () => {
  const api = await testApi()
  await keepDocument(api, 'bylaws', 18)
  await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws' })
  breakPath(api, '/api/documents/')
  await show('governance-bylaws', api)
  const sentence = 'Failed to fetch governance policy document: Service Unavailable'
  expect(await screen.findByText(sentence)).toBeTruthy()
})

const title = () => screen.getByRole('heading', { level: 1 }).textContent

it('has one heading while it loads, and keeps it and its focus afterwards', async () => {
  const api = await testApi()
  await keepDocument(api, 'bylaws', 18)
  await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws', title: 'Bylaws of 2024' })
  const answer = holdPath(api, '/api/resource-mappings')
  await show('governance-bylaws', api)
  const heading = await screen.findByRole('heading', { level: 1, name: 'Bylaws' })
  heading.focus()
  answer()
  expect(await screen.findByRole('heading', { level: 1, name: 'Bylaws of 2024' })).toBe(heading)
  expect(await screen.findByRole('button', { name: 'Details' })).toBeTruthy()
  expect(document.activeElement).toBe(heading)
})

it('has its heading when the mappings can’t be read', async () => {
  const api = await testApi()
  breakPath(api, '/api/resource-mappings')
  await show('governance-bylaws', api)
  expect(await screen.findByText('Error loading resource. Please try again later.')).toBeTruthy()
  expect(title()).toBe('Bylaws')
})

describe('a single name', () => {
  const name = async (id: string, api?: TestApi) =>
    renderRemote(remote, { path: `/${id}`, api: api ?? (await testApi()) })

  it('redirects to the page of a document or a mapping with that name', async () => {
    const api = await testApi()
    await keepDocument(api, 'bylaws', 18)
    await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws' })
    for (const id of ['bylaws', 'governance-bylaws']) {
      const { location } = await name(id, api)
      expect(await screen.findByRole('button', { name: 'Details' })).toBeTruthy()
      expect(location()).toBe(`/resources/view/${id}`)
      cleanup()
    }
  })

  it.each(['no-such-thing', 'governance-bylaws', 'x'.repeat(300)])(
    'shows “not found” when it is unknown (%s)',
    async (id) => {
      const { location } = await name(id)
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Return to Home' })).toBeTruthy()
      expect(location()).toBe(`/${id}`)
    },
  )

  it.each([
    ['governance-bylaws', 'Bylaws', '/api/resource-mappings'],
    ['no-such-thing', 'Resource', '/api/documents/'],
  ])('has a heading while %s is loading', async (id, waiting, path) => {
    const api = await testApi()
    const answer = holdPath(api, path)
    await name(id, api)
    const heading = await screen.findByRole('heading', { level: 1, name: waiting })
    heading.focus()
    answer()
    const notFound = await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(document.activeElement).toBe(notFound)
  })

  it('shows an error when the name can’t be looked up', async () => {
    const api = await testApi()
    breakPath(api, '/api/resource-mappings')
    await name('governance-bylaws', api)
    expect(await screen.findByText('Failed to fetch mappings: Service Unavailable')).toBeTruthy()
    expect(title()).toBe('Bylaws')
    cleanup()
    breakPath(api, '/api/documents/')
    await name('bylaws', api)
    expect(await screen.findByText('Error loading resource. Please try again later.')).toBeTruthy()
    expect(title()).toBe('Resource')
  })
})

describe('a paper’s versions', () => {
  /** Bylaws with three versions. */
  async function showBylaws(query = '', earlier: Parameters<TestApi['putVersion']>[2] = {}) {
    const api = await testApi()
    await api.putPaper('bylaws', { pages: 18 })
    const { store } = api.ports
    const { id: _, revision, updatedAt: __, ...body } = (await store.get('documents', 'bylaws'))!
    await store.update('documents', 'bylaws', { ...body, version: 3 }, revision)
    for (const number of [1, 2]) await api.putVersion('bylaws', number, earlier)
    await mapSlot(api, 'governance-bylaws', { documentId: 'bylaws' })
    return show(`governance-bylaws${query}`, api)
  }

  it('are listed next to its details, each with its address', async () => {
    await showBylaws()
    await openDetails()
    await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
    const open = await screen.findByRole('link', { name: 'Open version 2' })
    expect(open.getAttribute('href')).toBe('/resources/view/governance-bylaws?version=2')
    const compare = screen.getByRole('link', { name: 'Compare with version 1' })
    expect(compare.getAttribute('href')).toBe('/resources/view/governance-bylaws?since=1')
  })

  it('open by their address, with a way to the newest', async () => {
    const { location } = await showBylaws('?version=2')
    expect(await screen.findByText('You are reading version 2 of 3.')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Open the newest version' }))
    expect(location()).toBe('/resources/view/governance-bylaws')
  })

  it('say that their list can’t be loaded, and load it on request', async () => {
    const { api } = await showBylaws()
    await openDetails()
    const mend = breakPath(api, '/versions', 0)
    await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
    expect(await screen.findByText('Failed to load the versions')).toBeTruthy()
    mend()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: 'Open version 1' })).toBeTruthy()
  })

  it('show as loading until they are listed', async () => {
    const { api } = await showBylaws()
    await openDetails()
    const answer = holdPath(api, '/versions')
    await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
    expect(await screen.findByText('Loading the versions')).toBeTruthy()
    answer()
    expect(await screen.findByRole('link', { name: 'Open version 1' })).toBeTruthy()
  })

  it('say that they are missing because the device is offline', async () => {
    const { api } = await showBylaws()
    await openDetails()
    breakPath(api, '/versions', 0)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
    expect(await screen.findByText(/^You are offline/)).toBeTruthy()
    online.mockRestore()
  })

  it('can be read while it isn’t known what its reader has read', async () => {
    const api = await testApi()
    await api.putPaper('bylaws', { pages: 18 })
    breakPath(api, '/api/reading')
    await show('bylaws', api)
    await openDetails()
    expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
  })

  it('say that one of them is a form to download', async () => {
    await showBylaws('?version=2', { condition: 'form' })
    expect(await screen.findByText(/^This is an interactive form\./)).toBeTruthy()
  })

  it('are downloaded as the one that is open', async () => {
    await showBylaws('?version=2')
    await openDetails()
    const download = await screen.findByRole('link', { name: 'Download' })
    expect(download.getAttribute('href')).toBe('/api/documents/bylaws/content?version=2')
  })

  it('can be marked as read', async () => {
    await showBylaws()
    await openDetails()
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }))
    expect(await screen.findByRole('button', { name: 'Mark as unread' })).toBeTruthy()
  })
})

it('shows that the words of a question aren’t in the shown version, with the way to the one that has them', async () => {
  const api = await testApi()
  await api.putPaper('budget', { version: 2 })
  await mapSlot(api, 'meeting-2026-q4-budget-update', { documentId: 'budget' })
  const { request } = api.app
  const target = targetOf({ page: 1 }, 1)
  const requested: string[] = []
  api.app.request = async (input, ...rest) => {
    if (typeof input !== 'string' || !input.endsWith('/place')) return request(input, ...rest)
    requested.push(input)
    return Response.json({ documentId: 'budget', version: 2, target })
  }
  const id = crypto.randomUUID()
  await show(`budget?page=1&meeting=2026-Q4&question=${id}`, api)
  expect(await screen.findByText(/^The words that the question is about aren’t in/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open version 1' })
  expect(link.getAttribute('href')).toBe('/resources/view/budget?version=1')
  expect(requested[0]).toContain(`/api/agendas/2026-Q4/questions/${id}/place`)
})

it('says plainly that a paper was closed while it was open', async () => {
  const api = await testApi()
  await keepDocument(api, 'minutes', 3, 'Board')
  const body = { folder: 'Board', closed: true }
  globalThis.fetch = async () => {
    await api
      .call('admin')(switchDriveFolder, { body, revision: 'new' })
      .catch(() => undefined)
    return new Response('', { status: 404 })
  }
  await show('minutes', api)
  expect(await screen.findByText(/^You can’t read .minutes.* any more/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

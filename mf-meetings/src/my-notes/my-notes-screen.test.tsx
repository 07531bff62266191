import { testApi, type TestApi, testPeople, uidOf } from '@portal/api/testing'
import { listNotes, type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { updateUser } from '@portal/contract/users'
import { breakPath, keepDocument, mapSlot, renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'

let api: TestApi
const unknownPaper =
  '“budget” is protected with a password. Your notes can be saved as a list instead.'

// happy-dom would leave the page for a saved file.
document.addEventListener('click', (event) => {
  if ((event.target as HTMLElement).matches('a[download]')) event.preventDefault()
})

beforeEach(async () => {
  api = await testApi()
  await api.putPaper('budget', { name: 'budget.pdf', pages: 12, version: 2, text: 'none' })
  await keepDocument(api, 'bylaws', 3)
  await mapSlot(api, 'meeting-2026-q4-budget-vs-actual', { documentId: 'budget' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const page = (number: number): NoteSelector => ({
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: `page=${number}`,
})
const quote = (exact: string): NoteSelector => {
  return { type: 'TextQuoteSelector', exact, prefix: '', suffix: '' }
}

let count = 0
async function keepNote(documentId: string, selector: NoteSelector[], other: Partial<SavedNote>) {
  count += 1
  const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  const note = {
    id,
    createdAt: '2026-11-03T08:00:00Z',
    color: 'yellow',
    text: '',
    target: { version: 1, selector },
    ...other,
  } as const
  await api.call('member')(saveNotes, {
    body: { documentId, erasures: 0, notes: [note], removed: [] },
  })
}

async function keepNotes() {
  const target = { version: 2, selector: [page(4)] }
  await keepNote('budget', [page(4)], { text: 'Ask about the *reserve*', target })
  // Its words aren’t in the second version.
  await keepNote('budget', [page(2), quote('nine months of grants')], { color: 'pink' })
  await keepNote('bylaws', [page(1)], { text: 'Quorum of seven', color: 'green' })
}

async function show(path = '/my-notes') {
  await keepNotes()
  return renderRemote(remote, { path, api })
}

const paper = (name: string | RegExp) => screen.findByRole('region', { name })

describe('the notes', () => {
  it('are listed by quarter and paper, each with a link to its page', async () => {
    await show()
    const quarter = await screen.findByRole('region', { name: 'Q4 2026' })
    const budget = within(quarter).getByRole('region', { name: 'Budget vs Actual' })
    expect(await within(budget).findByText('2 notes · 1 not placed')).toBeTruthy()
    const open = within(budget).getByRole('link', { name: /, Page 4$/ })
    expect(open.getAttribute('href')).toBe('/resources/view/budget?page=4')
    expect(open.closest('li')!.textContent).toContain('The whole page')
    const others = screen.getByRole('region', { name: 'Other papers' })
    expect(within(others).getByText('Quorum of seven')).toBeTruthy()
  })

  it('have a picture if they are an area or a drawing, with its page and their words', async () => {
    const area: NoteSelector = {
      type: 'FragmentSelector',
      conformsTo: 'http://www.w3.org/TR/media-frags/',
      value: 'xywh=percent:10,20,30,8',
    }
    const target = { version: 2, selector: [page(4), area] }
    await keepNote('budget', target.selector, { text: 'This one', target })
    await renderRemote(remote, { path: '/my-notes', api })
    const budget = await paper('Budget vs Actual')
    const note = within(budget).getByText('An area of the page').closest('li')!
    const name = 'An area on page 4 of Budget vs Actual: This one'
    expect(await within(note).findByRole('img', { name })).toBeTruthy()
  })

  it('say that a quotation was withdrawn, and keep their own words', async () => {
    await api.putPaper('minutes', { name: 'Minutes.pdf', title: 'Minutes' })
    await keepNote('minutes', [page(4), quote('nine months of grants')], { text: 'Why nine?' })
    await api.call('admin')(withdrawVersion, {
      params: { id: 'minutes', number: 1 },
      body: { reason: 'Sent by mistake', withQuotations: true },
    })
    const kept = async () => JSON.stringify(await api.call('member')(listNotes, {}))
    await waitFor(async () => expect(await kept()).not.toContain('nine months'))
    await renderRemote(remote, { path: '/my-notes', api })
    const minutes = await paper(/^Minutes/)
    expect(within(minutes).getByText('The quotation was withdrawn with version 1.')).toBeTruthy()
    expect(within(minutes).getByText('Why nine?')).toBeTruthy()
  })

  it('show which ones aren’t placed, with their quotation and a link to where they were made', async () => {
    await show()
    const budget = await paper('Budget vs Actual')
    const lost = within(budget).getByText('nine months of grants').closest('li')!
    expect(await within(lost).findByText('Not placed')).toBeTruthy()
    const open = within(lost).getByRole('link', { name: /Page 2 of version 1/ })
    expect(open.getAttribute('href')).toBe('/resources/view/budget?page=2&version=1')
  })

  it('keep the notes on a deleted paper, without a link or a copy', async () => {
    await keepNotes()
    await api.ports.store.delete('documents', 'bylaws')
    await waitFor(async () => {
      const { notes } = await api.call('member')(listNotes, {})
      expect(notes.filter(({ isThere }) => !isThere)).toHaveLength(1)
    })
    await renderRemote(remote, { path: '/my-notes', api })
    const gone = await paper('bylaws.pdf')
    expect(within(gone).getByText('1 note · No longer in the portal')).toBeTruthy()
    expect(within(gone).getByText('Quorum of seven')).toBeTruthy()
    expect(within(gone).queryByRole('link')).toBeNull()
    expect(within(gone).queryByRole('button')).toBeNull()
  })

  it('are placed only in the papers that are shown', async () => {
    const names = Array.from({ length: 22 }, (_, index) => `report-${index + 10}`)
    for (const id of names) {
      await api.putPaper(id, { name: `${id}.pdf`, text: 'none' })
      await keepNote(id, [page(1)], { text: `Ask about ${id}` })
    }
    const { request } = api.app
    const requests: string[] = []
    api.app.request = (input, ...rest) => {
      const url = input instanceof Request ? input.url : input.toString()
      if (/\/documents\/.*\/notes/.test(url)) requests.push(url)
      return request(input, ...rest)
    }
    await renderRemote(remote, { path: '/my-notes', api })
    await paper(/^report-10/)
    await waitFor(() => expect(requests).toHaveLength(20))
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(requests).toHaveLength(22))
    expect(new Set(requests).size).toBe(22)
  })

  it('stay hidden from everyone else', async () => {
    await keepNotes()
    await renderRemote(remote, { path: '/my-notes', as: 'admin', api })
    expect(await screen.findByText('No notes yet')).toBeTruthy()
  })

  it('don’t exist for an admin who views the portal as a member', async () => {
    const view = { path: '/my-notes', as: 'admin', memberView: 'member', api } as const
    await renderRemote(remote, view)
    expect(await screen.findByText('No notes in this view')).toBeTruthy()
  })

  it('are closed after an admin has set the password', async () => {
    await keepNotes()
    const body = { password: 'a-long-way-round-2026' }
    const params = { uid: uidOf(testPeople.member) }
    await api.call('admin')(updateUser, { params, body })
    const requests = vi.spyOn(api.app, 'request')
    const signedInAt = Math.floor(Date.now() / 1000) + 2
    await renderRemote(remote, { path: '/my-notes', as: { ...testPeople.member, signedInAt }, api })
    expect(await screen.findByText('Your notes are closed')).toBeTruthy()
    expect(JSON.stringify(requests.mock.calls)).not.toContain('/api/notes')
  })

  it('show an error when they can’t be loaded, and recover by Try Again', async () => {
    await keepNotes()
    const repair = breakPath(api, '/api/notes')
    await renderRemote(remote, { path: '/my-notes', api })
    expect(await screen.findByText('Failed to load your notes')).toBeTruthy()
    repair()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Quorum of seven')).toBeTruthy()
  })
})

describe('the search', () => {
  it('shows the matching notes as the reader types, and keeps the words in the address', async () => {
    const { location } = await show()
    await userEvent.type(await screen.findByLabelText('Search my notes'), 'QUORUM')
    expect(screen.getByText('Quorum of seven')).toBeTruthy()
    expect(screen.queryByText('nine months of grants')).toBeNull()
    await waitFor(() => expect(location()).toBe('/my-notes?q=QUORUM'))
  })

  it('filters by color, including one in the address', async () => {
    await show('/my-notes?color=pink')
    expect(await screen.findByText('nine months of grants')).toBeTruthy()
    expect(screen.queryByText('Quorum of seven')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Color'), 'Green')
    expect(screen.getByText('Quorum of seven')).toBeTruthy()
  })

  it('says when nothing is found', async () => {
    await show('/my-notes?q=treasurer')
    expect(await screen.findByText('No notes found')).toBeTruthy()
  })
})

describe('the exports', () => {
  it('saves all notes as Markdown', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:saved'
    })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Text (Markdown)' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const markdown = await saved[0]!.text()
    expect(markdown).toContain('## Q4 2026\n\n### Budget vs Actual')
    expect(markdown).toContain(
      '**Page 2, version 1 · Pink · Not placed**\n\n> nine months of grants',
    )
    expect(markdown).toContain('**Page 4, version 2 · Yellow · The whole page**')
    expect(markdown).toContain(String.raw`Ask about the \*reserve\*`)
  })

  it('says in its place why a copy can’t be made', async () => {
    const requests: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url)
      return Response.json({ error: unknownPaper }, { status: 409 })
    })
    await show()
    const budget = await paper('Budget vs Actual')
    const copy = within(budget).getByRole('button', {
      name: 'Copy with my notes (PDF) : Budget vs Actual',
    })
    await userEvent.click(copy)
    expect(await within(budget).findByText(unknownPaper)).toBeTruthy()
    expect(requests).toEqual(['/api/documents/budget/notes/paper'])
  })

  it('says when the server can’t be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'List (PDF)' }))
    expect(await screen.findByText(/^Unable to connect to server/)).toBeTruthy()
  })
})

describe('erasing', () => {
  it('asks first, with the focus on Cancel', async () => {
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Erase all my notes' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Erase all your notes?' })
    const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    expect(
      within(dialog).getByText(/^Backups that were made before still contain them/),
    ).toBeTruthy()
    await userEvent.click(cancel)
    expect((await api.call('member')(listNotes, {})).notes).toHaveLength(3)
  })

  it('removes all of them at once', async () => {
    const { toasts } = await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Erase all my notes' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Erase 3 notes' }))
    expect(await screen.findByText('No notes yet')).toBeTruthy()
    expect((await api.call('member')(listNotes, {})).notes).toEqual([])
    expect(toasts.map(({ message }) => message)).toEqual(['Your notes are erased.'])
  })
})

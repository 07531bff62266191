import { saveMapping } from '@portal/contract/mappings'
import { getNotes, type SavedNote, saveNotes } from '@portal/contract/notes'
import { memoryApi } from '@portal/remote-kit/memory-api'
import { renderRemote } from '@portal/remote-kit/testing'
import type { NoteSubject, ShownNotes } from '@portal/shared-ui/shown-notes'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { targetOf } from '@portal/domain/note-subject'
import { defineRemote } from './remote.ts'
import { useQueryClient } from './query.ts'
import { notesQuery } from './queries/notes.ts'
import { usePaperNotes } from './use-paper-notes.ts'

beforeEach(() => localStorage.clear())

const paper = 'budget'
const words: NoteSubject = {
  page: 2,
  words: {
    exact: 'annual surplus',
    prefix: 'the ',
    suffix: ' of 2026',
    ranges: [{ page: 2, from: 10, to: 23 }],
  },
}

const earlier: SavedNote = {
  id: '00000000-0000-4000-8000-000000000001',
  createdAt: '2026-11-03T08:00:00Z',
  color: 'pink',
  text: 'Does this recur?',
  target: targetOf(words, 1),
}

/** The notes that the viewer receives. */
let shown: ShownNotes | undefined

/** The queries of the page. */
let queries: ReturnType<typeof useQueryClient> | undefined

function Paper({ version, isDrawn = true }: { version: number; isDrawn?: boolean }) {
  const notes = usePaperNotes({ id: paper, version })
  const client = useQueryClient()
  useEffect(() => {
    shown = notes
    queries = client
    if (isDrawn) notes?.request?.()
  })
  return <p>The paper</p>
}

const remote = defineRemote({
  name: 'papers',
  navigation: [],
  owns: ['/paper'],
  routes: [
    { path: '/paper/1', element: <Paper version={1} /> },
    { path: '/paper/2', element: <Paper version={2} /> },
    { path: '/paper/late', element: <Paper version={1} isDrawn={false} /> },
  ],
})

/** Opens this version of a paper as a member. */
async function openPaper({
  version = 1,
  notes = [],
}: { version?: number; notes?: SavedNote[] } = {}) {
  const api = await memoryApi()
  const stored = { pages: 3, version }
  await api.putPaper(paper, stored)
  const call = api.call('member')
  await call(saveNotes, { body: { documentId: paper, erasures: 0, notes, removed: [] } })
  shown = undefined
  const view = await renderRemote(remote, { api, path: `/paper/${version}` })
  await waitFor(() => expect(shown?.saving).toEqual({ state: 'saved' }))
  const kept = async () => (await call(getNotes, { params: { id: paper } })).notes
  return { ...view, kept }
}

function add(text: string, subject: NoteSubject = { page: 1 }): string {
  let id = ''
  act(() => {
    id = shown!.add({ color: 'yellow', text, subject })
  })
  return id
}

/** Saves what is still waiting for a pause in typing. */
async function save(): Promise<void> {
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(shown!.saving).toEqual({ state: 'saved' }))
}

it('reads the notes once the viewer shows the paper', async () => {
  const api = await memoryApi()
  await api.putPaper(paper, { pages: 3 })
  shown = undefined
  await renderRemote(remote, { api, path: '/paper/late' })
  await screen.findByText('The paper')
  const { queryKey } = notesQuery(api.call('member'), paper, 1)
  expect(queries!.getQueryState(queryKey)).toMatchObject({ fetchStatus: 'idle', data: undefined })
  act(() => shown!.request!())
  await waitFor(() => expect(queries!.getQueryData(queryKey)).toBeDefined())
})

describe('the notes of an open paper', () => {
  it('are saved when the reader leaves, without waiting for a pause in typing', async () => {
    const { kept, go } = await openPaper({ notes: [earlier] })
    await waitFor(() => expect(shown!.notes).toHaveLength(1))
    add('Ask Hana.')
    await go('/other')
    expect(screen.queryByText('The paper')).toBeNull()
    await waitFor(async () => {
      expect((await kept()).map(({ note }) => note.text)).toContain('Ask Hana.')
    })
  })

  it('can be restored after their removal has been saved', async () => {
    const { kept } = await openPaper()
    const id = add('Ask Hana.', words)
    await save()
    act(() => shown!.remove(id))
    await save()
    expect(await kept()).toEqual([])
    expect(shown!.notes).toEqual([])
    act(() => shown!.restore(id))
    await save()
    expect(await kept()).toMatchObject([{ note: { id, text: 'Ask Hana.', color: 'yellow' } }])
    expect(shown!.notes).toMatchObject([{ id, text: 'Ask Hana.', subject: words }])
  })

  it('can be placed by hand in a version that lacks their words', async () => {
    const { kept } = await openPaper({ version: 2, notes: [earlier] })
    await waitFor(() => expect(shown!.notes).toHaveLength(1))
    expect(shown!.notes[0]!.place).toBeUndefined()
    act(() => shown!.placeByHand(earlier.id, words))
    const place = { page: 2, ranges: words.words!.ranges, isApproximate: false }
    expect(shown!.notes).toMatchObject([{ id: earlier.id, place }])
    await save()
    expect(shown!.notes).toMatchObject([{ id: earlier.id, place }])
    expect(await kept()).toMatchObject([
      { note: { target: { version: 1 }, placed: { version: 2 } }, place: { how: 'byHand' } },
    ])
  })

  it('are requested again until the version has been read and they are placed', async () => {
    const { api } = await openPaper({ version: 2, notes: [earlier] })
    await waitFor(() => expect(shown!.notes).toMatchObject([{ isPending: true }]))
    const place = { page: 3, ranges: [], how: 'moved' }
    const { request } = api.app
    api.app.request = async (...args) => {
      const { notes, ...reply } = await (await request(...args)).json()
      return Response.json({
        ...reply,
        notes: notes.map(({ note }: { note: object }) => ({ note, place })),
      })
    }
    await waitFor(() => expect(shown!.notes[0]!.place?.page).toBe(3), { timeout: 10_000 })
    expect(shown!.notes[0]).not.toHaveProperty('isPending')
  }, 15_000)

  it('disappear from the list of unplaced notes when they are dismissed, but are kept', async () => {
    const { kept } = await openPaper({ version: 2, notes: [earlier] })
    await waitFor(() => expect(shown!.notes).toHaveLength(1))
    act(() => shown!.dismiss(earlier.id))
    expect(shown!.notes).toEqual([])
    await save()
    expect(shown!.notes).toEqual([])
    expect(await kept()).toMatchObject([{ note: { id: earlier.id, dismissed: 2 } }])
  })

  it('show why one is refused, until it is removed', async () => {
    const { kept } = await openPaper()
    const id = add('x'.repeat(20_001))
    add('Short.')
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(shown!.saving.state).toBe('failed'))
    const refusals = new Map(shown!.notes.map((note) => [note.text, note.refusal]))
    expect(refusals.get('Short.')).toBeUndefined()
    expect(shown!.notes.find((note) => note.id === id)!.refusal).toMatch(/At most 20,000/)
    act(() => shown!.remove(id))
    await save()
    expect((await kept()).map(({ note }) => note.text)).toEqual(['Short.'])
  })
})

describe('notes on the paper that was shown in the same place before', () => {
  const slot = { params: { id: 'governance-bylaws' }, query: {} }

  /** Opens the paper that a slot shows now instead of another one, on which the member has notes. */
  async function openCorrected() {
    const api = await memoryApi()
    await api.putPaper('before', { pages: 3 })
    await api.putPaper(paper, { pages: 3 })
    const admin = api.call('admin')
    const first = await admin(saveMapping, {
      ...slot,
      body: { documentId: 'before' },
      revision: 'new',
    })
    const call = api.call('member')
    const notes = [earlier, { ...earlier, id: '00000000-0000-4000-8000-000000000002' }]
    await call(saveNotes, { body: { documentId: 'before', erasures: 0, notes, removed: [] } })
    await admin(saveMapping, { ...slot, body: { documentId: paper }, revision: first.revision })
    shown = undefined
    const { toasts } = await renderRemote(remote, { api, path: '/paper/1' })
    await waitFor(() => expect(shown?.earlier).toMatchObject({ paper: 'before.pdf', count: 2 }))
    const kept = async (id = paper) => (await call(getNotes, { params: { id }, query: {} })).notes
    return { kept, toasts }
  }

  it('are brought along with one press', async () => {
    const { kept, toasts } = await openCorrected()
    expect(shown?.notes).toEqual([])
    await act(async () => expect(await shown?.earlier?.answer(true)).toBe(true))
    await waitFor(() => expect(shown?.notes).toHaveLength(2))
    expect(shown?.earlier).toBeUndefined()
    expect(await kept()).toHaveLength(2)
    expect(toasts.map(({ message }) => message)).toEqual(['2 notes were brought along'])
  })

  it('are brought along once if the button is pressed twice', async () => {
    const { toasts } = await openCorrected()
    const { answer } = shown!.earlier!
    await act(async () =>
      expect(await Promise.all([answer(true), answer(true)])).toEqual([true, false]),
    )
    expect(toasts.map(({ message }) => message)).toEqual(['2 notes were brought along'])
  })

  it('stay where they are once that is declined', async () => {
    const { kept } = await openCorrected()
    await act(async () => expect(await shown?.earlier?.answer(false)).toBe(true))
    await waitFor(() => expect(shown?.earlier).toBeUndefined())
    expect(await kept()).toEqual([])
    expect(await kept('before')).toHaveLength(2)
  })
})

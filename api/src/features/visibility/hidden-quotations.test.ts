import { getNotes, listNotes, saveNotes } from '@portal/contract/notes'
import { saveMapping } from '@portal/contract/mappings'
import { setPublication } from '@portal/contract/quarters'
import { searchEverything } from '@portal/contract/search-everything'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteId, savedNote, saveOf } from '../notes/notes-fixture.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const quarter = { year: 2027, quarter: 1 }
/** Of the note's passage. */
const words = 'annual surplus'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.putPaper('budget', { source: 'upload', text: 'made' })
  await api.putText('budget', ['the annual surplus of 2026'])
  await api.call('admin')(saveMapping, {
    params: { id: 'meeting-2027-q1-budget-update' },
    body: { documentId: 'budget' },
    revision: 'new',
  })
  const notes = [savedNote(1, { text: 'Ask the treasurer' })]
  await api.call('member')(saveNotes, { body: { ...saveOf(), notes } })
})
afterAll(() => api.close())

const member = () => api.call('member')
const set = (state: 'preparation' | 'published', revision: number | 'new') =>
  api.call('admin')(setPublication, { params: quarter, body: { state }, revision })
const listed = async () => JSON.stringify((await member()(listNotes)).notes)
const search = async (q: string) => {
  const { found: all } = await member()(searchEverything, { query: { q, kinds: 'note' } })
  return JSON.stringify(all)
}

it('hides quotations of a paper that its reader may not read, until they may again', async () => {
  expect(await listed()).toContain(words)
  expect(await search('surplus')).toContain(words)

  await set('preparation', 'new')
  await expect(member()(getNotes, { params: { id: 'budget' } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await listed()).not.toContain(words)
  expect(await listed()).toContain('Ask the treasurer')
  expect(await search('surplus')).toBe('[]')
  expect(await search('treasurer')).toContain('Ask the treasurer')
  expect(await search('treasurer')).not.toContain(words)

  await set('published', 1)
  expect(await listed()).toContain(words)
  expect(await search('surplus')).toContain(words)
})

it('returns no quotation when a note on a hidden paper is saved', async () => {
  await set('preparation', 2)
  const [listedNote] = (await member()(listNotes)).notes
  const { note } = listedNote!
  const change = savedNote(1, { text: 'Ask Ruth', target: note.target, base: note })
  const saved = await member()(saveNotes, { body: { ...saveOf(), notes: [change] } })
  expect(saved.notes.map((each) => each.note)).toMatchObject([{ id: noteId(1), text: 'Ask Ruth' }])
  expect(JSON.stringify(saved)).not.toContain(words)
  await set('published', 3)
  expect(await listed()).toContain(words)
})

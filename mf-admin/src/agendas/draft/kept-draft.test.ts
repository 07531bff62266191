import { beforeEach, expect, it } from 'vitest'
import { addItem, emptyDraft, newItem } from './agenda-draft.ts'
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts'

const name = { uid: 'ruth', agendaId: '2026-Q4' }
const draft = addItem({ ...emptyDraft, title: 'Mine' }, newItem('a', 'Welcome'))
const base = {
  id: '2026-Q4',
  year: 2026,
  quarter: 4,
  status: 'draft' as const,
  title: 'Theirs',
  time: '09:00',
  endTime: '10:00',
  items: [],
  updatedAt: '2026-11-01T09:00:00.000Z',
  revision: 3,
}

beforeEach(() => localStorage.clear())

it('keeps a draft with what it was made from, for one reader and one agenda', () => {
  keepDraft(localStorage, name, { base, draft }, 5)
  expect(keptDraft(localStorage, name)).toEqual({ base, draft, at: 5 })
  expect(keptDraft(localStorage, { ...name, uid: 'wei' })).toBeUndefined()
  expect(keptDraft(localStorage, { ...name, agendaId: '2026-Q3' })).toBeUndefined()
  dropDraft(localStorage, name)
  expect(keptDraft(localStorage, name)).toBeUndefined()
})

it('keeps the title of an item that isn’t added yet beside the draft, not in it', () => {
  keepDraft(localStorage, name, { base, draft, typed: 'Clos' }, 5)
  expect(keptDraft(localStorage, name)).toEqual({ base, draft, typed: 'Clos', at: 5 })
})

it('is forgotten by the sign-out, which keeps the portal’s own settings alone', () => {
  keepDraft(localStorage, name, { base: null, draft }, 5)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('portal.'))).toEqual([])
})

it.each(['{', '[]', '7', '{"base":null,"content":{"items":"none"},"at":1}', '{"base":{},"at":1}'])(
  'takes %s for nothing',
  (text) => {
    keepDraft(localStorage, name, { base: null, draft }, 5)
    localStorage.setItem(Object.keys(localStorage)[0]!, text)
    expect(keptDraft(localStorage, name)).toBeUndefined()
  },
)

it('lives without a storage', () => {
  const closed = new Proxy(localStorage, {
    get: () => () => {
      throw new Error('The storage is closed.')
    },
  })
  expect(() => keepDraft(closed, name, { base, draft }, 5)).not.toThrow()
  expect(() => dropDraft(closed, name)).not.toThrow()
  expect(keptDraft(closed, name)).toBeUndefined()
})

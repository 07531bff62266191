import { beforeEach, expect, it } from 'vitest'
import { removeStored } from '@portal/remote-kit/device-storage'
import { draftKey, readDraft, storeDraft } from '../../shared/drafts/use-stored-draft.ts'
import { addItem, emptyDraft, newItem } from './agenda-draft.ts'
import { agendaDraftName, type AgendaEdit, parseEdit, storedEdit } from './agenda-edit.ts'

const keyOf = (agendaId: string, uid: string) => draftKey(agendaDraftName(agendaId), uid)
const key = keyOf('2026-Q4', 'ruth')
const read = (of = key, storage = localStorage) => readDraft(storage, of, parseEdit)
const keep = (edit: AgendaEdit, storage = localStorage) =>
  storeDraft(storage, key, { edit: storedEdit(edit), at: 5, title: 'The agenda' })
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

it('stores a draft with the version it is based on, for one reader and one agenda', () => {
  keep({ base, draft })
  expect(read()).toEqual({ edit: { base, draft }, at: 5 })
  expect(read(keyOf('2026-Q4', 'wei'))).toBeUndefined()
  expect(read(keyOf('2026-Q3', 'ruth'))).toBeUndefined()
  removeStored(localStorage, key)
  expect(read()).toBeUndefined()
})

it('stores the title of an item that isn’t added yet separately from the draft', () => {
  keep({ base, draft, typed: 'Clos' })
  expect(read()).toEqual({ edit: { base, draft, typed: 'Clos' }, at: 5 })
})

it('keeps minutes that aren’t typed yet, and those out of range', () => {
  const durations = [Number.NaN, 2000, -5]
  const items = durations.map((duration, index) => ({ ...newItem(`${index}`), duration }))
  keep({ base, draft: { ...draft, items } })
  expect(read()?.edit.draft.items.map(({ duration }) => duration)).toEqual(durations)
})

it('reads a draft that an earlier release has stored', () => {
  const { timesFollow: _new, ...content } = storedEdit({ base, draft }).content
  const stored = { base, content, typed: 'Clos', at: 5 }
  localStorage.setItem('agendaDraft-2026-Q4-ruth', JSON.stringify(stored))
  expect(read()).toEqual({ edit: { base, draft, typed: 'Clos' }, at: 5 })
})

it('deletes the draft at sign-out, which keeps only the portal’s own settings', () => {
  keep({ base: null, draft })
  expect(Object.keys(localStorage).filter((storedKey) => storedKey.startsWith('portal.'))).toEqual(
    [],
  )
})

it.each(['{', '[]', '7', '{"base":null,"content":{"items":"none"},"at":1}', '{"base":{},"at":1}'])(
  'reads no draft from %s',
  (text) => {
    keep({ base: null, draft })
    localStorage.setItem(Object.keys(localStorage)[0]!, text)
    expect(read()).toBeUndefined()
  },
)

it('works without storage', () => {
  const closed = new Proxy(localStorage, {
    get: () => () => {
      throw new Error('The storage is closed.')
    },
  })
  expect(() => keep({ base, draft }, closed)).not.toThrow()
  expect(() => removeStored(closed, key)).not.toThrow()
  expect(read(key, closed)).toBeUndefined()
})

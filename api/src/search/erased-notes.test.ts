import type { Person } from '@portal/contract/portal'
import { expect, it } from 'vitest'
import { createEverythingService } from './everything-service.ts'

/** A search whose notes arrive when `answer` is called; `lists` are the lists in the index. */
function slowNotes() {
  const lists = new Set<string>()
  const reading = Promise.withResolvers<void>()
  let change: (uid: string) => void = () => undefined
  const everything = createEverythingService({
    engine: {
      ready: Promise.resolve(),
      async find(_query, list) {
        if (list) lists.add(list.name)
        return { hits: [], total: 0 }
      },
      dropList: (name) => void lists.delete(name),
      document: () => undefined,
      documents: () => new Map(),
      version: () => 0,
      isComplete: () => true,
      start: () => undefined,
      stop: async () => undefined,
    },
    hiddenPapers: () => new Set(),
    agendas: { contents: () => [] },
    directory: { list: () => [] },
    mappings: { list: () => ({}) },
    notes: {
      async all() {
        await reading.promise
        return []
      },
      readable: (_, notes) => notes,
      onChange(listener) {
        change = listener
        return () => undefined
      },
    },
    now: () => new Date('2026-11-20T18:00:00Z'),
  })
  const ada: Person = {
    uid: 'ada',
    email: 'ada.park@larkspur.example',
    isAdmin: false,
    canManageUsers: false,
    editsAgendas: false,
  }
  const found = everything.find(ada, { q: 'merger', limit: 10 })
  return { everything, found, lists, answer: reading.resolve, erase: () => change('ada') }
}

it('keeps a person’s notes in the index between their searches', async () => {
  const { found, lists, answer } = slowNotes()
  answer()
  await found
  expect([...lists]).toContain('notes: ada')
})

it('removes notes from the index that were erased while they were being read', async () => {
  const { found, lists, answer, erase } = slowNotes()
  erase()
  answer()
  await found
  expect([...lists]).not.toContain('notes: ada')
})

it('removes the notes of a deleted account from the index', async () => {
  const { everything, found, lists, answer } = slowNotes()
  answer()
  await found
  everything.forget('ada')
  expect([...lists]).not.toContain('notes: ada')
})

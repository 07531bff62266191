import { type NotesSave, noteLimits } from '@portal/contract/notes'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { silentLog } from '../../platform/log.ts'
import { memberNamed } from '../../testing/papers-world-fixture.ts'
import { countingStore, noReads } from '../../platform/store/counting-store-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { createNoteDestruction } from './destroy-notes.ts'
import { countNotes } from './note-usage.ts'
import { noteId, savedNote, saveOf } from './notes-fixture.ts'
import { forgetNotes } from './erase-notes.ts'
import { createNotesService, type NotesParts } from './notes-service.ts'
import {
  notePrefix,
  notesCollection,
  shownNote,
  storedNoteId,
  usageCollection,
} from './stored-note.ts'
import { policyCollection, policyId } from './stored-policy.ts'
import { withdrawQuotations } from './withdraw-quotations.ts'

const papers = ['budget', 'docket'] as const

/** The service over an in-memory store. The clock advances by a millisecond with each reading. */
function notesWorld({ store = openSqliteStore({ path: ':memory:' }) } = {}) {
  let ms = Date.parse('2026-11-03T09:00:00Z')
  const now = () => new Date((ms += 1))
  const shown = papers.map((id) => ({ ...storedPaper(id), id, version: 2 }))
  const documents = {
    isHidden: () => false,
    some: (_: unknown, ids: Iterable<string>) =>
      new Map(shown.filter(({ id }) => [...ids].includes(id)).map((each) => [each.id, each])),
    version: async () => ({ ...shown[0]!, number: 2 }),
  }
  const state = { isKept: false, destroyedBefore: '' }
  const isDue = ({ createdAt }: { createdAt: string }) => createdAt < state.destroyedBefore
  const service = createNotesService({
    store,
    documents: documents as unknown as NotesParts['documents'],
    earlierPapers: (_, id) => papers.filter((paper) => paper !== id),
    isInSlot: () => state.isKept,
    meetings: () => new Map(),
    nameOf: ({ meeting }) => meeting,
    titleOf: (_, { title }) => title,
    placed: { place: async (_, notes) => notes.map((kept) => ({ note: shownNote(kept) })) },
    policy: { dayOf: () => undefined, heldFor: () => [], isDue },
    now,
  })
  const destruction = createNoteDestruction({
    store,
    now,
    log: silentLog,
    policy: { isDue, meetingsOf: () => [] },
    deleteDerivedFiles: async () => undefined,
  })
  const save = (uid: string, part: Partial<NotesSave>) =>
    service.save(memberNamed(uid), { ...saveOf(), ...part })
  return { store, now, state, service, destruction, save, wait: (by: number) => void (ms += by) }
}
type World = ReturnType<typeof notesWorld>

const usageOf = async (store: DocumentStore, id: string) => {
  const stored = await store.get(usageCollection.name, id)
  return { notes: stored?.['notes'] ?? 0, bytes: stored?.['bytes'] ?? 0 }
}

/** Compares each count with the notes themselves; uncounted notes are counted before they change the next time. */
async function expectCounted(
  store: DocumentStore,
  uid: string,
  { isUncounted = false } = {},
): Promise<void> {
  for (const documentId of [undefined, ...papers]) {
    const id = documentId === undefined ? uid : notePrefix(uid, documentId)
    const of = documentId === undefined ? { uid } : { uid, documentId }
    if (isUncounted && !(await store.get(usageCollection.name, id))) continue
    expect(await usageOf(store, id)).toEqual(await countNotes(store, of))
  }
}

const which = (most: number) => fc.nat({ max: most - 1 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('save' as const),
        paper: which(2),
        notes: fc.array(fc.record({ number: which(6), text: fc.string({ unit: 'grapheme' }) }), {
          maxLength: 3,
        }),
        removed: fc.array(which(6), { maxLength: 2 }),
        version: fc.constantFrom(1, 2),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('bring' as const),
        paper: which(2),
        isKept: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('withdraw' as const), paper: which(2) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('destroy' as const) }) },
    // A restored database of an earlier release.
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('uncount' as const) }) },
  ),
  { minLength: 3, maxLength: 20, size: 'max' },
)
type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never

async function take(world: World, uid: string, step: Step): Promise<void> {
  const { store, service, state, now, destruction } = world
  const person = memberNamed(uid)
  if (step.kind === 'save') {
    const documentId = papers[step.paper]!
    const known = new Map(
      (await service.get(person, documentId, undefined)).notes.map(({ note }) => [note.id, note]),
    )
    const removed = [...new Set(step.removed)].map(noteId)
    const wanted = new Map(step.notes.map((note) => [noteId(note.number), note]))
    const notes = [...wanted].filter(([id]) => !removed.includes(id))
    await service.save(person, {
      ...saveOf(),
      documentId,
      erasures: (await service.list(person, undefined)).erasures,
      notes: notes.map(([id, { number, text }]) => {
        const base = known.get(id)
        const createdAt = base?.createdAt ?? now().toISOString()
        return savedNote(number, { text, createdAt, ...(base ? { base } : {}) }, step.version)
      }),
      removed: removed.map((id) => ({ id, revision: known.get(id)?.revision ?? 1 })),
    })
  } else if (step.kind === 'bring') {
    state.isKept = step.isKept
    const [documentId, earlier] = [papers[step.paper]!, papers[1 - step.paper]!]
    await service.answerEarlier(person, { documentId, earlier, answer: 'bring' })
  } else if (step.kind === 'erase') await service.erase(person)
  else if (step.kind === 'forget') await forgetNotes({ store, now }, uid)
  else if (step.kind === 'withdraw') {
    await withdrawQuotations({ store, now }, papers[step.paper]!, new Set([1]))
  } else if (step.kind === 'destroy') {
    state.destroyedBefore = now().toISOString()
    await destruction.run()
  } else {
    for (const { id } of (await store.list(usageCollection.name)).documents) {
      await store.delete(usageCollection.name, id)
    }
  }
}

describe('counts of notes', () => {
  it('equal the stored notes after any history', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    await world.store.create(policyCollection.name, policyId, { days: 30, holds: [] })
    const seen = new Map<string, number>()
    let count = 0
    const runs = process.env['TEST_LONG'] ? 3000 : 40
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const uid = `person${(count += 1)}`
        let isUncounted = false
        for (const step of history) {
          await take(world, uid, step)
          isUncounted ||= step.kind === 'uncount'
          await expectCounted(world.store, uid, { isUncounted })
          const { notes } = await countNotes(world.store, { uid })
          if (notes > 0) seen.set(step.kind, (seen.get(step.kind) ?? 0) + 1)
        }
        await world.save(uid, { erasures: history.length, notes: [savedNote(1)] })
        expect(await usageOf(world.store, uid)).toEqual(await countNotes(world.store, { uid }))
      }),
      { numRuns: runs },
    )
    // Histories without events would prove nothing.
    for (const kind of ['save', 'bring', 'withdraw'])
      expect(seen.get(kind)).toBeGreaterThan(runs / 10)
  })

  it('are made from the notes of an earlier release', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    await world.save('maria', { notes: [savedNote(1), savedNote(2)] })
    for (const { id } of (await world.store.list(usageCollection.name)).documents) {
      await world.store.delete(usageCollection.name, id)
    }
    await world.save('maria', { notes: [savedNote(3)] })
    expect((await usageOf(world.store, 'maria')).notes).toBe(3)
    await expectCounted(world.store, 'maria')
  })

  it('make a save read as little on a paper with many notes as on one with few', async () => {
    const counts = noReads()
    const store = countingStore(openSqliteStore({ path: ':memory:' }), counts)
    const world = notesWorld({ store })
    onTestFinished(() => store.close())
    const costOf = async (number: number) => {
      Object.assign(counts, noReads())
      await world.save('maria', { notes: [savedNote(number)] })
      return { ...counts }
    }
    await costOf(0)
    const few = await costOf(1)
    for (let from = 2; from < 602; from += 100) {
      const notes = Array.from({ length: 100 }, (_, n) => savedNote(from + n))
      await world.save('maria', { notes })
    }
    const many = await costOf(700)
    expect(many.documents).toBe(few.documents)
    expect(many.documents).toBeLessThan(10)
    expect(many.bytes).toBeLessThan(few.bytes + 100)
  })

  it('leave nothing behind when all notes are erased', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    await world.save('maria', { notes: [savedNote(1)] })
    await world.save('maria', { documentId: 'docket', notes: [savedNote(2)] })
    expect((await world.store.list(usageCollection.name)).documents).toHaveLength(3)
    await world.service.erase(memberNamed('maria'))
    expect((await world.store.list(usageCollection.name)).documents).toEqual([])
  })
})

/** As if the person had notes of that size. */
async function pretend(
  { store, now }: World,
  id: string,
  usage: { notes: number; bytes: number },
): Promise<void> {
  const body = { ...usage, countedAt: now().toISOString() }
  const stored = await store.get(usageCollection.name, id)
  if (stored) await store.update(usageCollection.name, id, body, stored.revision)
  else await store.create(usageCollection.name, id, body)
}

describe('limits of notes', () => {
  it.each([
    ['bytesPerPaper', notePrefix('maria', 'budget'), noteLimits.bytesPerPaper],
    ['bytesOfPerson', 'maria', noteLimits.bytesOfPerson],
  ])(
    'adds and lengthens no note beyond %s, and still shortens and removes',
    async (limit, id, most) => {
      const world = notesWorld()
      onTestFinished(() => world.store.close())
      const { notes } = await world.save('maria', {
        notes: [savedNote(1, { text: 'A longer text' }), savedNote(2)],
      })
      const [first, second] = notes.map(({ note }) => note) as [
        (typeof notes)[0]['note'],
        (typeof notes)[0]['note'],
      ]
      await pretend(world, id, { notes: 2, bytes: most - 10 })
      const longer = savedNote(1, { base: first, text: 'A longer text than before' })
      const refused = await world.save('maria', { notes: [savedNote(3), longer] })
      expect(refused).toMatchObject({ notes: [], full: [noteId(3), noteId(1)], fullBy: limit })
      const shorter = savedNote(1, { base: first, text: 'Short' })
      expect(await world.save('maria', { notes: [shorter] })).toMatchObject({ full: [] })
      // Notes removed in the same save make room.
      const removed = [{ id: second.id, revision: second.revision }]
      const made = await world.save('maria', { notes: [savedNote(3)], removed })
      expect(made).toMatchObject({ full: [], notes: [{ note: { id: noteId(3) } }] })
    },
  )

  it('checks a count that leaves no room against the notes, at most once a day', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    await world.save('maria', { notes: [savedNote(1)] })
    await pretend(world, 'maria', { notes: 1, bytes: noteLimits.bytesOfPerson })
    expect((await world.save('maria', { notes: [savedNote(2)] })).full).toHaveLength(1)
    world.wait(25 * 3_600_000)
    expect((await world.save('maria', { notes: [savedNote(2)] })).full).toEqual([])
    await expectCounted(world.store, 'maria')
  })

  const ink = (points: number) => ({
    type: 'SvgSelector' as const,
    value: `<svg viewBox="0 0 100 100"><path d="M1 2${'L10.25 20.75'.repeat(points)}"/></svg>`,
  })
  const drawing = (number: number, points: number, text = '') => {
    const { target, ...rest } = savedNote(number, { text })
    const [page] = target.selector
    return { ...rest, target: { ...target, selector: [page!, ink(points), ink(points)] } }
  }

  it('refuses a note of more than 200 KB', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    await expect(
      world.save('maria', { notes: [drawing(1, 8300, 'x'.repeat(2000))] }),
    ).rejects.toMatchObject({
      code: 'tooLarge',
      message: 'This note is too large: at most 200 KB. Please make several notes of it.',
    })
  })

  it('keeps a page of handwriting with the longest text in any script', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    const note = { ...drawing(1, 3000), text: '議'.repeat(noteLimits.text) }
    expect((await world.save('maria', { notes: [note] })).notes).toHaveLength(1)
  })

  it('shortens a larger note of an earlier release, and doesn’t lengthen it', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    const { notes } = await world.save('maria', { notes: [drawing(1, 7000)] })
    const id = storedNoteId('maria', 'budget', noteId(1))
    const stored = (await world.store.get(notesCollection.name, id))!
    const { id: _, revision, updatedAt: _at, ...body } = stored
    await world.store.update(
      notesCollection.name,
      id,
      { ...body, text: 'x'.repeat(50_000) },
      revision,
    )
    const base = { ...notes[0]!.note, revision: revision + 1, text: 'x'.repeat(50_000) }
    const change = (text: string) => ({
      ...savedNote(1, { base, text }),
      target: drawing(1, 7000).target,
    })
    await expect(
      world.save('maria', { notes: [{ ...change('x'.repeat(50_001)), text: 'x'.repeat(50_001) }] }),
    ).rejects.toMatchObject({ code: 'tooLarge' })
    expect((await world.save('maria', { notes: [change('x'.repeat(19_000))] })).notes).toHaveLength(
      1,
    )
  })

  it('refuses to read or return more than 1 MB of notes for one save', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    const known: { id: string; revision: number }[] = []
    for (let number = 1; number <= 8; number += 1) {
      const { notes } = await world.save('maria', { notes: [drawing(number, 6500)] })
      known.push({ id: notes[0]!.note.id, revision: notes[0]!.note.revision })
    }
    await expect(world.save('maria', { removed: known })).rejects.toMatchObject({
      code: 'tooLarge',
      message: 'These notes are too large to be saved together. Please save fewer at once.',
    })
    const half = await world.save('maria', { removed: known.slice(0, 4) })
    expect(half.removed).toHaveLength(4)
  })

  it('pages a list by bytes, and returns all notes on a paper at once', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    const person = memberNamed('maria')
    for (let number = 1; number <= 12; number += 1) {
      await world.save('maria', { notes: [drawing(number, 6500)] })
    }
    const pages: number[] = []
    const ids: string[] = []
    let after: string | undefined
    do {
      const page = await world.service.list(person, after)
      pages.push(Buffer.byteLength(JSON.stringify(page)))
      ids.push(...page.notes.map(({ note }) => note.id))
      after = page.next
    } while (after !== undefined)
    expect(ids).toHaveLength(12)
    expect(pages.length).toBeGreaterThan(1)
    expect(Math.max(...pages)).toBeLessThan(noteLimits.bytesPerPage * 1.1)
    const paper = await world.service.get(person, 'budget', undefined)
    expect(paper.notes).toHaveLength(12)
    expect(paper).not.toHaveProperty('next')
  })

  it('returns more notes of an earlier release than a paper may have in pages', async () => {
    const world = notesWorld()
    onTestFinished(() => world.store.close())
    const person = memberNamed('maria')
    await world.save('maria', { notes: [savedNote(0)] })
    const stored = await world.store.get(
      notesCollection.name,
      storedNoteId('maria', 'budget', noteId(0)),
    )
    const { id: _id, revision: _revision, updatedAt: _at, ...note } = stored!
    const body = { ...note, text: 'x'.repeat(500_000) }
    for (let number = 1; number <= 10; number += 1) {
      const id = storedNoteId('maria', 'budget', noteId(number))
      await world.store.create(notesCollection.name, id, body)
    }
    const pages: number[] = []
    let after: string | undefined
    do {
      const page = await world.service.get(person, 'budget', undefined, after)
      pages.push(page.notes.length)
      after = page.next
    } while (after !== undefined)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.reduce((sum, count) => sum + count, 0)).toBe(11)
    expect(Math.max(...pages) * 500_000).toBeLessThan(noteLimits.bytesPerPaper + 700_000)
  })

  it('offers the notes on an earlier paper by their count, without reading them', async () => {
    const counts = noReads()
    const store = countingStore(openSqliteStore({ path: ':memory:' }), counts)
    const world = notesWorld({ store })
    onTestFinished(() => store.close())
    const notes = Array.from({ length: 100 }, (_, n) => savedNote(n))
    await world.save('maria', { documentId: 'docket', notes })
    Object.assign(counts, noReads())
    const { earlier } = await world.service.get(memberNamed('maria'), 'budget', undefined)
    expect(earlier).toMatchObject([{ documentId: 'docket', notes: 100 }])
    expect(counts.documents).toBeLessThan(10)
  })
})

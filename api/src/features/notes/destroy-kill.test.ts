import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { booksCollection, recordId } from '../board-book/stored-books.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { destroyAndKill, noteDestruction } from './destroy-kill-fixture.ts'
import { noteId, savedNote } from './notes-fixture.ts'
import { notesCollection, storedNoteId, textHash } from './stored-note.ts'
import { destructionCollection, destructionState, policyCollection } from './stored-policy.ts'

/** Number of kills, evenly spread over a run; `test --long` makes 200. */
const kills = Number(process.env['KILLS'] ?? 1)

/** The meetings of Q3 and Q4 2026 were more than 30 days ago; the meeting of Q1 2027 wasn't. */
const killedAt = '2027-02-15T12:00:00Z'
const nextStart = '2027-02-15T12:10:00Z'
const days = 30
/** Notes per person and paper: more than are destroyed in one transaction. */
const notesEach = 60
const people = ['maria', 'wei']
const papers = ['budget', 'minutes', 'forecast', 'charter']
const duePapers = ['budget', 'minutes']

const folder = mkdtempSync(join(tmpdir(), 'board-portal-test-'))
const first = join(folder, 'first.sqlite')
let before: Awaited<ReturnType<typeof contentOf>>
let steps = 0

beforeAll(async () => {
  const store = openSqliteStore({ path: first })
  await store.create(policyCollection.name, 'policy', { days, holds: [] })
  await store.create('documents', 'budget', { name: 'Budget.pdf' })
  await store.create('note_erasures', 'maria', { count: 1, at: '2026-01-01T00:00:00.000Z' })
  for (const uid of people) {
    const own = { year: 2026, quarter: 4, options: { notes: true, changes: false }, uid }
    const id = recordId({ ...own, meeting: { year: 2026, quarter: 4 } })
    await store.create(booksCollection.name, id, { ...own, last: 0, books: [] })
  }
  await store.transaction(async (transaction) => {
    for (const uid of people) {
      for (const documentId of papers) {
        for (let number = 0; number < notesEach; number += 1) {
          // The last note is written after the meetings, and isn't due yet.
          const isLate = number === notesEach - 1
          const createdAt = isLate ? '2027-02-01T09:00:00.000Z' : '2026-07-01T09:00:00.000Z'
          const { id, base: _, ...note } = savedNote(number, { createdAt, text: 'Private' })
          await transaction.create(notesCollection.name, storedNoteId(uid, documentId, id), {
            ...note,
            uid,
            documentId,
            paper: documentId,
            changedAt: createdAt,
            born: textHash(note.text),
          })
        }
      }
    }
  })
  before = await contentOf(store)
  await store.close()
  const whole = openSqliteStore({ path: copyOf('whole') })
  const destruction = await noteDestruction(whole, killedAt, () => (steps += 1))
  await destruction.run()
  await whole.close()
})

afterAll(() => rmSync(folder, { recursive: true }))

function copyOf(name: string): string {
  const path = join(folder, `${name}.sqlite`)
  cpSync(first, path)
  return path
}

async function contentOf(store: DocumentStore) {
  const ids = async (collection: string) => {
    const { documents } = await store.list(collection, { limit: 1000 })
    return documents.map(({ id }) => id).toSorted()
  }
  return {
    notes: await ids(notesCollection.name),
    books: await ids(booksCollection.name),
    others: await Promise.all(
      ['documents', 'note_erasures', policyCollection.name].map(async (each) => store.list(each)),
    ),
  }
}

/** The notes that aren't due: the late ones, and those on papers of a later quarter or of none. */
function kept(): string[] {
  const due = people.flatMap((uid) =>
    duePapers.flatMap((paper) =>
      Array.from({ length: notesEach - 1 }, (_, at) => storedNoteId(uid, paper, noteId(at))),
    ),
  )
  return before.notes.filter((id) => !due.includes(id))
}

const records = async (store: DocumentStore) => (await store.list('audit')).documents

/** Starts the job as a portal does at startup, and waits until it has finished. */
async function resume(store: DocumentStore): Promise<void> {
  const destruction = await noteDestruction(store, nextStart)
  const stop = destruction.start()
  await expect.poll(async () => (await records(store)).length).toBe(2)
  await stop()
  await destruction.run()
}

describe('a killed destruction of notes', () => {
  it('destroys more than one transaction of notes if it isn’t killed', () => {
    expect(before.notes.length - kept().length).toBe(236)
    expect(before.books).toHaveLength(people.length)
    expect(steps).toBeGreaterThan(500)
  })

  it.each(Array.from({ length: kills }, (_, at) => Math.round(((at + 0.5) / kills) * 1000) / 10))(
    'completes at the next start, and is recorded once (killed after %d percent of its calls)',
    async (percent) => {
      const database = copyOf(`killed-${percent}`)
      const step = 1 + Math.floor((percent / 100) * steps)
      expect(await destroyAndKill(database, killedAt, step)).toBe('killed')
      const store = openSqliteStore({ path: database })
      await expectRecorded(store)
      await resume(store)
      expect(await contentOf(store)).toEqual({ ...before, notes: kept(), books: [] })
      expect((await records(store)).toSorted(bySubject)).toMatchObject([
        { what: 'notes destroyed', subject: '2026-Q3', after: { daysAfterMeeting: days } },
        { what: 'notes destroyed', subject: '2026-Q4', after: { daysAfterMeeting: days } },
      ])
      await store.close()
    },
  )

  it('completes even if it is killed again while it is being completed', async () => {
    const database = copyOf('twice')
    expect(await destroyAndKill(database, killedAt, Math.floor(steps * 0.6))).toBe('killed')
    // After the first kill, fewer calls are left.
    expect(await destroyAndKill(database, nextStart, Math.floor(steps * 0.2))).toBe('killed')
    const store = openSqliteStore({ path: database })
    await expectRecorded(store)
    const destruction = await noteDestruction(store, '2027-02-15T12:20:00Z')
    await destruction.run()
    expect(await contentOf(store)).toEqual({ ...before, notes: kept(), books: [] })
    expect(await records(store)).toHaveLength(2)
    await store.close()
  })
})

/** Expects the quarter of every destroyed note in the audit or in the state for the next start. */
async function expectRecorded(store: DocumentStore): Promise<void> {
  const { notes } = await contentOf(store)
  const [stored] = (await store.list(destructionCollection.name)).documents
  const unrecorded = stored ? destructionState.parse(stored).unrecorded : []
  const recorded = await records(store)
  for (const [paper, subject, quarter] of [
    ['budget', '2026-Q4', { year: 2026, quarter: 4 }],
    ['minutes', '2026-Q3', { year: 2026, quarter: 3 }],
  ] as const) {
    const prefixes = people.map((uid) => storedNoteId(uid, paper, ''))
    const left = notes.filter((id) => prefixes.some((prefix) => id.startsWith(prefix))).length
    if (left === people.length * notesEach) continue
    const isKnown =
      recorded.some((entry) => entry['subject'] === subject) ||
      unrecorded.some((other) => JSON.stringify(other.quarter) === JSON.stringify(quarter))
    expect(isKnown, `${paper} is recorded`).toBe(true)
  }
}

function bySubject(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return String(a['subject']).localeCompare(String(b['subject']))
}

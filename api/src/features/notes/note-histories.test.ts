import type { NotesSave } from '@portal/contract/notes'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { memberNamed } from '../../testing/papers-world-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import {
  type Device,
  newDevice,
  noteSteps,
  type Step,
  takeAnswer,
  takeStored,
  unsavedOf,
} from './note-histories-fixture.ts'
import { noteId } from './notes-fixture.ts'
import { createNotesService, type NotesParts } from './notes-service.ts'
import { shownNote } from './stored-note.ts'

/** Number of histories; `test --long` runs many more. */
const histories = process.env['TEST_LONG'] ? 10_000 : 120

/** The service over an in-memory store. The clock advances by a millisecond with each reading. */
function notesWorld(store: DocumentStore) {
  let ms = Date.parse('2026-11-03T09:00:00Z')
  const now = () => new Date((ms += 1))
  const document = { ...storedPaper('budget'), id: 'budget', version: 1 }
  const documents = {
    isHidden: () => false,
    some: () => new Map([[document.id, document]]),
    version: async () => ({ document, number: 1 }),
  }
  const service = createNotesService({
    store,
    documents: documents as unknown as NotesParts['documents'],
    earlierPapers: () => [],
    isInSlot: () => false,
    meetings: () => new Map(),
    nameOf: ({ meeting }) => meeting,
    titleOf: (_, { title }) => title,
    placed: { place: async (_, notes) => notes.map((kept) => ({ note: shownNote(kept) })) },
    policy: { dayOf: () => undefined, heldFor: () => [], isDue: () => false },
    now,
  })
  return { service, now }
}

type Run = ReturnType<typeof notesWorld> & {
  person: ReturnType<typeof memberNamed>
  devices: Device[]
  /** Every save that a device has sent. */
  sent: NotesSave[]
  /** The note that each word was typed in; every word is typed only once. */
  typed: Map<string, string>
  /** The words that were deleted, or that the device saw in a note that it removed. */
  gone: Set<string>
  createdAt: Map<string, string>
  erasedAt: string
}

const wordsOf = (text: string) => text.split(' ').filter(Boolean)

async function take(run: Run, step: Step): Promise<void> {
  if (step.kind === 'late') {
    const { sent } = run
    if (sent.length > 0) await run.service.save(run.person, sent[step.which % sent.length]!)
    return
  }
  const device = run.devices[step.device]!
  if (step.kind === 'send') return send(run, device, step.fate)
  if (step.kind === 'fetch') return fetchNotes(run, device)
  if (step.kind === 'erase') {
    await run.service.erase(run.person)
    run.erasedAt = run.now().toISOString()
    device.notes.clear()
    return fetchNotes(run, device)
  }
  const known = [...device.notes].filter(([, { isRemoved }]) => !isRemoved)
  const [id, held] = known[step.note] ?? []
  if (step.kind === 'type') return type(run, device, { id, at: step.at })
  if (!id || !held) return
  const words = wordsOf(held.text)
  if (step.kind === 'remove') {
    for (const word of words) run.gone.add(word)
    held.isRemoved = true
  } else if (words.length > 0) {
    const [word] = words.splice(step.at % words.length, 1)
    run.gone.add(word!)
    Object.assign(held, { text: words.join(' '), isChanged: true })
  }
}

/** Types a new word in a note, or creates a note with it. */
function type(run: Run, device: Device, { id, at }: { id: string | undefined; at: number }): void {
  const word = `word${run.typed.size}`
  if (id === undefined) {
    const number = run.createdAt.size
    const made = noteId(number)
    const createdAt = run.now().toISOString()
    run.createdAt.set(made, createdAt)
    device.notes.set(made, { number, createdAt, text: word, isChanged: true, isRemoved: false })
    run.typed.set(word, made)
    return
  }
  const held = device.notes.get(id)!
  const words = wordsOf(held.text)
  words.splice(at % (words.length + 1), 0, word)
  Object.assign(held, { text: words.join(' '), isChanged: true })
  run.typed.set(word, id)
}

async function send(run: Run, device: Device, fate: 'answered' | 'lostRequest' | 'lostAnswer') {
  const body = unsavedOf(device)
  if (!body) return
  run.sent.push(body)
  if (fate === 'lostRequest') return
  const saved = await run.service.save(run.person, body)
  if (fate === 'answered') takeAnswer(device, saved)
}

async function fetchNotes({ service, person }: Run, device: Device) {
  const { notes, erasures } = await service.get(person, 'budget', undefined)
  takeStored(
    device,
    notes.map(({ note }) => note),
    erasures,
  )
}

async function expectSound(run: Run): Promise<void> {
  for (const device of run.devices) await send(run, device, 'answered')
  for (const device of run.devices) await fetchNotes(run, device)
  const { notes } = await run.service.get(run.person, 'budget', undefined)
  const stored = new Map(notes.map(({ note }) => [note.id, note.text]))
  const isErased = (id: string) => run.createdAt.get(id)! <= run.erasedAt
  // What was erased stays erased.
  expect([...stored.keys()].filter(isErased)).toEqual([])
  const isKept = ([word, id]: [string, string]) => wordsOf(stored.get(id) ?? '').includes(word)
  const isMeant = ([word, id]: [string, string]) => run.gone.has(word) || isErased(id)
  expect([...run.typed].filter((candidate) => !isKept(candidate) && !isMeant(candidate))).toEqual(
    [],
  )
  for (const [id, text] of stored) {
    // No word belongs to a different note, or to none.
    for (const word of wordsOf(text)) expect(run.typed.get(word)).toBe(id)
  }
  for (const { notes: held } of run.devices) {
    expect(new Map([...held].map(([id, { text }]) => [id, text]))).toEqual(stored)
  }
}

it('loses no typed text and restores no erased text in random histories of two devices', async () => {
  const store = openSqliteStore({ path: ':memory:' })
  const world = notesWorld(store)
  const seen = { kept: 0, gone: 0, late: 0, erased: 0 }
  let count = 0
  try {
    await fc.assert(
      fc.asyncProperty(noteSteps, async (steps) => {
        const person = memberNamed(`person${(count += 1)}`)
        const run: Run = {
          ...world,
          person,
          devices: [newDevice(), newDevice()],
          sent: [],
          typed: new Map(),
          gone: new Set(),
          createdAt: new Map(),
          erasedAt: '',
        }
        for (const step of steps) await take(run, step)
        await expectSound(run)
        seen.kept += run.devices[0]!.notes.size
        seen.gone += run.gone.size
        seen.late += steps.filter(({ kind }) => kind === 'late').length
        seen.erased += run.erasedAt === '' ? 0 : 1
      }),
      { numRuns: histories },
    )
  } finally {
    await store.close()
  }
  // Histories without events would prove nothing.
  for (const occurrences of Object.values(seen)) expect(occurrences).toBeGreaterThan(histories / 10)
})

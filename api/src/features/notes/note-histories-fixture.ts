import {
  type Note,
  type NotesSave,
  type NotesSaved,
  unansweredRevision,
} from '@portal/contract/notes'
import * as fc from 'fast-check'
import { savedNote } from './notes-fixture.ts'

const which = (most: number) => fc.nat({ max: most - 1 })
const device = which(2)
const note = which(3)

/** Steps of a person's two devices; numbers select among the existing notes. */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('type' as const), device, note, at: which(9) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), device, note, at: which(9) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), device, note }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      device,
      fate: fc.constantFrom(
        'answered' as const,
        'answered' as const,
        'lostRequest' as const,
        'lostAnswer' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), which: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fetch' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), device }) },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

export const noteSteps = fc.array(step, { minLength: 4, maxLength: 24, size: 'max' })

/** A note on a device. */
type Held = {
  number: number
  createdAt: string
  text: string
  saved?: Note | undefined
  isChanged: boolean
  isRemoved: boolean
}

/** A device's state, like that of the portal's client. */
export type Device = { erasures: number; notes: Map<string, Held> }

export function newDevice(): Device {
  return { erasures: 0, notes: new Map() }
}

/** A save with everything that hasn't been answered yet; undefined if there is nothing to save. */
export function unsavedOf({ erasures, notes }: Device): NotesSave | undefined {
  const changed = [...notes].filter(([, held]) => held.isChanged || held.isRemoved)
  if (changed.length === 0) return undefined
  return {
    documentId: 'budget',
    erasures,
    notes: changed
      .filter(([, { isRemoved }]) => !isRemoved)
      .map(([, { number, createdAt, text, saved }]) =>
        savedNote(number, { createdAt, text, ...(saved ? { base: saved } : {}) }),
      ),
    removed: changed
      .filter(([, { isRemoved }]) => isRemoved)
      .map(([id, { saved }]) => ({ id, revision: saved?.revision ?? unansweredRevision })),
  }
}

export function takeAnswer(kept: Device, { notes, removed, erasures }: NotesSaved): void {
  for (const { note: saved } of notes) hold(kept, saved)
  for (const id of removed) kept.notes.delete(id)
  kept.erasures = erasures
}

/** Takes all notes from the store; unsaved changes on the device stay. */
export function takeStored(kept: Device, stored: readonly Note[], erasures: number): void {
  for (const [id, held] of kept.notes) if (!isUnsaved(held)) kept.notes.delete(id)
  for (const saved of stored) if (!kept.notes.has(saved.id)) hold(kept, saved)
  // Text typed before an erasure is sent with the old count of erasures.
  if (![...kept.notes.values()].some(isUnsaved)) kept.erasures = erasures
}

const isUnsaved = ({ isChanged, isRemoved }: Held) => isChanged || isRemoved

function hold(kept: Device, saved: Note): void {
  const { id, createdAt, text } = saved
  const held = { number: Number(id.slice(-12)), createdAt, text, saved }
  kept.notes.set(id, { ...held, isChanged: false, isRemoved: false })
}

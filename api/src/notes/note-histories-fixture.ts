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

/** What two devices of one person do; numbers choose among what there is. */
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

/** A note as a device has it. */
type Held = {
  number: number
  createdAt: string
  text: string
  saved?: Note | undefined
  isChanged: boolean
  isRemoved: boolean
}

/** What a device keeps, as the portal's own client does. */
export type Device = { erasures: number; notes: Map<string, Held> }

export function newDevice(): Device {
  return { erasures: 0, notes: new Map() }
}

/** The save with everything that the device hasn't got an answer for; undefined if there is nothing. */
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

/** All notes as they are stored; what the device hasn't saved yet stays. */
export function takeStored(kept: Device, stored: readonly Note[], erasures: number): void {
  for (const [id, held] of kept.notes) if (!isUnsaved(held)) kept.notes.delete(id)
  for (const saved of stored) if (!kept.notes.has(saved.id)) hold(kept, saved)
  // What was typed before an erasure is sent as such.
  if (![...kept.notes.values()].some(isUnsaved)) kept.erasures = erasures
}

const isUnsaved = ({ isChanged, isRemoved }: Held) => isChanged || isRemoved

function hold(kept: Device, saved: Note): void {
  const { id, createdAt, text } = saved
  const held = { number: Number(id.slice(-12)), createdAt, text, saved }
  kept.notes.set(id, { ...held, isChanged: false, isRemoved: false })
}

import { describe, expect, it } from 'vitest'
import { type HoldingSlot, isFolderClosed, mayRead, type Sight, type Thing } from './may-read.ts'

const now = new Date('2026-11-02T12:00:00Z')

const slot = (own: Partial<HoldingSlot> = {}): HoldingSlot => ({
  kind: 'slot',
  isActive: true,
  isInPreparation: false,
  showsPaper: true,
  ...own,
})
const paper = (own: Partial<Extract<Thing, { kind: 'paper' }>> = {}): Thing => ({
  kind: 'paper',
  isUploaded: false,
  isInClosedFolder: false,
  slots: [],
  ...own,
})
const inPreparation = slot({ isInPreparation: true })
const inactive = slot({ isActive: false })
/** The slot shows a native agenda or an embed instead. */
const replaced = slot({ showsPaper: false })

const table: [name: string, thing: Thing, readers: Sight[]][] = [
  ['a published quarter', { kind: 'quarter', isInPreparation: false }, ['published', 'drafts']],
  ['a quarter in preparation', { kind: 'quarter', isInPreparation: true }, ['drafts']],
  ['an active slot', slot(), ['published', 'drafts']],
  ['an inactive slot', inactive, ['drafts']],
  ['an active card that is set aside', slot({ isSetAside: true }), []],
  ['an active slot of a quarter in preparation', inPreparation, ['drafts']],
  ['an uploaded paper that no slot holds', paper({ isUploaded: true }), []],
  [
    'an uploaded paper in an active slot',
    paper({ isUploaded: true, slots: [slot()] }),
    ['published', 'drafts'],
  ],
  [
    'an uploaded paper in an inactive slot',
    paper({ isUploaded: true, slots: [inactive] }),
    ['drafts'],
  ],
  [
    'an uploaded paper in a quarter in preparation',
    paper({ isUploaded: true, slots: [inPreparation] }),
    ['drafts'],
  ],
  [
    'an uploaded paper in place of which its slot shows something else',
    paper({ isUploaded: true, slots: [replaced] }),
    [],
  ],
  ['a paper from the drive that no slot holds', paper(), ['published', 'drafts']],
  ['a paper from the drive in a closed folder', paper({ isInClosedFolder: true }), []],
  [
    'a paper from a closed folder in an active slot',
    paper({ isInClosedFolder: true, slots: [slot()] }),
    ['published', 'drafts'],
  ],
  [
    'a paper from the drive that only hidden slots hold',
    paper({ slots: [inactive, inPreparation] }),
    ['drafts'],
  ],
  [
    'a paper from the drive in a hidden slot and in an active one',
    paper({ slots: [inPreparation, slot()] }),
    ['published', 'drafts'],
  ],
  [
    'a paper from the drive whose active slot shows a native agenda',
    paper({ slots: [replaced] }),
    ['published', 'drafts'],
  ],
  [
    'a paper from a closed folder whose active slot shows a native agenda',
    paper({ isInClosedFolder: true, slots: [replaced] }),
    [],
  ],
]

it.each(table)('decides who may read %s', (_, thing, readers) => {
  const sights = ['published', 'drafts', 'everything'] as const
  const allowed = sights.filter((sight) => mayRead({ sight }, thing, now))
  expect(allowed).toEqual([...readers, 'everything'])
})

describe('a folder of the drive', () => {
  const closed = (folder: string, switched: Record<string, boolean> = {}) =>
    isFolderClosed(folder, new Map(Object.entries(switched)))

  it('starts open, except Drafts and In preparation', () => {
    expect(closed('')).toBe(false)
    expect(closed('2026 Q4')).toBe(false)
    expect(closed('2026 Q4/Drafts')).toBe(true)
    expect(closed('in preparation/2027 Q1')).toBe(true)
    expect(closed('Drafts of bylaws')).toBe(false)
  })

  it('follows the nearest switch, and its own name before the folders around it', () => {
    expect(closed('2026 Q4/Budget', { '2026 Q4': true })).toBe(true)
    expect(closed('2026 Q4/Budget', { '2026 Q4': true, '2026 Q4/Budget': false })).toBe(false)
    expect(closed('2026 Q4/Drafts', { '2026 Q4': false })).toBe(true)
    expect(closed('2026 Q4/Drafts/Old', { '2026 Q4/Drafts': false })).toBe(false)
    expect(closed('Budget', { '': true })).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { mappingId, meetingSlot, slotOf } from './ids.ts'
import {
  allSlotsOfQuarter,
  isMovable,
  nextFreePaper,
  ordersOfMovedPaper,
  papersOfMeeting,
  papersOfQuarter,
} from './quarter-papers.ts'
import {
  holdsAnyPaper,
  isMaterialType,
  isOptional,
  type MaterialType,
  mostPapers,
  slotName,
} from './slot-names.ts'

const quarter = { year: 2027, quarter: 1 }
const slotFor = (materialType: MaterialType) =>
  ({ kind: 'meeting', ...quarter, materialType }) as const
const idOf = (materialType: MaterialType) => mappingId(slotFor(materialType))

type Mappings = Parameters<typeof papersOfQuarter>[1]
const typesOf = (mappings: Mappings) =>
  papersOfQuarter(quarter, mappings).map(({ materialType }) => materialType)
const additional = (...numbers: number[]) =>
  Object.fromEntries(
    numbers.map((number) => [idOf(`additional-material-${number}`), { documentId: `d${number}` }]),
  )

describe('the slots that a quarter can have', () => {
  it('are 200, and each has an id that is read back', () => {
    const slots = allSlotsOfQuarter(quarter)
    expect(new Set(slots.map(mappingId)).size).toBe(mostPapers)
    for (const slot of slots) expect(slotOf(mappingId(slot))).toEqual(slot)
  })

  it('continue the specification’s additional materials', () => {
    const sixth = slotFor('additional-material-6')
    expect(slotName(sixth)).toBe('Additional Material 6')
    expect(holdsAnyPaper(sixth) && isOptional(sixth)).toBe(true)
  })

  it.each(['0', '06', '192', '1000', '-1', '1.5', '1e2', ''])('have no number “%s”', (number) => {
    expect(isMaterialType(`additional-material-${number}`)).toBe(false)
  })
})

describe('the papers of a quarter', () => {
  it('are the specification’s slots until something is added', () => {
    expect(typesOf({})).toHaveLength(14)
    expect(typesOf({ [idOf('additional-material-6')]: {} })).toHaveLength(14)
  })

  it('end with the additional materials that hold something', () => {
    expect(typesOf(additional(10, 7)).slice(-3)).toEqual([
      'additional-material-5',
      'additional-material-7',
      'additional-material-10',
    ])
  })

  it('include a paper whose document is gone', () => {
    expect(typesOf({ [idOf('additional-material-6')]: { problem: 'gone' } })).toHaveLength(15)
  })

  it('follow the order of their mappings', () => {
    const moved = {
      ...additional(6),
      [idOf('additional-material-7')]: { documentId: 'd', order: 1.5 },
    }
    expect(typesOf(moved).slice(0, 3)).toEqual([
      'agenda',
      'additional-material-7',
      'consent-agenda',
    ])
  })
})

describe('a paper that is moved', () => {
  const moves = (mappings: Mappings, type: MaterialType, target: MaterialType) => {
    const papers = papersOfQuarter(quarter, mappings)
    const orders = ordersOfMovedPaper(papers, mappings, slotFor(type), slotFor(target))
    const after = [...orders].map(([id, order]) => [id, { ...mappings[id], order }])
    return { orders, types: typesOf({ ...mappings, ...Object.fromEntries(after) }) }
  }

  it('takes the place of an earlier one, by one new order', () => {
    const { orders, types } = moves(
      additional(6, 7),
      'additional-material-7',
      'additional-material-6',
    )
    expect([...orders.keys()]).toEqual([idOf('additional-material-7')])
    expect(types.slice(-2)).toEqual(['additional-material-7', 'additional-material-6'])
  })

  it('takes the place of a later one', () => {
    const { types } = moves({}, 'agenda', 'budget-vs-actual')
    expect(types.slice(0, 3)).toEqual(['consent-agenda', 'budget-vs-actual', 'agenda'])
  })

  it('can be the last one', () => {
    const { types } = moves(additional(6), 'agenda', 'additional-material-6')
    expect(types.at(-1)).toBe('agenda')
  })

  it('holds something, or is one that every quarter needs', () => {
    expect(isMovable(slotFor('additional-material-1'), {})).toBe(false)
    expect(isMovable(slotFor('additional-material-1'), additional(1))).toBe(true)
    expect(isMovable(slotFor('budget-update'), {})).toBe(true)
  })

  it('numbers the papers again if two have the same order, but not the empty ones', () => {
    const same = {
      [idOf('additional-material-6')]: { documentId: 'a', order: 40 },
      [idOf('additional-material-7')]: { documentId: 'b', order: 40 },
      [idOf('additional-material-8')]: { documentId: 'c', order: 40 },
    }
    const { orders, types } = moves(same, 'additional-material-8', 'additional-material-7')
    expect(types.slice(-3)).toEqual([
      'additional-material-6',
      'additional-material-8',
      'additional-material-7',
    ])
    expect(orders.has(idOf('additional-material-1'))).toBe(false)
  })
})

describe('the next free place', () => {
  const nextOf = (mappings: Mappings, setAside: string[] = []) =>
    nextFreePaper(quarter, mappings, ({ materialType }) => setAside.includes(materialType))
      ?.materialType

  it('takes the first additional material that holds nothing and isn’t set aside', () => {
    expect(nextOf(additional(1, 2), ['additional-material-3'])).toBe('additional-material-4')
    expect(nextOf(additional(1, 2, 3, 4, 5, 7))).toBe('additional-material-6')
  })

  it('ends once the quarter has 200', () => {
    const all = additional(...Array.from({ length: 191 }, (_, index) => index + 1))
    expect(nextOf(all)).toBeUndefined()
    expect(papersOfQuarter(quarter, all)).toHaveLength(mostPapers)
  })
})

describe('the papers of a meeting that isn’t quarterly', () => {
  const meeting = { meeting: '2026-11-12-finance' }
  const slotIn = (key: string) => meetingSlot(meeting, key)!
  const id = (key: string) => mappingId(slotIn(key))
  const keys = (mappings: Mappings) =>
    papersOfMeeting(meeting, mappings).map(({ materialType }) => materialType)
  const two = { [id('a')]: { title: 'A', order: 1 }, [id('b')]: { documentId: 'b', order: 2 } }

  it('begin with its agenda while that comes from the drive, and the agenda never moves', () => {
    const agenda = slotIn('agenda')
    expect(slotOf(mappingId(agenda))).toEqual(agenda)
    expect(holdsAnyPaper(agenda)).toBe(false)
    expect(keys({ ...two, [id('agenda')]: { mode: 'native', documentId: 'd' } })).toEqual([
      'a',
      'b',
    ])
    const drive = { ...two, [id('agenda')]: { mode: 'drive' as const } }
    expect(keys(drive)).toEqual(['agenda', 'a', 'b'])
    expect(isMovable(agenda, drive)).toBe(false)
    const papers = papersOfMeeting(meeting, drive)
    expect([...ordersOfMovedPaper(papers, drive, slotIn('b'), slotIn('a'))]).toEqual([
      [id('b'), 0.5],
    ])
  })

  it('move while they have a name', () => {
    expect(isMovable(slotIn('a'), two)).toBe(true)
    expect(isMovable(slotIn('a'), {})).toBe(false)
  })
})

import { expect, it } from 'vitest'
import { itemIds, mappingId, quarterId, slotOf } from './ids.ts'
import {
  agendaSlot,
  communicationsTypes,
  policyTypes,
  type Slot,
  slotsOfQuarter,
} from './slot-names.ts'

const q4 = { year: 2026, quarter: 4 }

it('names a quarter and the slot of its agenda', () => {
  expect(quarterId(q4)).toBe('2026-Q4')
  expect(mappingId(agendaSlot(q4))).toBe('meeting-2026-q4-agenda')
})

it('reads every slot back from its mapping id', () => {
  const slots = [
    ...slotsOfQuarter(q4),
    ...Object.keys(policyTypes).map((policyType) => ({ kind: 'governance', policyType })),
    ...Object.keys(communicationsTypes).map((type) => ({
      kind: 'communications',
      resourceType: type,
    })),
  ] as Slot[]
  for (const slot of slots) expect(slotOf(mappingId(slot))).toEqual(slot)
})

it.each([
  'meeting-2026-q5-agenda',
  'meeting-1969-q1-agenda',
  'meeting-2026-q4-poem',
  'governance-',
  'x',
])('finds no slot for %s', (id) => {
  expect(slotOf(id)).toBeUndefined()
})

it('derives the same id every time for an item without an id of its own', () => {
  expect(itemIds([undefined, 'a', 'a'])).toEqual(['item-1', 'a', 'item-3'])
  expect(itemIds([undefined, 'item-1'])).toEqual(['item-1-2', 'item-1'])
})

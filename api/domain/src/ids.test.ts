import { expect, it } from 'vitest'
import { itemIds, mappingId, quarterId, slotOf, slugOf } from './ids.ts'
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

it('reads cards of the foundation’s own', () => {
  expect(slotOf('governance-gift-acceptance-2')).toEqual({
    kind: 'governance',
    policyType: 'gift-acceptance-2',
  })
  expect(slotOf('communications-press')).toEqual({ kind: 'communications', resourceType: 'press' })
})

it('makes part of an id of a card’s name', () => {
  expect(slugOf('Gift Acceptance & Naming')).toBe('gift-acceptance-and-naming')
  expect(slugOf(' Règlement de l’été (2027) ')).toBe('reglement-de-lete-2027')
  expect(slugOf('Straße nach Ærø')).toBe('strasse-nach-aero')
  expect(slugOf('定款')).toBe('')
  const long = slugOf('A very long name of a policy '.repeat(4))
  expect(long.length).toBeLessThanOrEqual(60)
  expect(slotOf(`governance-${long}`)).toBeDefined()
})

it.each([
  'meeting-2026-q5-agenda',
  'meeting-1969-q1-agenda',
  'meeting-2026-q4-poem',
  'governance-',
  'governance-Bylaws',
  'governance-a--b',
  `governance-${'a'.repeat(61)}`,
  'x',
])('finds no slot for %s', (id) => {
  expect(slotOf(id)).toBeUndefined()
})

it('derives the same id every time for an item without an id of its own', () => {
  expect(itemIds([undefined, 'a', 'a'])).toEqual(['item-1', 'a', 'item-3'])
  expect(itemIds([undefined, 'item-1'])).toEqual(['item-1-2', 'item-1'])
})

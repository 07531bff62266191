import { expect, it } from 'vitest'
import { agendaItemName, agendaItemNumber, durationText, totalMinutes } from './agenda-item.ts'

it('calls an item without a title by its number, once', () => {
  const items = [{ title: ' Welcome ' }, { title: ' ' }]
  expect(items.map(agendaItemName)).toEqual(['Welcome', 'Item 2'])
  expect(items.map(agendaItemNumber)).toEqual(['1.', undefined])
})

it('writes a duration in hours and minutes', () => {
  expect([0, 45, 60, 150].map(durationText)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min'])
})

it('adds up the minutes of all items', () => {
  expect(totalMinutes([{ duration: 10 }, { duration: 0 }, { duration: 45 }])).toBe(55)
})

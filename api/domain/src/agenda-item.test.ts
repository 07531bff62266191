import { expect, it } from 'vitest'
import {
  agendaItemName,
  agendaItemNumber,
  agendaItemPlaces,
  durationText,
  parentItemIndex,
  totalMinutes,
} from './agenda-item.ts'

it('calls an item without a title by its number, once', () => {
  const items = [{ title: ' Welcome ' }, { title: ' ' }]
  expect(items.map(agendaItemName)).toEqual(['Welcome', 'Item 2'])
  expect(items.map(agendaItemNumber)).toEqual(['1.', undefined])
})

it('numbers sub-items after the item above them, and takes the first one as an item', () => {
  const items = [true, false, true, true, false].map((subItem) => ({ title: 'A', subItem }))
  const places = agendaItemPlaces(items)
  expect(places).toEqual(['1', '2', '2.1', '2.2', '3'])
  expect(items.map((_, index) => parentItemIndex(items, index))).toEqual([
    undefined,
    undefined,
    1,
    1,
    undefined,
  ])
  expect(agendaItemNumber({ title: 'Audit' }, '2.1')).toBe('2.1')
  expect(agendaItemNumber({ title: 'Audit' }, '2')).toBe('2.')
  expect(agendaItemName({ title: '' }, '2.1')).toBe('Item 2.1')
})

it('writes a duration in hours and minutes', () => {
  expect([0, 45, 60, 150].map(durationText)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min'])
})

it('adds up the minutes of all items', () => {
  expect(totalMinutes([{ duration: 10 }, { duration: 0 }, { duration: 45 }])).toBe(55)
})

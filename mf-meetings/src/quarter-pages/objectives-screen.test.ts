import { expect, it } from 'vitest'
import { categoriesOf, categoryName, foundObjectives, objectivesOf } from './objectives-screen.tsx'

const item = { duration: 10, completed: false, type: 'decision' }
const objectives = objectivesOf([
  { ...item, id: 'a', title: 'Reserve policy', speaker: 'Treasurer' },
  { ...item, id: 'b', title: ' ', type: '', completed: true },
])

it('fills in what an item leaves out', () => {
  expect(objectives[1]).toEqual({
    id: 'b',
    name: 'Untitled Item',
    category: 'discussion',
    done: true,
  })
  expect(categoriesOf(objectives)).toEqual(['decision', 'discussion'])
  expect(categoryName('action-item')).toBe('Action item')
})

it('keeps a speaker and a description that are read from the right in their order', () => {
  const rightToLeft = {
    ...item,
    id: 'c',
    title: 'דוח',
    speaker: 'أحمد (2026)',
    description: '3 דוחות',
  }
  expect(objectivesOf([rightToLeft])[0]!.about).toBe(
    '\u2068أحمد (2026)\u2069 · \u20683 דוחות\u2069',
  )
})

it('finds objectives that contain every word, in any order and case', () => {
  const matching = (words: string, category?: string) =>
    foundObjectives(objectives, { words, category }).map(({ id }) => id)
  expect(matching('TREASURER reserve')).toEqual(['a'])
  expect(matching('reserve chair')).toEqual([])
  expect(matching('')).toEqual(['a', 'b'])
  expect(matching('', 'discussion')).toEqual(['b'])
})

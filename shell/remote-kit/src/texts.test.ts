import { afterEach, expect, it } from 'vitest'
import { texts } from './texts.ts'

afterEach(() => (document.documentElement.lang = ''))

const text = texts({
  en: {
    title: 'News',
    byAuthor: 'By {author}, {author} again',
    found: { one: '{count} article in {place}', other: '{count} articles in {place}' },
  },
  de: {
    title: 'Neuigkeiten',
    found: { one: '{count} Artikel in {place}', other: '{count} Artikel in {place}' },
  },
  'de-CH': { title: 'Nöis' },
  pl: { found: { one: '{count} tekst', few: '{count} teksty', other: '{count} tekstów' } },
})

it('inserts values by name, as text', () => {
  expect(text('byAuthor', { author: '<b>{title}</b>' })).toBe(
    'By <b>{title}</b>, <b>{title}</b> again',
  )
})

it('chooses the plural and writes numbers as the language does', () => {
  expect(text('found', { count: 1, place: 'all' })).toBe('1 article in all')
  expect(text('found', { count: 1200, place: 'all' })).toBe('1,200 articles in all')
  document.documentElement.lang = 'de'
  expect(text('found', { count: 1200, place: 'allem' })).toBe('1.200 Artikel in allem')
  document.documentElement.lang = 'pl'
  expect(text('found', { count: 3, place: '' })).toBe('3 teksty')
})

it('takes the nearest language that has the text, and English otherwise', () => {
  document.documentElement.lang = 'de-CH'
  expect(text('title')).toBe('Nöis')
  expect(text('found', { count: 2, place: 'allem' })).toBe('2 Artikel in allem')
  expect(text('byAuthor', { author: 'Ada' })).toBe('By Ada, Ada again')
  document.documentElement.lang = 'fr'
  expect(text('title')).toBe('News')
})

it('knows the keys and values of each text', () => {
  // @ts-expect-error -- no such text
  expect(() => text('subtitle')).toThrow(TypeError)
  // @ts-expect-error -- its author is missing
  expect(text('byAuthor', {})).toBe('By {author}, {author} again')
})

import { expect, it } from 'vitest'
import { opensSearch } from './search-button.tsx'

function pressed(key: string, held: KeyboardEventInit = {}, tag = 'body', type = ''): boolean {
  const target = document.createElement(tag)
  if (type !== '') target.setAttribute('type', type)
  const event = new KeyboardEvent('keydown', { key, ...held })
  target.dispatchEvent(event)
  return opensSearch(event)
}

it('opens the search by slash, Ctrl-K and ⌘-K', () => {
  expect(pressed('/')).toBe(true)
  expect(pressed('k', { ctrlKey: true })).toBe(true)
  expect(pressed('K', { metaKey: true })).toBe(true)
})

it('opens the search by slash on keyboards that need Shift for it', () => {
  expect(pressed('/', { shiftKey: true })).toBe(true)
})

it.each(['input', 'textarea', 'select'])('ignores a slash typed into a field: %s', (tag) => {
  expect(pressed('/', {}, tag)).toBe(false)
  expect(pressed('k', { ctrlKey: true }, tag)).toBe(true)
})

it.each(['checkbox', 'radio'])('opens the search by the slash while a %s has the focus', (type) => {
  expect(pressed('/', {}, 'input', type)).toBe(true)
})

it('ignores other keys', () => {
  expect(pressed('k')).toBe(false)
  expect(pressed('/', { ctrlKey: true })).toBe(false)
  expect(pressed('k', { ctrlKey: true, altKey: true })).toBe(false)
})

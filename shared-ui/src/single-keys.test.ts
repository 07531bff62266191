import { afterEach, expect, it } from 'vitest'
import { mayAct, setSingleKeys } from './single-keys.ts'

afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

const key = (name: string, held: Partial<KeyboardEvent> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

function elementIn(html: string): Element {
  document.body.innerHTML = html
  return document.querySelector('#target')!
}

it.each([
  '<div data-reading-area="pages"><p id="target"></p></div>',
  '<aside data-reading-area="list"><a id="target"></a></aside>',
  '<div role="dialog"><div data-paper-keys><p id="target"></p></div></div>',
])('lets a single key act at a paper or its list: %s', (html) => {
  expect(mayAct(key('a'), elementIn(html))).toBe(true)
})

it.each([
  '<div data-reading><header data-paper-bar><button id="target"></button></header></div>',
  '<div role="dialog"><button id="target"></button></div>',
  '<div data-paper-keys><div role="toolbar"><button id="target"></button></div></div>',
  '<main id="target"></main>',
])('lets none act elsewhere: %s', (html) => {
  for (const name of ['a', '0', '-', '?']) expect(mayAct(key(name), elementIn(html))).toBe(false)
  expect(mayAct(key('PageDown'), elementIn(html))).toBe(true)
  expect(mayAct(key('f', { ctrlKey: true }), elementIn(html))).toBe(true)
})

it('lets none act once they are switched off on this device', () => {
  const paper = elementIn('<div data-paper-keys><p id="target"></p></div>')
  setSingleKeys(false)
  expect(mayAct(key('j'), paper)).toBe(false)
  expect(mayAct(key('End'), paper)).toBe(true)
  setSingleKeys(true)
  expect(mayAct(key('j'), paper)).toBe(true)
})

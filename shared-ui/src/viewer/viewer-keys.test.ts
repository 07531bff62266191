import { describe, expect, it } from 'vitest'
import { commandOf, isTyping } from './viewer-keys.ts'
import { nextZoom } from './viewport.ts'

const key = (name: string, held: Partial<KeyboardEvent> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('the viewer’s keys', () => {
  it('turns pages, zooms, searches and enters full screen', () => {
    const meanings = ['PageDown', 'PageUp', 'Home', 'End', '+', '-', '0', 'f', 'Escape'].map(
      (name) => commandOf(key(name), false),
    )
    expect(meanings).toEqual([
      'screenDown',
      'screenUp',
      'firstPage',
      'lastPage',
      'zoomIn',
      'zoomOut',
      'zoomReset',
      'fullScreen',
      'escape',
    ])
    expect(commandOf(key('f', { ctrlKey: true }), false)).toBe('search')
    expect(commandOf(key('f', { metaKey: true }), false)).toBe('search')
  })

  it('ignores Tab and the browser’s own shortcuts', () => {
    expect(commandOf(key('Tab'), false)).toBeUndefined()
    expect(commandOf(key('ArrowLeft', { altKey: true }), false)).toBeUndefined()
    expect(commandOf(key('Home', { metaKey: true }), false)).toBeUndefined()
  })

  it('prints the paper by the browser’s own shortcut, also in a text field', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(commandOf(key('p', held), false)).toBe('print')
      expect(commandOf(key('p', held), true)).toBe('print')
    }
    expect(commandOf(key('P', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined()
  })

  it('leaves text input to the focused field', () => {
    const field = document.createElement('input')
    expect(isTyping(field)).toBe(true)
    for (const name of ['f', '0', '-', 'Home', 'ArrowLeft']) {
      expect(commandOf(key(name), true)).toBeUndefined()
    }
    expect(commandOf(key('f', { ctrlKey: true }), true)).toBe('search')
    expect(commandOf(key('Escape'), true)).toBe('escape')
  })
})

describe('zoom', () => {
  it('moves to the next standard factor, also from a value in between', () => {
    expect(nextZoom(1, 1)).toBe(1.1)
    expect(nextZoom(1.37, 1)).toBe(1.5)
    expect(nextZoom(1.37, -1)).toBe(1.25)
  })

  it('stops at the limits', () => {
    expect(nextZoom(5, 1)).toBe(5)
    expect(nextZoom(0.25, -1)).toBe(0.25)
  })
})

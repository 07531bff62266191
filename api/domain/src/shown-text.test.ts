import { expect, it } from 'vitest'
import { harmlessText, isolated, isShown, onOneLine, shownName, shownPath } from './shown-text.ts'

it.each([
  '\u0000',
  '\u0007',
  '\u001b[31m',
  '\u0085',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u2028',
  '\ud800',
])('refuses %j in a name', (character) => {
  expect(isShown(`Budget${character} 2026`)).toBe(false)
  expect(shownName(`Budget${character}`)).not.toContain(character)
})

it.each(['Zoë Müller-Łukasz', 'תקציב 2026', 'میزانیه\u200cها', '👩‍💼 Chair', '预算', 'नियम'])(
  'accepts the name %s',
  (name) => {
    expect(isShown(name)).toBe(true)
    expect(shownName(name)).toBe(name.normalize('NFC'))
  },
)

it('writes a pasted name on one line', () => {
  expect(onOneLine('Minutes\r\n\tof the board')).toBe('Minutes of the board')
})

it('composes the decomposed letters of a name', () => {
  expect(shownName('Re\u0301union')).toBe('R\u00e9union')
})

it.each([
  ['Board/2026', 'Board/2026'],
  ['..', '_'],
  ['Board/../Finance/.', 'Board/_/Finance/_'],
  ['Board/\u202e/x', 'Board/_/x'],
  ['...', '...'],
])('shows the folders %j as %j', (path, shown) => {
  expect(shownPath(path)).toBe(shown)
})

it('removes from a text only what could disguise it', () => {
  expect(harmlessText('one\n\ttwo\r\n\u001b[31mthree\u202e four\u2066')).toBe(
    'one\n\ttwo\r\n[31mthree four',
  )
  expect(harmlessText('a mark\u200f stays')).toBe('a mark\u200f stays')
})

it.each(['דוח (2026)', 'أحمد (2026)', 'سالم و Larkspur', '\u{10900}\u{10901}', 'ﷺ'])(
  'isolates %s, which is right-to-left',
  (name) => {
    expect(`${isolated(name)}, 3 pages`).toBe(`\u2068${name}\u2069, 3 pages`)
  },
)

it('leaves a left-to-right name unchanged', () => {
  expect(isolated('Zoë Müller-Łukasz (2026)')).toBe('Zoë Müller-Łukasz (2026)')
  expect(isolated(undefined)).toBe('')
})

it('isolates a name once', () => {
  expect(isolated(isolated('דוח'))).toBe('\u2068דוח\u2069')
})

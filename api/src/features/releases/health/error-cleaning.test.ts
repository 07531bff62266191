import { describe, expect, it } from 'vitest'
import { cleanedError, cleanedMessage, framesOf } from './error-cleaning.ts'

const of = { remote: 'meetings', release: '1.0.0-a' }
const base = 'https://portal.example/remotes/meetings/1.0.0-a'

describe('a message', () => {
  it.each([
    [
      'TypeError: Cannot read properties of undefined (reading ‘title’)',
      'TypeError: Cannot read properties of undefined (reading …',
    ],
    ['TypeError: items.map is not a function', 'TypeError: items.map is not a function'],
    [
      'Error: Minified React error #418; visit https://react.dev/errors/418',
      'Error: Minified React error #418; visit …',
    ],
    ['RangeError: Invalid time value', 'RangeError: Invalid time value'],
    ['ApiError: notFound', 'ApiError: notFound'],
  ])('keeps what browsers and code say: %s', (message, kept) => {
    expect(cleanedMessage(message)).toBe(kept)
  })

  it.each([
    ['Error: No page in “Budget of the Hale fund”', 'Error: No page in …'],
    ["Error: Note 'ask Ada’s lawyer' is gone", 'Error: … is gone'],
    ['Error: The paper Budget Draft of Ada Park is missing', 'Error: The paper … of … is missing'],
    ['Error: Failed for ada.park@larkspur.example', 'Error: Failed for …'],
    ['Error: Failed to load https://portal.example/api/notes?of=42', 'Error: Failed to load …'],
    ['Error: Unknown id 1f8b2c77e0 of 2026-11-22, $4,200', 'Error: Unknown id … of …'],
    [
      'SyntaxError: Unexpected token, "we should not renew" is not valid',
      'SyntaxError: Unexpected token, … is not valid',
    ],
    ['Error: The text "never ends', 'Error: The text …'],
    ['Error: Failed\nask the lawyer first', 'Error: Failed'],
  ])('hides what people may have typed: %s', (message, kept) => {
    expect(cleanedMessage(message)).toBe(kept)
  })
})

describe('a stack', () => {
  it('keeps only the places in scripts that Chrome names', () => {
    const stack = `TypeError: Cannot open the paper of Ada Park
    at Kr (${base}/screen.4f.js:1:2345)
    at async Object.read (${base}/assets/chunk.5a.js:2:1)
    at https://portal.example/main.0c.js:1:99
    at https://portal.example/remotes/directory/2.0.0-a/container.js:1:7
    at Array.map (<anonymous>)
    at https://portal.example/meetings/paper-of-ada:1:7`
    expect(framesOf(stack, of)).toEqual([
      { from: 'release', file: 'screen.4f.js', line: 1, column: 2345, name: 'Kr' },
      { from: 'release', file: 'assets/chunk.5a.js', line: 2, column: 1, name: 'Object.read' },
      { from: 'portal', file: 'main.0c.js', line: 1, column: 99 },
      { from: 'otherRemote', file: 'container.js', line: 1, column: 7 },
    ])
  })

  it('keeps the places that Safari and Firefox name', () => {
    const stack = `Kr@${base}/screen.4f.js:1:2345\n@${base}/screen.4f.js?v=1:3:4\nmap@[native code]`
    expect(framesOf(stack, of)).toEqual([
      { from: 'release', file: 'screen.4f.js', line: 1, column: 2345, name: 'Kr' },
      { from: 'release', file: 'screen.4f.js', line: 3, column: 4 },
    ])
  })

  it('keeps at most twelve places', () => {
    expect(framesOf(`${base}/a.js:1:1\n`.repeat(100), of)).toHaveLength(12)
  })
})

describe('the fingerprint', () => {
  const idOf = (message: string, place = '1:20', more = {}) =>
    cleanedError({ ...of, message, stack: `at read (${base}/screen.js:${place})`, ...more }).id

  it('ignores the message where a place is known', () => {
    expect(idOf('TypeError: e.title is undefined')).toBe(idOf('TypeError: e.agenda is undefined'))
  })

  it('differs by place, name and kind', () => {
    const ids = [
      idOf('TypeError: failed'),
      idOf('TypeError: failed', '1:21'),
      idOf('RangeError: failed'),
      idOf('TypeError: failed', '1:20', { kind: 'empty' }),
    ]
    expect(new Set(ids).size).toBe(4)
  })

  it('uses the message where no place is known', () => {
    const ids = ['Error: Failed', 'Error: Failed again'].map(
      (message) => cleanedError({ ...of, message }).id,
    )
    expect(new Set(ids).size).toBe(2)
  })
})

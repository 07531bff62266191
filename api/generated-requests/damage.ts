import * as fc from 'fast-check'

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown

/** Invalid input: wrong types, edge cases, and strings that other layers may interpret. */
export const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Ω'.repeat(3000),
  'm'.repeat(70_000),
  '../../../../etc/passwd',
  "'; DROP TABLE documents; --",
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'https://evil.example/%00',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
  '2025-02-30',
  '99:99',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '=HYPERLINK("http://evil.example")',
]
const oddValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  {},
  [null],
  nested(50),
  nested(2000),
  { toString: 1 },
  { length: -1 },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  ...oddTexts,
]

const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'id',
  'revision',
  'updatedAt',
  'isAdmin',
  'a\0b',
  '',
  'ключ',
]

type Position = { holder: Record<string, unknown>; key: string }

/** A valid value in which one thing was replaced, removed or added. */
export function damaged(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      valid,
      fc.nat(),
      fc.constantFrom('replace', 'drop', 'add', 'instead'),
      fc.constantFrom(...oddValues),
      fc.constantFrom(...oddKeys),
    )
    .map(([value, where, way, odd, key]) => {
      if (way === 'instead') return odd
      const copy = { root: structuredClone(value) }
      const positions = [...positionsOf(copy)]
      const { holder, key: at } = positions[where % positions.length]!
      if (way === 'replace' || (way === 'drop' && holder === copy)) holder[at] = odd
      else if (way === 'drop') delete holder[at]
      else {
        const transaction = holder[at]
        // `defineProperty` treats `__proto__` as an ordinary key.
        const target =
          typeof transaction === 'object' && transaction !== null ? transaction : holder
        Object.defineProperty(target, key, {
          value: odd,
          enumerable: true,
          configurable: true,
          writable: true,
        })
      }
      return copy.root
    })
}

function* positionsOf(holder: object): Generator<Position> {
  for (const key of Object.keys(holder)) {
    const record = holder as Record<string, unknown>
    yield { holder: record, key }
    const value = record[key]
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      yield* positionsOf(value)
  }
}

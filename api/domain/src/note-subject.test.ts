import { describe, expect, it } from 'vitest'
import {
  inkPath,
  type NoteSubject,
  pageOf,
  subjectOf,
  targetFor,
  targetOf,
} from './note-subject.ts'

const words = { exact: 'annual surplus', prefix: 'the ', suffix: ' of 2026' }
const quote = { type: 'TextQuoteSelector', ...words }
const page = (number: number) => ({
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: `page=${number}`,
})
const area = (value: string) => ({
  type: 'FragmentSelector',
  conformsTo: 'http://www.w3.org/TR/media-frags/',
  value,
})
const ink = (paths: string) => ({
  type: 'SvgSelector',
  value: `<svg viewBox="0 0 100 100">${paths}</svg>`,
})

const subjects: [string, NoteSubject, selector: unknown[]][] = [
  ['a page', { page: 3 }, [page(3)]],
  [
    'words',
    { page: 4, words: { ...words, ranges: [{ page: 4, from: 10, to: 23 }] } },
    [page(4), quote, { type: 'TextPositionSelector', start: 10, end: 23 }],
  ],
  [
    'an area',
    { page: 1, rectangle: { x: 0.125, y: 0.07, width: 0.3, height: 0.0825 } },
    [page(1), area('xywh=percent:12.5,7,30,8.25')],
  ],
  [
    'an area with three decimals',
    { page: 12, rectangle: { x: 0.33333, y: 0.57001, width: 0.29, height: 0.01 } },
    [page(12), area('xywh=percent:33.333,57.001,29,1')],
  ],
  [
    'ink',
    {
      page: 2,
      ink: [
        [
          { x: 0.01, y: 0.02 },
          { x: 0.035, y: 0.04 },
        ],
        [
          { x: 1, y: 0 },
          { x: 0.0025, y: 0.9999 },
          { x: 0.57, y: 0.29 },
        ],
      ],
    },
    [page(2), ink('<path d="M1 2L3.5 4"/><path d="M100 0L0.25 99.99L57 29"/>')],
  ],
]

describe.each(subjects)('the target of %s', (_, subject, selector) => {
  it('has its selectors', () => {
    expect(targetOf(subject, 2)).toEqual({ version: 2, selector })
  })

  it('is read as the same subject', () => {
    const { rectangle, ink: lines, ...exact } = subjectOf(targetOf(subject, 2))
    const { rectangle: ownRectangle, ink: ownLines, ...own } = subject
    expect(exact).toEqual(own)
    expect(near(rectangle)).toEqual(near(ownRectangle))
    expect(near(lines)).toEqual(near(ownLines))
  })
})

/** Without the rounding errors of numbers in binary. */
function near(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_, nested) =>
    typeof nested === 'number' ? nested.toFixed(12) : nested,
  )
}

it('writes every position in % as it was read', () => {
  for (let thousandths = 0; thousandths <= 100_000; thousandths += 1) {
    const value = String(thousandths / 1000)
    const target = {
      version: 1,
      selector: [
        { type: 'SvgSelector' as const, value: `<svg><path d="M${value} ${value}L1 1"/></svg>` },
      ],
    }
    const path = inkPath(subjectOf(target).ink!)
    if (path !== `M${value} ${value}L1 1`) expect(path).toBe(value)
  }
})

it('reads several lines in one path', () => {
  const target = targetOf({ page: 1 }, 1)
  target.selector.push({ type: 'SvgSelector', value: '<svg><path d="M1 2L3 4M5 6"/></svg>' })
  expect(near(subjectOf(target).ink)).toEqual(
    near([
      [
        { x: 0.01, y: 0.02 },
        { x: 0.03, y: 0.04 },
      ],
      [{ x: 0.05, y: 0.06 }],
    ]),
  )
})

it('draws ink as straight lines, and a tap as a dot', () => {
  const line = [
    { x: 0.03, y: 0.04 },
    { x: 0.05, y: 0.06 },
  ]
  expect(inkPath([[{ x: 0.01, y: 0.02 }], line])).toBe('M1 2L1 2M3 4L5 6')
})

it('recognizes a withdrawn quotation', () => {
  const target = { ...targetOf({ page: 3 }, 2), quotationWithdrawn: true }
  expect(subjectOf(target)).toEqual({ page: 3, withdrawnWith: 2 })
})

it('continues counting the letters of a passage on the next page', () => {
  const ranges = [
    { page: 4, from: 90, to: 100 },
    { page: 5, from: 0, to: 4 },
  ]
  const { selector } = targetOf({ page: 4, words: { ...words, ranges } }, 1)
  expect(selector.at(-1)).toEqual({ type: 'TextPositionSelector', start: 90, end: 104 })
})

it('is about the first page if no page is named', () => {
  expect(pageOf([])).toBe(1)
})

it('is where its owner placed it from that version on, and where it was made before', () => {
  const note = { target: { version: 1 }, placed: { version: 3 } }
  expect([2, 3, 4].map((version) => targetFor(note, version).version)).toEqual([1, 3, 3])
})

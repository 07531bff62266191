import { expect, it } from 'vitest'
import {
  carriedPapers,
  firstNamedPage,
  itemOfPaper,
  normalPages,
  pagesInWords,
  pagesProblem,
  readingOrder,
} from './item-papers.ts'

it.each([
  ['3', '3'],
  [' 3 - 5 ,9', '3–5, 9'],
  ['3—5;9', '3–5, 9'],
  ['7–7', '7'],
])('reads the pages of %j', (typed, stored) => {
  expect(normalPages(typed)).toBe(stored)
})

it.each(['', '0', '5–3', '3–', 'p. 3', '3,,4', '100000', Array(21).fill('1').join(',')])(
  'doesn’t take %j for pages',
  (typed) => {
    expect(normalPages(typed)).toBeUndefined()
  },
)

it('writes pages in words, and nothing for the whole paper', () => {
  expect(['3', '3–5, 9', '3–5'].map(pagesInWords)).toEqual(['page 3', 'pages 3–5, 9', 'pages 3–5'])
  expect([undefined, '', 'soon'].map(pagesInWords)).toEqual([undefined, undefined, undefined])
})

it('opens a paper at the first page that is named', () => {
  expect(['12–14, 3', 'soon', undefined].map(firstNamedPage)).toEqual([12, undefined, undefined])
})

it('says how many pages a paper has if more are named', () => {
  expect(pagesProblem('3–12', 12)).toBeUndefined()
  expect(pagesProblem('3–13', 12)).toBe('This paper has 12 pages.')
  expect(pagesProblem('2', 1)).toBe('This paper has 1 page.')
  expect(pagesProblem('900', undefined)).toBeUndefined()
  expect(pagesProblem(' ', 12)).toBeUndefined()
  expect(pagesProblem('all', 12)).toBe('Please enter pages such as 3 or 3–5, 9')
})

it('copies the slots that every quarter has to another quarter, without pages', () => {
  const papers = [
    { materialType: 'cash-flow-summary', pages: '3' },
    { materialType: 'additional-material-2' },
    { materialType: 'of-a-newer-release' },
  ]
  expect(carriedPapers(papers)).toEqual([{ materialType: 'cash-flow-summary' }])
})

const items = [
  { id: 'welcome' },
  { id: 'money', papers: [{ materialType: 'cash-flow-summary' }, { materialType: 'gone' }] },
  {
    id: 'budget',
    papers: [
      { materialType: 'budget-update', pages: '2' },
      { materialType: 'cash-flow-summary', pages: '4' },
    ],
  },
]

it('reads the agenda first, then its items’ papers once each, then the others', () => {
  const types = [
    'agenda',
    'consent-agenda',
    'cash-flow-summary',
    'asset-summary',
    'budget-update',
  ] as const
  expect(readingOrder(items, types)).toEqual([
    'agenda',
    'cash-flow-summary',
    'budget-update',
    'consent-agenda',
    'asset-summary',
  ])
  expect(readingOrder([], types)).toEqual(types)
  expect(readingOrder(items, ['asset-summary', 'budget-update'])).toEqual([
    'budget-update',
    'asset-summary',
  ])
})

it('finds the first item that names a paper', () => {
  const item = itemOfPaper(items, 'cash-flow-summary')
  expect([item?.item.id, item?.index, item?.paper.pages]).toEqual(['money', 1, undefined])
  expect(itemOfPaper(items, 'asset-summary')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { changesSummary, pagesText } from './changed-pages.ts'

const passage = (page: number) => ({ kind: 'passage' as const, page })
const picture = (page: number) => ({ kind: 'picture' as const, page })
const whole = (page: number) => ({ kind: 'page' as const, page })

it('names the pages of changed passages once, in order', () => {
  expect(changesSummary([passage(5), passage(2)])).toBe('2 passages changed, on pages 2 and 5')
  expect(changesSummary([passage(2), passage(2)])).toBe('2 passages changed, on page 2')
})

it('says which pages are new or moved, and which look different', () => {
  expect(changesSummary([passage(2), whole(4)])).toBe(
    '1 passage changed, on page 2; page 4 is new or moved',
  )
  expect(changesSummary([whole(4), whole(6), picture(1)])).toBe(
    'pages 4 and 6 are new or moved; page 1 looks different',
  )
  expect(changesSummary([])).toBe('Nothing changed')
})

it('counts pages if there are too many to name', () => {
  expect(pagesText([1, 2, 3, 4, 5].map(passage))).toBe('pages 1, 2, 3, 4 and 5')
  expect(pagesText([1, 2, 3, 4, 5, 6].map(passage))).toBe('pages 1, 2, 3, 4 and 2 more')
})

import { expect, it } from 'vitest'
import { paperFacts, paperKindOf } from './paper-kind.ts'

const office = 'application/vnd.openxmlformats-officedocument'

it.each([
  ['pdf', 'application/pdf'],
  ['pdf', 'application/vnd.google-apps.spreadsheet'],
  ['image', 'image/png'],
  ['document', 'application/msword'],
  ['document', `${office}.wordprocessingml.document`],
  ['document', 'application/vnd.oasis.opendocument.text'],
  ['document', 'text/plain'],
  ['spreadsheet', 'application/vnd.ms-excel'],
  ['spreadsheet', `${office}.spreadsheetml.sheet`],
  ['spreadsheet', 'text/csv'],
  ['presentation', `${office}.presentationml.presentation`],
  ['presentation', 'application/vnd.ms-powerpoint'],
  ['file', 'application/zip'],
  ['file', ''],
])('finds the kind %s for %s', (kind, mimeType) => {
  expect(paperKindOf({ mimeType })).toBe(kind)
})

it('names a PDF that needs a password, can’t be read or only opens elsewhere', () => {
  const mimeType = 'application/pdf'
  expect(paperKindOf({ mimeType, condition: 'encrypted' })).toBe('protected')
  expect(paperKindOf({ mimeType, condition: 'broken' })).toBe('damaged')
  expect(paperKindOf({ mimeType, condition: 'form' })).toBe('form')
  expect(paperKindOf({ mimeType, condition: 'portfolio' })).toBe('portfolio')
  expect(paperKindOf({ mimeType, condition: 'ready' })).toBe('pdf')
})

it('adds the pages to the kind if they are known', () => {
  expect(paperFacts('pdf', 12)).toBe('PDF · 12 pages')
  expect(paperFacts('pdf', 1)).toBe('PDF · 1 page')
  expect(paperFacts('protected', undefined)).toBe('Protected PDF')
})

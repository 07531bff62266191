import { expect, it } from 'vitest'
import { isTemporaryFile, paperTypeOf } from './paper-types.ts'

it.each([
  ['Consent Agenda Q1 2027.pdf', 'application/pdf'],
  ['BUDGET.PDF', 'application/pdf'],
  ['Minutes.v2.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['Site.JPEG', 'image/jpeg'],
  ['Signed page.HEIC', 'image/heic'],
  ['Archive.zip', undefined],
  ['page.html', undefined],
  ['logo.svg', undefined],
  ['pdf', undefined],
  ['paper.constructor', undefined],
  ['Budget.pdf.exe', undefined],
])('reads the type of “%s” as %s', (name, type) => {
  expect(paperTypeOf(name)).toBe(type)
})

it.each(['.DS_Store', '~$Minutes.docx', 'Thumbs.db', 'Budget.pdf.crdownload', 'notes.txt~'])(
  'leaves out the temporary file “%s”',
  (name) => expect(isTemporaryFile(name)).toBe(true),
)

it('keeps a paper whose name only contains such words', () => {
  expect(isTemporaryFile('Desktop.ini review.pdf')).toBe(false)
  expect(isTemporaryFile('Part 2.pdf')).toBe(false)
})

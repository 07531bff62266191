import { expect, it } from 'vitest'
import { entryInWords, subjectInWords } from './audit-words.ts'

const entry = { before: null, after: null }

it('names a slot by its type and quarter', () => {
  const slot = 'meeting-2026-q4-budget-update'
  expect(subjectInWords({ ...entry, subject: slot })).toBe('Budget Update, Q4 2026')
  expect(subjectInWords({ ...entry, subject: 'governance-bylaws' })).toBe('Bylaws')
})

it('names a committee’s meeting by its title and date', () => {
  const id = '2026-11-12-finance'
  const papers = { [id]: 'Finance Committee, 12 November 2026' }
  const called = (subject: string) => subjectInWords({ ...entry, subject, papers })
  expect(called(id)).toBe(papers[id])
  expect(called(`quarter-${id}`)).toBe(papers[id])
  expect(called(`meeting-${id}--k1`)).toBe(`Paper, ${papers[id]}`)
  const minutes = {
    subject: `meeting-${id}--k1`,
    papers,
    before: null,
    after: { title: 'Minutes' },
  }
  expect(subjectInWords(minutes)).toBe(`Minutes, ${papers[id]}`)
  expect(called(`meeting-${id}--agenda`)).toBe(`Agenda, ${papers[id]}`)
  const after = { title: 'Finance', date: '2026-11-13' }
  expect(subjectInWords({ before: null, after, subject: id })).toBe('Finance, 13 November 2026')
})

it('names a card of the foundation’s own as it is or was called', () => {
  const subject = 'governance-card'
  const [before, after] = [{ title: '定款' }, { title: 'Charter' }]
  expect(subjectInWords({ subject, before, after })).toBe('Charter')
  expect(subjectInWords({ subject, before, after: null })).toBe('定款')
  // A remote may have such a name too.
  expect(subjectInWords({ ...entry, subject: 'governance-plus' })).toBe('governance-plus')
})

it('names the slots that are set aside', () => {
  const change = { what: 'slots set aside', subject: 'slot-settings', by: 'ruth@larkspur.example' }
  const after = { setAside: ['meeting-cash-flow-summary', 'governance-bylaws'] }
  const words = entryInWords({ ...change, before: { setAside: [] }, after }, 'UTC')
  expect(words).toContain('The slots that are set aside')
  expect(words).toContain('Cash Flow Summary, Bylaws')
})

it('shows papers by name, and the id of one that is gone', () => {
  const change = {
    what: 'mapping saved',
    subject: 'governance-bylaws',
    by: 'ruth@larkspur.example',
  }
  const [before, after] = [{ documentId: 'upload-1' }, { documentId: 'upload-2' }]
  const papers = { 'upload-2': 'Bylaws 2026.pdf' }
  const words = entryInWords({ ...change, before, after, papers }, 'UTC')
  expect(words).toContain('upload-1\nBylaws 2026.pdf')
  expect(subjectInWords({ ...entry, subject: 'upload-2', papers })).toBe('Bylaws 2026.pdf')
})

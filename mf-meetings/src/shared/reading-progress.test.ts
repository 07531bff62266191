import { expect, it } from 'vitest'
import type { Material } from './materials-of.ts'
import { nextToRead, notCountedText, readingStateOf, readingSummary } from './reading-progress.ts'

function material(id: string, version?: number): Material {
  const document = {
    id,
    name: id,
    mimeType: 'application/pdf',
    modifiedTime: '2026-11-01T09:00:00Z',
    ...(version === undefined ? {} : { version }),
  }
  const mapping = { id, active: true, updatedAt: '', revision: 1, document }
  const slot = { kind: 'meeting', year: 2026, quarter: 4, materialType: 'consent-agenda' } as const
  return { type: 'consent-agenda', slot, name: id, kind: 'pdf', mapping }
}

const read = (documentId: string, version: number) => {
  return { documentId, version, pages: [1, 2], isRead: true, minutesLeft: 0 }
}
const begun = { documentId: 'b', version: 1, pages: [1], isRead: false, minutesLeft: 20 }
const unread = { documentId: 'c', pages: [], isRead: false, minutesLeft: 55 }
const papers = [read('a', 1), begun, unread]

it('says how far the reader is with each paper', () => {
  const stateOf = (paper: Material) => readingStateOf(paper, { isOn: true, papers })
  expect(['a', 'b', 'c', 'd'].map((id) => stateOf(material(id)))).toEqual([
    'Read',
    'Reading',
    undefined,
    undefined,
  ])
  expect(stateOf(material('b', 2))).toBe('New version')
})

it('counts the papers that are read, and the minutes left', () => {
  const three = ['a', 'b', 'c'].map((id) => material(id))
  expect(readingSummary(three, { isOn: true, papers })).toBe('1 of 3 read, about 1 h 15 min left')
  expect(readingSummary([material('a')], { isOn: true, papers })).toBe('Read')
  const both = { isOn: true, papers: [read('a', 1), read('b', 1)] }
  expect(readingSummary([material('a'), material('b')], both)).toBe('All 2 papers read')
})

it('omits the minutes of papers without text, and everything while reading isn’t recorded', () => {
  const scanned = [{ documentId: 'a', pages: [], isRead: false }]
  expect(readingSummary([material('a')], { isOn: true, papers: scanned })).toBe('0 of 1 read')
  expect(readingSummary([material('a')], { isOn: false, papers })).toBeUndefined()
})

it('doesn’t count agendas and web pages', () => {
  const page: Material = { ...material('a'), kind: 'page' }
  expect(readingSummary([page], { isOn: true, papers })).toBeUndefined()
})

it('says which materials aren’t counted', () => {
  const agenda: Material = { ...material('a'), kind: 'agenda' }
  const page: Material = { ...material('b'), kind: 'page' }
  expect(notCountedText([material('c')])).toBeUndefined()
  expect(notCountedText([agenda, material('c')])).toBe('The agenda isn’t counted.')
  expect(notCountedText([agenda, page, page])).toBe('The agenda and 2 web pages aren’t counted.')
})

it('continues with the paper that was begun, else with the first unread one', () => {
  const three = ['a', 'c', 'b'].map((id) => material(id))
  const named = (next: ReturnType<typeof nextToRead>) => next && [next.material.name, next.hasBegun]
  expect(named(nextToRead(three, { isOn: true, papers }))).toEqual(['b', true])
  const rest = [read('a', 1), unread]
  expect(named(nextToRead(three, { isOn: true, papers: rest }))).toEqual(['c', true])
  expect(named(nextToRead(three, { isOn: true, papers: [] }))).toEqual(['a', false])
  const all = ['a', 'b', 'c'].map((id) => read(id, 1))
  expect(nextToRead(three, { isOn: true, papers: all })).toBeUndefined()
})

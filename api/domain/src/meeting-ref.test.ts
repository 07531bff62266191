import { describe, expect, it } from 'vitest'
import { mappingId, slotOf } from './ids.ts'
import {
  compareMeetings,
  isQuarterly,
  meetingId,
  meetingLabel,
  meetingOf,
  meetingPath,
  newMeetingId,
  partsOfMeeting,
} from './meeting-ref.ts'
import { papersOfMeeting } from './quarter-papers.ts'

describe('the id of a meeting', () => {
  it.each(['2026-11-12-finance', '2026-11-12-finance-2', '2026-11-12-audit-and-risk-12'])(
    'names the meeting that has it: %s',
    (id) => {
      expect(meetingOf(id)).toEqual({ meeting: id })
      expect(meetingId(meetingOf(id)!)).toBe(id)
    },
  )

  it.each([
    '2026-11-12',
    '2026-02-30-finance',
    '2026-11-12-Finance',
    '2026-11-12-finance-1',
    '2026-11-12-finance-02',
    '2026-11-12-finance--2',
    '2026-Q5',
    '1969-Q1',
    '2026-q4',
    '',
  ])('isn’t %j', (id) => expect(meetingOf(id)).toBeUndefined())

  it('says the first day, the body and the number', () => {
    expect(partsOfMeeting('2026-11-12-finance')).toEqual({
      day: '2026-11-12',
      body: 'finance',
      number: 1,
    })
    expect(partsOfMeeting('2026-11-12-audit-and-risk-2')).toMatchObject({
      body: 'audit-and-risk',
      number: 2,
    })
  })

  it('of a new meeting is the first that isn’t taken', () => {
    const taken = new Set(['2026-11-12-finance', '2026-11-12-finance-2'])
    const isTaken = (id: string) => taken.has(id)
    expect(newMeetingId('2026-11-12', 'finance', isTaken)).toBe('2026-11-12-finance-3')
    expect(newMeetingId('2026-11-13', 'finance', isTaken)).toBe('2026-11-13-finance')
  })

  it('of a quarterly meeting is its quarter’s', () => {
    const quarter = { year: 2026, quarter: 4 }
    expect(meetingOf('2026-Q4')).toEqual(quarter)
    expect(isQuarterly(meetingOf('2026-Q4')!)).toBe(true)
    expect(meetingPath(quarter)).toBe('/meetings/2026/q/4')
    expect(meetingPath({ meeting: '2026-11-12-finance' })).toBe('/meetings/2026-11-12-finance')
  })

  it('orders meetings by their days', () => {
    const refs = ['2026-11-12-finance', '2026-Q4', '2026-09-30-grants', '2027-Q1']
    const ordered = refs.map((id) => meetingOf(id)!).toSorted(compareMeetings)
    expect(ordered.map(meetingId)).toEqual([
      '2026-09-30-grants',
      '2026-Q4',
      '2026-11-12-finance',
      '2027-Q1',
    ])
  })
})

describe('what a meeting is called', () => {
  const meeting = '2026-11-12-finance'

  it('is its title and date, or its quarter', () => {
    const record = { title: 'Finance Committee', date: '2026-11-13' }
    expect(meetingLabel({ meeting }, record)).toBe('Finance Committee, 13 November 2026')
    expect(meetingLabel({ year: 2026, quarter: 4 }, record)).toBe('Q4 2026')
  })

  it('is the day of its id without a date, and its id without a record', () => {
    const record = { title: 'Finance Committee' }
    expect(meetingLabel({ meeting }, record)).toBe('Finance Committee, 12 November 2026')
    expect(meetingLabel({ meeting })).toBe(meeting)
  })
})

describe('the papers of a meeting that isn’t a quarterly one', () => {
  const meeting = '2026-11-12-finance-2'
  const slot = { kind: 'meeting', meeting, materialType: 'k2' } as const

  it('have mapping ids of the meeting and their keys', () => {
    expect(mappingId(slot)).toBe('meeting-2026-11-12-finance-2--k2')
    expect(slotOf('meeting-2026-11-12-finance-2--k2')).toEqual(slot)
    for (const id of ['meeting-2026-Q4--k2', 'meeting-2026-11-12--k2', `meeting-${meeting}--K2`]) {
      expect([id, slotOf(id)]).toEqual([id, undefined])
    }
  })

  it('are listed in their order, without those of other meetings', () => {
    const idOf = (of: string, key: string) => `meeting-${of}--${key}`
    const mappings = {
      [idOf(meeting, 'k1')]: { order: 2, documentId: 'a' },
      [idOf(meeting, 'k2')]: { order: 1, documentId: 'b' },
      [idOf('2026-11-12-finance', 'k3')]: { order: 1, documentId: 'c' },
      'meeting-2026-q4-agenda': { documentId: 'd' },
    }
    const papers = papersOfMeeting({ meeting }, mappings)
    expect(papers.map(({ materialType }) => materialType)).toEqual(['k2', 'k1'])
  })
})

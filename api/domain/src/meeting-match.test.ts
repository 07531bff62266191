import { describe, expect, it } from 'vitest'
import { meetingOfPaper, titleInMeeting } from './meeting-match.ts'

const finance = { id: 'finance', name: 'Finance Committee' }
const december = { id: '2026-12-11-finance', title: 'Budget', body: finance, date: '2026-12-11' }
const february = { id: '2027-02-05-finance', title: 'Audit', body: finance, date: '2027-02-05' }
const grants = {
  id: '2026-12-14-grants',
  title: 'Grants',
  body: { id: 'grants', name: 'Grants Committee' },
  date: '2026-12-14',
}
const special = {
  id: '2026-12-02-board',
  title: 'Special Meeting of the Board',
  body: { id: 'board', name: 'Board' },
  date: '2026-12-02',
}
const coming = [special, december, grants, february]

const match = (path: string, meetings = coming, modifiedTime = '2026-11-01T12:00:00Z') => {
  const [name = '', ...folders] = path.split('/').toReversed()
  const folder = folders.toReversed().join('/')
  const found = meetingOfPaper(
    { id: path, name, folder, mimeType: 'application/pdf', modifiedTime },
    meetings,
  )
  return found && `${found.isSure ? '' : '? '}${found.meeting.id}: ${found.reason}`
}

describe('the meeting that a paper belongs to', () => {
  it.each([
    [
      'Finance/2026-12-11/Budget.pdf',
      '2026-12-11-finance: The folder says Finance Committee and 11 December 2026',
    ],
    [
      'Finance Committee 2027-02-05 Audit letter.pdf',
      '2027-02-05-finance: The name says Finance Committee and 5 February 2027',
    ],
    [
      'Committees/Finance Committee/December 2026/Outlook.pdf',
      '2026-12-11-finance: The folder says Finance Committee and the month of the meeting',
    ],
    [
      'Finance Committee/Q1 2027/Outlook.pdf',
      '2027-02-05-finance: The folder says Finance Committee and the quarter of the meeting',
    ],
    [
      'Grants Committee/Applications.pdf',
      '2026-12-14-grants: The folder says Grants Committee; this is its only coming meeting',
    ],
    [
      '2026-12-02 Special meeting/Offer.pdf',
      '2026-12-02-board: The folder says “Special Meeting of the Board” and 2 December 2026',
    ],
  ])('is clear for %s', (path, expected) => expect(match(path)).toBe(expected))

  it.each([
    [
      'Finance Committee/Outlook.pdf',
      '? 2026-12-11-finance: The folder says Finance Committee; this is its next meeting',
    ],
    [
      'Finance Committee Agenda.pdf',
      '? 2026-12-11-finance: The name says Finance Committee; this is its next meeting',
    ],
  ])('is to be looked at for %s', (path, expected) => expect(match(path)).toBe(expected))

  it.each([
    'Cash flow.pdf',
    '2026-12-11 Cash flow.pdf',
    'Finance Committee Report - Q4 2026.pdf',
    'Finance Committee/2025/Outlook.pdf',
    'Finance Committee/2026-11-12/Minutes.pdf',
    'Finance Committee/Archive/Outlook.pdf',
    'Finance Committee/Budget template.pdf',
    'Special fund.pdf',
  ])('is unknown for %s', (path) => expect(match(path)).toBeUndefined())

  it('is unknown if an old paper names no time', () => {
    const path = 'Grants Committee/Applications.pdf'
    expect(match(path, coming, '2026-10-01T12:00:00Z')).toBeUndefined()
    expect(
      match(`Grants Committee/2026-12-14/${path}`, coming, '2026-10-01T12:00:00Z'),
    ).toBeDefined()
  })

  it('is that of the body with the longer name', () => {
    const audit = { id: 'finance-audit', name: 'Finance & Audit Committee' }
    const both = { id: '2026-12-11-finance-audit', title: 'Both', body: audit, date: '2026-12-11' }
    expect(match('Finance & Audit/2026-12-11/Letter.pdf', [december, both])).toContain(both.id)
  })
})

it('names a paper without the name of its committee', () => {
  const title = (name: string) => titleInMeeting(name, december)
  expect(title('Finance Committee - Budget 2026-12-11.pdf')).toBe('Budget')
  expect(title('Finance Committee.pdf')).toBe('Finance Committee')
  expect(title('Financial outlook.pdf')).toBe('Financial outlook')
})

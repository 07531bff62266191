import type { AuditEntry } from '@portal/contract/audit'
import { expect, it } from 'vitest'
import { agendaVersions } from './agenda-versions.ts'

const entry = (id: string, what: string, before: unknown, after: unknown): AuditEntry => ({
  id,
  at: '2026-11-20T09:00:00Z',
  by: 'ruth@larkspur.example',
  what,
  subject: '2026-Q4',
  before,
  after,
})
const [first, second] = [{ title: 'First' }, { title: 'Second' }]
const saved = entry('2', 'agenda saved', first, second)
const titles = (page: Parameters<typeof agendaVersions>[0]) =>
  agendaVersions(page).map(({ id, draft }) => `${id}: ${draft.title}`)

it('lists what each change left, and on the last page what was there before the first', () => {
  expect(titles({ entries: [saved] })).toEqual(['2: Second', 'before 2: First'])
  expect(titles({ entries: [saved], next: 'more' })).toEqual(['2: Second'])
  expect(titles({ entries: [entry('1', 'agenda created', null, first)] })).toEqual(['1: First'])
})

it('leaves out deletions and moves, which left nothing in this quarter', () => {
  const moved = entry('3', 'agenda moved', { '2026-Q4': second }, { '2027-Q1': second })
  expect(titles({ entries: [moved, entry('4', 'agenda deleted', first, null), saved] })).toEqual([
    '2: Second',
    'before 2: First',
  ])
})

import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId, meetingSlot } from '@portal/domain/ids'
import { slotsOfQuarter } from '@portal/domain/slot-names'
import { expect, it } from 'vitest'
import { previewOf } from './bulk-preview.ts'

const from = { year: 2026, quarter: 4 }
const to = { year: 2027, quarter: 1 }
const slots = slotsOfQuarter(from).slice(0, 3)
const [agenda, consent, budget] = slots.map(mappingId) as [string, string, string]
const [, nextConsent, nextBudget] = slotsOfQuarter(to).slice(0, 3).map(mappingId) as [
  string,
  string,
  string,
]

const mapping = (id: string, more: Partial<ResourceMapping>): ResourceMapping => ({
  id,
  active: true,
  updatedAt: '2026-11-01T00:00:00Z',
  revision: 1,
  ...more,
})
const paper = (id: string, name: string, more: Partial<ResourceMapping> = {}) =>
  mapping(id, {
    documentId: name,
    document: { id: name, name, mimeType: 'application/pdf', modifiedTime: '2026-10-01T00:00:00Z' },
    ...more,
  })
const of = (...all: ResourceMapping[]) => Object.fromEntries(all.map((entry) => [entry.id, entry]))
const lines = (...args: Parameters<typeof previewOf>) =>
  previewOf(...args).map(({ kind, text }) => [kind, text])

it('says what members will see, what is active already, and what can’t be activated', () => {
  const mappings = of(
    mapping(agenda, { mode: 'native' }),
    paper(consent, 'C.pdf', { active: false }),
  )
  expect(lines({ kind: 'activate' }, slots, mappings)).toEqual([
    ['done', 'Active already'],
    ['changes', 'Members will see: C.pdf'],
    ['impossible', 'Can’t be changed: no document mapped'],
  ])
})

it('says what members will no longer see, and what is inactive already', () => {
  const mappings = of(
    mapping(agenda, { title: 'Our agenda' }),
    paper(consent, 'C.pdf'),
    paper(budget, 'B.pdf', { active: false }),
  )
  expect(lines({ kind: 'deactivate' }, slots, mappings)).toEqual([
    ['changes', 'Members will not see it, even once a document is mapped'],
    ['changes', 'Members will no longer see: C.pdf'],
    ['done', 'Inactive already'],
  ])
})

it('says what is copied, what would be replaced, and what can’t be copied', () => {
  const mappings = of(
    mapping(agenda, { mode: 'native' }),
    paper(consent, 'C.pdf'),
    paper(budget, 'B.pdf', { title: 'Budget' }),
    paper(nextBudget, 'Next.pdf', { title: 'Next', active: false }),
  )
  expect(lines({ kind: 'copy', from, to, name: 'Q1 2027' }, slots, mappings)).toEqual([
    ['impossible', 'Can’t be copied: the agenda is written in the portal'],
    ['changes', 'Copies C.pdf; members will see it'],
    ['replaces', 'Copies B.pdf; inactive. Replaces: Next.pdf, its display name “Next”'],
  ])
})

it('has nothing to copy to a slot that shows the same', () => {
  const mappings = of(paper(consent, 'C.pdf'), paper(nextConsent, 'C.pdf', { revision: 4 }))
  expect(lines({ kind: 'copy', from, to, name: 'Q1 2027' }, slots.slice(1, 2), mappings)).toEqual([
    ['done', 'The same in Q1 2027 already'],
  ])
})

it('copies papers of a committee’s meeting with their names, and names alone', () => {
  const [first, second] = [{ meeting: '2026-11-12-finance' }, { meeting: '2026-12-10-finance' }]
  const listed = ['a', 'b', 'c'].map((key) => meetingSlot(first, key)!)
  const [a, b, c] = listed.map(mappingId) as [string, string, string]
  const mappings = of(
    paper(a, 'A.pdf', { title: 'A' }),
    mapping(b, { title: 'Minutes' }),
    mapping(c, { title: 'Report' }),
    paper(mappingId(meetingSlot(second, 'c')!), 'Theirs.pdf', { title: 'Theirs' }),
  )
  const act = { kind: 'copy', from: first, to: second, name: 'December' } as const
  expect(lines(act, listed, mappings)).toEqual([
    ['changes', 'Copies A.pdf; members will see it'],
    ['changes', 'Copies its name, with no document yet'],
    ['replaces', 'Copies its name, with no document yet. Replaces: its display name “Theirs”'],
  ])
})

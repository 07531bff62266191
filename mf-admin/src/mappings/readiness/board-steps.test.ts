import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { materialName, type MaterialType } from '@portal/domain/slot-names'
import { expect, it } from 'vitest'
import { isProblem, showsAgenda, nextSteps, problemsFirst } from './board-steps.ts'
import { type AgendaStatus, readinessOf, type ReadinessState } from './readiness.ts'
import type { BoardSlot } from './use-readiness.ts'

const document = {
  id: 'd1',
  name: 'Paper.pdf',
  mimeType: 'application/pdf',
  modifiedTime: '2026-10-01T00:00:00Z',
}
const paper = { documentId: 'd1', document }

function slotOf(
  materialType: MaterialType,
  mapping?: Partial<ResourceMapping>,
  agendaStatus?: AgendaStatus,
): BoardSlot {
  const slot = { kind: 'meeting', year: 2027, quarter: 1, materialType } as const
  const id = mappingId(slot)
  const stored = mapping && { id, active: true, updatedAt: '2026-11-01', revision: 1, ...mapping }
  const readiness = readinessOf({ mapping: stored, agendaStatus, optional: false })
  const name = materialName(materialType)
  return { id, slot, name, shown: undefined, mapping: stored, agendaStatus, readiness }
}

const budget = (state: ReadinessState): BoardSlot => {
  const slot = slotOf('budget-update', paper)
  return { ...slot, readiness: { ...slot.readiness, state } }
}

it('lists what leaves members without a paper first, and nothing that is ready', () => {
  const slots = [
    slotOf('agenda', { mode: 'native' }, 'draft'),
    slotOf('consent-agenda', paper),
    slotOf('budget-vs-actual', { ...paper, active: false }),
    slotOf('cash-flow-summary'),
    slotOf('asset-summary', { documentId: 'gone' }),
  ]
  expect(problemsFirst(slots).map(({ name }) => name)).toEqual([
    'Cash Flow Summary',
    'Asset Summary',
    'Agenda',
    'Budget vs Actual',
  ])
})

it.each([
  ['inactive', ['activate']],
  ['gone', ['update', 'sync']],
  ['damaged', ['sync', 'update', 'replace']],
  ['broken', ['update', 'replace', 'open']],
  ['encrypted', ['open', 'update', 'replace']],
  ['empty', ['map', 'notNeeded']],
  ['notNeeded', ['useAgain']],
  ['changed', ['open']],
  ['ready', []],
] as const)('has the next step of a slot that is %s', (state, expected) => {
  expect(nextSteps(budget(state))).toEqual(expected)
})

it('offers to write or publish an agenda that members don’t see', () => {
  const steps = (mapping: Partial<ResourceMapping> | undefined, status: AgendaStatus) =>
    nextSteps(slotOf('agenda', mapping, status))
  expect(steps(undefined, 'none')).toEqual(['map', 'writeAgenda'])
  expect(steps(undefined, 'draft')).toEqual(['publishAgenda', 'map'])
  expect(steps({ mode: 'native' }, 'none')).toEqual(['writeAgenda'])
  expect(steps({ mode: 'native' }, 'draft')).toEqual(['publishAgenda'])
  expect(steps({ mode: 'native', active: false }, 'published')).toEqual(['activate'])
})

it('lists a published agenda that is hidden behind the drive', () => {
  const hidden = slotOf('agenda', paper, 'published')
  expect(isProblem(hidden)).toBe(true)
  expect(nextSteps(hidden)).toEqual(['openAgenda'])
})

it.each([
  [true, { mode: 'native' }, 'published'],
  [false, { mode: 'native' }, 'draft'],
  [false, { mode: 'native' }, undefined],
  [false, { mode: 'native', active: false }, 'published'],
  [true, paper, 'none'],
  [false, { ...paper, active: false }, 'none'],
  [false, undefined, 'published'],
] as const)(
  'shows an agenda (%s) only if it is published, or mapped and active',
  (shown, mapping, status) => {
    expect(showsAgenda([slotOf('agenda', mapping, status)])).toBe(shown)
  },
)

import { sourceOf } from '@portal/domain/slot-source'
import { isAgendaSlot } from '@portal/domain/slot-names'
import { isReady, isWanted, type ReadinessState } from './readiness.ts'
import type { BoardSlot } from './use-readiness.ts'

/** What solves a slot's problem, or leads there. */
export type Step =
  | 'map'
  | 'update'
  | 'replace'
  | 'activate'
  | 'open'
  | 'sync'
  | 'publishAgenda'
  | 'writeAgenda'
  | 'openAgenda'
  | 'notNeeded'
  | 'useAgain'

const steps: Record<ReadinessState, Step[]> = {
  native: [],
  nativeDraft: ['publishAgenda'],
  nativeMissing: ['writeAgenda'],
  ready: [],
  inactive: ['activate'],
  changed: ['open'],
  gone: ['update', 'sync'],
  damaged: ['sync', 'update', 'replace'],
  broken: ['update', 'replace', 'open'],
  encrypted: ['open', 'update', 'replace'],
  withdrawn: ['replace', 'update'],
  tooLarge: ['update', 'replace'],
  empty: ['map'],
  unused: ['map'],
  notNeeded: ['useAgain'],
}

/** The next steps of a slot, the likeliest first. */
export function nextSteps({ slot, readiness, agendaStatus }: BoardSlot): Step[] {
  const { state, hidesAgenda } = readiness
  if (hidesAgenda) return [...steps[state], 'openAgenda']
  if (state === 'empty' && slot.kind === 'meeting' && !isAgendaSlot(slot)) {
    return [...steps.empty, 'notNeeded']
  }
  if (state !== 'empty' || !isAgendaSlot(slot)) return steps[state]
  return agendaStatus === 'draft' ? ['publishAgenda', 'map'] : ['map', 'writeAgenda']
}

/** Whether a slot needs attention before the meeting. */
export function isProblem({ readiness }: BoardSlot): boolean {
  const { hidesAgenda } = readiness
  return hidesAgenda === true || (isWanted(readiness) && !isReady(readiness))
}

const grave = new Set<ReadinessState>([
  'empty',
  'nativeMissing',
  'gone',
  'damaged',
  'broken',
  'encrypted',
  'withdrawn',
  'tooLarge',
])

/** The problems; the ones that leave members without a paper come first. */
export function problemsFirst(slots: readonly BoardSlot[]): BoardSlot[] {
  const weight = ({ readiness }: BoardSlot) => (grave.has(readiness.state) ? 0 : 1)
  return slots.filter(isProblem).toSorted((a, b) => weight(a) - weight(b))
}

/** Whether those who see the meeting see its agenda: the published native one, or what is mapped. */
export function showsAgenda(slots: readonly BoardSlot[]): boolean {
  const agenda = slots.find(({ slot }) => isAgendaSlot(slot))
  if (!agenda || !isReady(agenda.readiness)) return false
  // While the agendas can't be read, a native one is unknown.
  return sourceOf(agenda.mapping) !== 'native' || agenda.agendaStatus === 'published'
}

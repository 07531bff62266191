import type { EventKind, MeetingState } from './stored-notices.ts'

export type Happened = { kind: EventKind; subject?: string }

/**
 * What has happened to a meeting between two states. Whatever changed in between, or however often, is told once: what is
 * as it was before has not happened.
 */
export function whatHappened(before: MeetingState, after: MeetingState): Happened[] {
  const happened: Happened[] = []
  const [had, has] = [before.facts, after.facts]
  if (!had && has) happened.push({ kind: 'agendaPublished' })
  if (has) {
    const [from, to] = [had?.stage ?? 'planned', has.stage]
    if (from !== to && to === 'called' && from !== 'cancelled') happened.push({ kind: 'called' })
    if (from !== to && to === 'cancelled') happened.push({ kind: 'cancelled' })
    if (from === 'cancelled' && to !== 'cancelled') happened.push({ kind: 'restored' })
  }
  if (had && has) {
    const isMoved = had.date !== has.date || had.time !== has.time || had.endTime !== has.endTime
    if (isMoved) happened.push({ kind: 'timeChanged' })
    if ((had.location ?? '') !== (has.location ?? '')) happened.push({ kind: 'placeChanged' })
  }
  for (const [subject, content] of Object.entries(after.papers)) {
    const earlier = before.papers[subject]
    if (earlier === content) continue
    happened.push({ kind: earlier === undefined ? 'paperPublished' : 'paperReplaced', subject })
  }
  return happened
}

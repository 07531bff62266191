import type { FoundKind } from '@portal/contract/search-everything'
import { type MeetingRef, quarterOfMeeting } from '@portal/domain/meeting-ref'
import type { Quarter } from '@portal/domain/quarter'
import type { IndexHit } from './sqlite-search-index.ts'

/** How much a result counts compared with a paper, by where its words are. */
const kindWeights: Record<FoundKind, { titled: number; other: number }> = {
  paper: { titled: 1, other: 1 },
  agendaItem: { titled: 0.8, other: 0.6 },
  note: { titled: 0.9, other: 0.9 },
  // Papers are meant by words that are also in a biography.
  person: { titled: 1.2, other: 0.3 },
}

export function rankIn(
  kind: FoundKind,
  { tier, fit, isTitled }: IndexHit,
): { tier: number; fit: number } {
  const { titled, other } = kindWeights[kind]
  return { tier, fit: fit * (isTitled ? titled : other) }
}

/** The upcoming meeting's papers and items rank before the last meeting's, and both before older ones. */
const quarterBoosts = [1.05, 0.95]
const olderBoost = 0.9

export function boostsOf(
  all: readonly (readonly [id: string, meeting: MeetingRef | undefined])[],
  current: Quarter,
): ReadonlyMap<string, number> {
  return new Map(
    all.flatMap(([id, meeting]) => {
      if (!meeting) return []
      const { year, quarter } = quarterOfMeeting(meeting)
      const age = Math.max(0, (current.year - year) * 4 + current.quarter - quarter)
      return [[id, quarterBoosts[age] ?? olderBoost] as const]
    }),
  )
}

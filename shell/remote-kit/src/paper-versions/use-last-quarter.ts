import { isQuarterly } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'

/** In an address: compares with the paper that the same slot showed in the previous quarter. */
export const lastQuarter = 'last-quarter'

export type LastQuarter = {
  quarter: Quarter
  last: Quarter
  /** What the slot showed in the previous quarter; undefined if that wasn't a paper. */
  paper: { id: string; version: number } | undefined
}

/** The quarter before the quarter of a paper's slot; undefined while loading, and for slots without a quarter. */
export function useLastQuarter(slot: Slot | undefined): LastQuarter | undefined {
  const quarterOf = slot?.kind === 'meeting' && isQuarterly(slot) ? slot : undefined
  const now = useQuarterMappings(quarterOf).data
  const before = useQuarterMappings(quarterOf && quarterAfter(quarterOf, -1)).data
  if (!quarterOf || !now || !before) return undefined
  const { year, quarter } = quarterOf
  const last = quarterAfter(quarterOf, -1)
  const { active, mode, embedUrl, document } = before[mappingId({ ...quarterOf, ...last })] ?? {}
  const isPaper = active && mode !== 'native' && !embedUrl
  // The slot may show the same file in both quarters.
  const isOther = document?.id !== now[mappingId(quarterOf)]?.document?.id
  const paper =
    isPaper && isOther && document?.version !== undefined
      ? { id: document.id, version: document.version }
      : undefined
  return { quarter: { year, quarter }, last, paper }
}

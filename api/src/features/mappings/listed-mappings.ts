import { latestQuarters, type ResourceMapping } from '@portal/contract/mappings'
import { mappingId, quarterId, slotOf } from '@portal/domain/ids'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { type MaterialType, materialTypes } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'

export type Mappings = Readonly<Record<string, ResourceMapping>>

/** A quarter with materials, and which ones. */
export type FilledQuarter = Quarter & { materialTypes: string[] }

/** How many of the mappings that changed last are among the latest ones. */
const latestChanges = 30

export function mappingsOfQuarter(all: Mappings, quarter: Quarter): Mappings {
  const types = Object.keys(materialTypes) as MaterialType[]
  const ids = types.map((materialType) => mappingId({ kind: 'meeting', ...quarter, materialType }))
  return Object.fromEntries(ids.flatMap((id) => (all[id] ? [[id, all[id]]] : [])))
}

/** Those without a quarter, those of the newest quarters, and those that changed last. */
export function latestMappings(all: Mappings): Mappings {
  const newest = new Set(allQuarters(all).slice(0, latestQuarters).map(quarterId))
  const changed = Object.values(all)
    .toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)))
    .slice(0, latestChanges)
  const isLatest = new Set(changed.map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(all).filter(([id]) => {
      const slot = slotOf(id)
      return isLatest.has(id) || slot?.kind !== 'meeting' || newest.has(quarterId(slot))
    }),
  )
}

/** The quarters that have active slots which lead somewhere, newest first. */
export function filledQuarters(all: Mappings): FilledQuarter[] {
  const byQuarter = new Map<string, FilledQuarter>()
  for (const mapping of Object.values(all)) {
    const slot = slotOf(mapping.id)
    if (slot?.kind !== 'meeting' || !mapping.active || sourceOf(mapping) === undefined) continue
    const { year, quarter, materialType } = slot
    const id = quarterId(slot)
    const filled = byQuarter.get(id) ?? { year, quarter, materialTypes: [] }
    byQuarter.set(id, { ...filled, materialTypes: [...filled.materialTypes, materialType] })
  }
  return [...byQuarter.values()].toSorted((a, b) => compareQuarters(b, a))
}

export type FilledQuarters = { years: number[]; quarters: FilledQuarter[] }

/** The years of quarters, and the quarters of one of them with the nearest before and after it; all without a year. */
export function quartersOfYear(
  all: readonly FilledQuarter[],
  year: number | undefined,
): FilledQuarters {
  const years = [...new Set(all.map((quarter) => quarter.year))]
  if (year === undefined) return { years, quarters: [...all] }
  const after = all.findLast((quarter) => quarter.year > year)
  const before = all.find((quarter) => quarter.year < year)
  const quarters = [after, ...all.filter((quarter) => quarter.year === year), before]
  return { years, quarters: quarters.filter((quarter) => quarter !== undefined) }
}

/** Newest first. */
function allQuarters(all: Mappings): Quarter[] {
  const byId = new Map<string, Quarter>()
  for (const id of Object.keys(all)) {
    const slot = slotOf(id)
    if (slot?.kind === 'meeting') byId.set(quarterId(slot), slot)
  }
  return [...byId.values()].toSorted((a, b) => compareQuarters(b, a))
}

/** When the reader's page last changed because of the mapping, ISO 8601. */
function changedAt({ shownSince = '', modifiedTime = '', document }: ResourceMapping): string {
  const times = [shownSince, document?.modifiedTime ?? modifiedTime]
  return times.toSorted().at(-1)!
}

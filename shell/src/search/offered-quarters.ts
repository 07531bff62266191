import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { compareQuarters, parseQuarter, type Quarter } from '@portal/domain/quarter'

/** The quarters to choose from, newest first: those with something in them, and the chosen one. */
export function offeredQuarters(
  mappings: Record<string, ResourceMapping>,
  chosen: Quarter | undefined,
): Quarter[] {
  const filled = Object.values(mappings).flatMap(({ id, active }) => {
    const slot = slotOf(id)
    return slot?.kind === 'meeting' && active ? [{ year: slot.year, quarter: slot.quarter }] : []
  })
  const all = chosen ? [...filled, chosen] : filled
  return [...new Map(all.map((one) => [quarterValue(one), one])).values()].toSorted((a, b) =>
    compareQuarters(b, a),
  )
}

/** `2026-Q4`, as the address has it. */
export function quarterValue({ year, quarter }: Quarter): string {
  return `${year}-Q${quarter}`
}

export function quarterOfValue(value: string | null): Quarter | undefined {
  const [year, quarter] = (value ?? '').split('-')
  return parseQuarter(year, quarter)
}

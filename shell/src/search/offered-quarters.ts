import { compareQuarters, parseQuarter, type Quarter } from '@portal/domain/quarter'

/** The quarters to choose from, newest first: those with materials, and the chosen one. */
export function offeredQuarters(filled: Quarter[], chosen: Quarter | undefined): Quarter[] {
  const isFilled = filled.some((one) => chosen && compareQuarters(one, chosen) === 0)
  const all = chosen && !isFilled ? [...filled, chosen] : filled
  return all.toSorted((a, b) => compareQuarters(b, a))
}

/** `2026-Q4`, as the address has it. */
export function quarterValue({ year, quarter }: Quarter): string {
  return `${year}-Q${quarter}`
}

export function quarterOfValue(value: string | null): Quarter | undefined {
  const [year, quarter] = (value ?? '').split('-')
  return parseQuarter(year, quarter)
}

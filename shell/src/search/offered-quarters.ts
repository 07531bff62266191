import { compareQuarters, parseQuarter, type Quarter } from '@portal/domain/quarter'

/** The quarters to choose from, newest first: those of the years with materials, and the chosen one. */
export function offeredQuarters(years: readonly number[], chosen: Quarter | undefined): Quarter[] {
  const all = years.flatMap((year) => [1, 2, 3, 4].map((quarter) => ({ year, quarter })))
  if (chosen && !years.includes(chosen.year)) all.push(chosen)
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

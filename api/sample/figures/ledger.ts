import { chanceOf, swing } from './chance.ts'
import { grantLines, type Holding, holdingIds, holdings, lines, targets } from './lines.ts'

type PerHolding = Record<Holding, number>

/** A month in the foundation's books, in whole thousands of dollars. */
export type Month = {
  year: number
  /** 1 to 12. */
  month: number
  /** By line id. */
  spent: Record<string, number>
  excise: number
  income: number
  gains: number
  fees: number
  opening: PerHolding
  returns: PerHolding
  /** Transfers between holdings, which add up to zero. */
  transfers: PerHolding
  closing: PerHolding
}

export type Ledger = {
  sunset: number
  months: Month[]
  /** The year's budget by line id. */
  budgets: Map<number, Record<string, number>>
}

const planYears = 20
const seasons = [4, 6, 9, 7, 8, 10, 5, 6, 10, 9, 11, 15].map((share) => share / 100)
export const planReturn = 0.045

/** The year in which the foundation closes: far enough away for a plan, and rarely changing. */
export function sunsetYear(year: number): number {
  return year <= 2034 ? 2040 : 2040 + 10 * Math.ceil((year - 2034) / 10)
}

/** The level payment that uses up `assets` in `years` at `rate`. */
export function levelPayment(assets: number, years: number, rate: number): number {
  return (assets * rate) / (1 - (1 + rate) ** -years)
}

export const total = (values: Record<string, number>): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0)

/** The part of a yearly amount due by the end of `month`, according to the seasons of grantmaking. */
export function phased(amount: number, group: string, month: number): number {
  const share =
    group === 'grants' ? seasons.slice(0, month).reduce((sum, part) => sum + part, 0) : month / 12
  return Math.round(amount * share)
}

/** Generates the books from the plan's first day through the last month that the papers need. */
export function keepLedger(sunset: number, lastYear: number, lastMonth: number): Ledger {
  const first = sunset - planYears
  const opening = split(120_000, targets(planYears))
  const ledger: Ledger = { sunset, months: [], budgets: new Map() }
  let held = opening
  for (let year = first; year <= lastYear; year++) {
    const budget = budgetOf(year, sunset, total(held))
    ledger.budgets.set(year, budget)
    const lastOfYear = year === lastYear ? lastMonth : 12
    for (let month = 1; month <= lastOfYear; month++) {
      const kept = keepMonth(year, month, sunset, held, budget)
      ledger.months.push(kept)
      held = kept.closing
    }
  }
  return ledger
}

function budgetOf(year: number, sunset: number, assets: number): Record<string, number> {
  const yearsLeft = Math.max(1, sunset - year)
  const target = levelPayment(assets, yearsLeft, planReturn)
  const growth = 1.03 ** (year - (sunset - planYears))
  const budget: Record<string, number> = {}
  for (const { id, group, weight } of lines) {
    if (group !== 'grants') budget[id] = Math.round((weight * growth) / 5) * 5
  }
  const grants = Math.max(1000, target - total(budget))
  const chance = chanceOf(`budget ${year}`)
  const weights = grantLines.map(({ id, weight }) => ({
    id,
    weight: weight * (0.92 + chance() * 0.16),
  }))
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0)
  for (const { id, weight } of weights) budget[id] = Math.round((grants * weight) / whole / 10) * 10
  return budget
}

function keepMonth(
  year: number,
  month: number,
  sunset: number,
  opening: PerHolding,
  budget: Record<string, number>,
): Month {
  const chance = chanceOf(`month ${year}-${month}`)
  const spent: Record<string, number> = {}
  for (const { id, group } of lines) {
    const planned = phased(budget[id]!, group, month) - phased(budget[id]!, group, month - 1)
    const spread = group === 'grants' ? 0.22 : group === 'staff' ? 0.03 : 0.14
    spent[id] = Math.max(0, Math.round(planned * (0.985 + swing(chance) * spread)))
  }
  const returns = each((id) => {
    const { mean, swing: wide } = holdings[id]
    return Math.round(opening[id] * (mean / 12 + (wide / Math.sqrt(12)) * swing(chance) * 0.8))
  })
  const income = Math.round((total(opening) * 0.021) / 12)
  const fees = Math.round((total(opening) * 0.0042) / 12)
  const gains = total(returns) - income + fees
  const excise = Math.round(0.0139 * (income + Math.max(0, gains) * 0.3))
  const outflow = total(spent) + excise
  const transfers = rebalance(year, month, sunset, opening, outflow)
  const closing = each(
    (id) => opening[id] + returns[id] + transfers[id] - (id === 'cash' ? outflow : 0),
  )
  return { year, month, spent, excise, income, gains, fees, opening, returns, transfers, closing }
}

/** In the first month of each quarter, refills cash to its target from holdings above theirs. */
function rebalance(
  year: number,
  month: number,
  sunset: number,
  opening: PerHolding,
  outflow: number,
): PerHolding {
  const none = each(() => 0)
  if (month % 3 !== 1) return none
  const after = Math.max(0, total(opening) - outflow)
  const wanted = split(after, targets(sunset - year))
  // Half the difference each time, since the committee rebalances slowly.
  const moves = each((id) => (id === 'cash' ? 0 : Math.round((wanted[id] - opening[id]) / 2)))
  return { ...moves, cash: -total(moves) }
}

function split(amount: number, shares: PerHolding): PerHolding {
  const parts = each((id) => Math.round((amount * shares[id]) / 100))
  parts.cash += amount - total(parts)
  return parts
}

function each(of: (id: Holding) => number): PerHolding {
  return Object.fromEntries(holdingIds.map((id) => [id, of(id)])) as PerHolding
}

import { levelPayment, planReturn, total } from '../figures/ledger.ts'
import { lines } from '../figures/lines.ts'
import { assets, type Briefing, ofGroup } from './briefing.ts'

/** The year's spending by line: actual spending plus most of the remaining budget. */
export function projected({ budget, planned, spent }: Briefing): Record<string, number> {
  return Object.fromEntries(
    lines.map(({ id, group }) => {
      const left = budget[id]! - planned[id]!
      const kept = group === 'grants' ? Math.round((planned[id]! - spent[id]!) * 0.6) : 0
      return [id, spent[id]! + Math.max(0, left + (left > 0 ? kept : 0))]
    }),
  )
}

export type Scenario = {
  name: string
  color: string
  /** Annual return. */
  rate: number
  text: string
  years: PlanYear[]
}

export type PlanYear = {
  year: number
  opening: number
  returns: number
  grants: number
  operating: number
  closing: number
}

/** Years from the first open one to the sunset. */
function planYears({ close, ledger }: Briefing): number[] {
  const first = close.year + 1
  return Array.from({ length: ledger.sunset - first + 1 }, (_, at) => first + at)
}

/** The expected endowment at the start of the plan's first year. */
export function planOpening(briefing: Briefing): number {
  const rest = total(projected(briefing)) - total(briefing.spent)
  const left = (12 - briefing.close.month) / 12
  return Math.round(assets(briefing) * (1 + planReturn * left) - rest)
}

/** Three scenarios up to the last day. Each year closes with opening + returns − grants − operating. */
export function scenarios(briefing: Briefing): Scenario[] {
  const years = planYears(briefing)
  const opening = planOpening(briefing)
  const operating = (at: number) => {
    const now = total(briefing.budget) - ofGroup(briefing.budget, 'grants')
    // The office shrinks in the last three years.
    const shrink = [1, 0.85, 0.7, 0.5][Math.max(0, 4 - (years.length - at))]!
    return Math.round(now * 1.025 ** (at + 1) * shrink)
  }
  const run = (rate: number, grantsOf: (at: number, held: number, left: number) => number) => {
    let held = opening
    return years.map((year, at): PlanYear => {
      const returns = Math.round(held * rate * 0.92)
      const cost = Math.min(operating(at), held + returns)
      const able = held + returns - cost
      const wanted = Math.round(grantsOf(at, held, years.length - at))
      const grants = at === years.length - 1 ? able : Math.max(0, Math.min(able, wanted))
      const plan = { year, opening: held, returns, grants, operating: cost, closing: able - grants }
      held = plan.closing
      return plan
    })
  }
  const level = (rate: number) => (at: number, held: number, left: number) =>
    levelPayment(held, left, rate) - operating(at)
  return [
    {
      name: 'Level',
      color: '#1d4f45',
      rate: planReturn,
      text: 'Grants follow the level payment that uses up the endowment by the last day, at the return the plan assumes. It is recalculated every year.',
      years: run(planReturn, level(planReturn)),
    },
    {
      name: 'Early',
      color: '#b4652a',
      rate: planReturn,
      text: 'Grants are a quarter higher in the next five years and lower afterwards, for work where early money has the greatest effect.',
      years: run(
        planReturn,
        (at, held, left) => level(planReturn)(at, held, left) * (at < 5 ? 1.25 : 1),
      ),
    },
    {
      name: 'Cautious',
      color: '#33658a',
      rate: 0.02,
      text: 'Markets return two percent a year. Grants are reset to what that can bear, so that the last commitments are kept whatever happens.',
      years: run(0.02, level(0.02)),
    },
  ]
}

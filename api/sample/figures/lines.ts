/** The lines of the budget, in the order of the papers. */
export const groups = {
  grants: 'Grants',
  programs: 'Direct charitable programs',
  staff: 'Staff',
  governance: 'Governance',
  administration: 'Administration',
} as const
export type Group = keyof typeof groups

export type Line = {
  id: string
  group: Group
  name: string
  /** A share of the group's grants, or thousands of dollars in the plan's first year. */
  weight: number
}

const line = (group: Group, id: string, name: string, weight: number): Line => ({
  id,
  group,
  name,
  weight,
})

export const lines: Line[] = [
  line('grants', 'land', 'Land and watersheds', 0.29),
  line('grants', 'learning', 'Early learning', 0.24),
  line('grants', 'health', 'Rural health', 0.19),
  line('grants', 'resilience', 'Community resilience', 0.16),
  line('grants', 'legacy', 'Legacy and capacity', 0.12),
  line('programs', 'convenings', 'Convenings and learning', 620),
  line('programs', 'assistance', 'Technical assistance', 410),
  line('programs', 'evaluation', 'Evaluation and research', 320),
  line('staff', 'salaries', 'Salaries', 890),
  line('staff', 'benefits', 'Benefits and payroll taxes', 240),
  line('staff', 'development', 'Training and staff travel', 45),
  line('governance', 'meetings', 'Board meetings and travel', 118),
  line('governance', 'insurance', 'Insurance', 42),
  line('administration', 'occupancy', 'Occupancy', 165),
  line('administration', 'technology', 'Technology', 96),
  line('administration', 'legal', 'Legal, audit and tax', 138),
  line('administration', 'office', 'Office and other', 52),
]

export const grantLines = lines.filter(({ group }) => group === 'grants')
export const groupIds = Object.keys(groups) as Group[]
export const linesOf = (group: Group): Line[] =>
  lines.filter((candidate) => candidate.group === group)

/** The endowment's holdings, with their long-term annual return and volatility. */
export const holdings = {
  us: { name: 'U.S. equity', mean: 0.072, swing: 0.13 },
  world: { name: 'International equity', mean: 0.068, swing: 0.14 },
  bonds: { name: 'Investment-grade bonds', mean: 0.041, swing: 0.04 },
  inflation: { name: 'Inflation-linked bonds', mean: 0.035, swing: 0.045 },
  private: { name: 'Private and real assets', mean: 0.065, swing: 0.06 },
  cash: { name: 'Cash and Treasury bills', mean: 0.033, swing: 0.002 },
} as const
export type Holding = keyof typeof holdings
export const holdingIds = Object.keys(holdings) as Holding[]

/** Target shares in percent. Stocks give way to bonds and cash as the sunset approaches. */
export function targets(yearsLeft: number): Record<Holding, number> {
  const late = Math.min(1, Math.max(0, (16 - yearsLeft) / 14))
  const us = Math.round(34 - 20 * late)
  const world = Math.round(18 - 12 * late)
  const inflation = Math.round(10 + 4 * late)
  const illiquid = Math.round(12 - 10 * late)
  const bonds = Math.round(20 + 16 * late)
  return {
    us,
    world,
    bonds,
    inflation,
    private: illiquid,
    cash: 100 - us - world - inflation - illiquid - bonds,
  }
}

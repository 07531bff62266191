import { sunsetYear } from '../figures/ledger.ts'
import { plainDay } from '../figures/words.ts'
import { usualMeeting } from '../days.ts'
import { articlesOfIncorporation } from './articles-of-incorporation.ts'
import { bylaws } from './bylaws.ts'
import { charitableContributions } from './charitable-contributions.ts'
import { writePolicy } from './policy.ts'
import {
  budgetOverview,
  missionVisionValues,
  spenddownTalkingPoints,
  teamAstroRecs,
} from './standing-texts.ts'
import { travelAndExpense } from './travel-and-expense.ts'

/** Writes a permanent document by its file name, in the version of the beginning of `year`. */
export function standingText(name: string, year: number): Promise<Uint8Array> {
  const sunset = sunsetYear(year)
  const spring = plainDay(usualMeeting({ year: year - 1, quarter: 1 }))
  const autumn = plainDay(usualMeeting({ year: year - 1, quarter: 3 }))
  const governance = 'Governance'
  const [policy, kicker] = {
    Bylaws: () => [bylaws(sunset, spring), governance] as const,
    'Articles of Incorporation': () =>
      [articlesOfIncorporation(sunset, spring), governance] as const,
    'Travel and Expense Policy': () => [travelAndExpense(autumn), governance] as const,
    'Charitable Contributions Policy': () => [charitableContributions(autumn), governance] as const,
    'Budget Overview': () => [budgetOverview(year), governance] as const,
    'Team Astro Recommendations': () => [teamAstroRecs(year), governance] as const,
    'Mission, Vision, Values': () => [missionVisionValues(sunset), 'Communications'] as const,
    'Spenddown Talking Points': () => [spenddownTalkingPoints(sunset), 'Communications'] as const,
  }[name]!()
  return writePolicy(policy, kicker, new Date(Date.UTC(year, 0, 2, 12)))
}

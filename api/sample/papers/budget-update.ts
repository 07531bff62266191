import { total } from '../figures/ledger.ts'
import { groupIds, groups } from '../figures/lines.ts'
import { count, dollars, longDay, percent } from '../figures/words.ts'
import { startPaper } from '../paper/paper.ts'
import { type Briefing, ofGroup } from './briefing.ts'
import { notableLines } from './budget-vs-actual.ts'
import { projected, scenarios } from './outlook.ts'

/** The treasurer's short letter: this year's forecast and next year's limits. */
export async function budgetUpdate(briefing: Briefing): Promise<Uint8Array> {
  const { budget, close, meetingOn, nextMeetingOn } = briefing
  const outlook = projected(briefing)
  const next = scenarios(briefing)[0]!.years[0]!
  const paper = startPaper(
    briefing.head('Budget Update', {
      subtitle: `The ${close.year} forecast and the frame for ${next.year}`,
      facts: [
        ['From', 'James Okafor, Treasurer'],
        ['Asked of the board', `To note the forecast and the frame for ${next.year}`],
      ],
    }),
  )
  const gap = total(outlook) - total(budget)
  paper.section(`Where ${close.year} is heading`)
  paper.text(
    `We expect to spend ${dollars(total(outlook))} in ${close.year}, ${dollars(Math.abs(gap))} ${gap > 0 ? 'more' : 'less'} than the budget of ${dollars(total(budget))}. Nothing in the forecast needs a change of the budget: every group is inside the five percent that the board left to management.`,
  )
  paper.table({
    caption: 'Forecast by group ($ thousands)',
    columns: [
      { label: 'Group', share: 40 },
      { label: 'Budget', share: 20, figures: true },
      { label: 'Forecast', share: 20, figures: true },
      { label: 'Difference', share: 20, figures: true },
    ],
    rows: [
      ...groupIds.map((group) => {
        const [planned, expected] = [ofGroup(budget, group), ofGroup(outlook, group)]
        return {
          cells: [groups[group], count(planned), count(expected), count(expected - planned)],
        }
      }),
      { kind: 'total', cells: ['Total', count(total(budget)), count(total(outlook)), count(gap)] },
    ],
  })
  paper.section('What moved since the last meeting')
  const moved = notableLines(briefing).slice(0, 4)
  paper.list(
    moved.length === 0
      ? ['Nothing beyond the reporting limits.']
      : moved.map(({ id, name }) => {
          const change = briefing.spent[id]! - briefing.planned[id]!
          return `${name}: ${dollars(Math.abs(change))} ${change > 0 ? 'above' : 'below'} the budget to date. The commentary is in Budget vs Actual.`
        }),
  )
  paper.section(`The frame for ${next.year}`)
  const whole = next.grants + next.operating
  paper.text(
    `The Level scenario of the spend-down model gives ${dollars(whole)} for ${next.year}: ${dollars(next.grants)} for grants and ${dollars(next.operating)} for programs, staff and everything else. That is ${percent(whole, next.opening)} of the endowment with which we expect to begin the year.`,
    'Management will work inside this frame. Salaries are budgeted with three percent, health premiums with seven, and the lease is fixed. The grants budget keeps four percent unassigned until the summer, for the needs that no plan foresees.',
  )
  paper.section('Calendar')
  paper.list(
    [
      `${longDay(meetingOn)}: the board discusses the frame.`,
      'Three weeks later: program officers hand in their plans.',
      'The finance committee reads the draft in two meetings.',
      `${longDay(nextMeetingOn)}: the board receives the next report.`,
    ],
    true,
  )
  paper.callout(
    'A word from the treasurer',
    'A foundation that spends itself down can’t make up for a careless year. It also can’t bank a timid one: what we don’t grant now, at the time it helps, is worth less to the people we are here for. I am content with the pace.',
  )
  return paper.finish()
}

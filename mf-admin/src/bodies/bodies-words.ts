import type { Body, Term } from '@portal/contract/bodies'
import { counted } from '@portal/domain/counted'
import type { Day } from '@portal/domain/days'
import {
  majorities,
  minutesApprovals,
  noticeKinds,
  quorumOf,
  quorumShares,
  type RuleProfile,
  rulePresets,
  stricterMajorities,
  writtenActions,
} from '@portal/domain/rule-profiles'
import { isCurrent, officeNames, termDatesText } from '@portal/domain/terms'

/** "Treasurer", "Member, without a vote". */
export function officeInWords({ office, voting }: Pick<Term, 'office' | 'voting'>): string {
  return `${officeNames[office]}${voting ? '' : ', without a vote'}`
}

export function termInWords(term: Term, today: Day): string {
  const { appointedBy } = term
  const by = appointedBy === undefined ? '' : `, appointed by ${appointedBy}`
  return `${officeInWords(term)}, ${termDatesText(term, today)}${by}`
}

/** Who of a body is in office, and how many of them vote. */
export function inOffice(terms: readonly Term[], body: string, today: Day) {
  const current = terms.filter((term) => term.body === body && isCurrent(term, today))
  const people = (of: readonly Term[]) => new Set(of.map(({ person }) => person)).size
  return { people: people(current), voting: people(current.filter(({ voting }) => voting)) }
}

/** A body's rules, one line each. */
export function rulesInWords({ rules }: Pick<Body, 'rules'>, voting: number) {
  const least = quorumOf(rules, voting)
  const { quorum, notice } = rules
  const rows = [
    ['Began with', rulePresets[rules.preset]],
    [
      'Quorum',
      quorum.by === 'number'
        ? counted(quorum.number, 'voting member')
        : quorumShares[quorum.share] + (voting > 0 ? `: ${least} of ${voting}` : ''),
    ],
    ['A motion is carried by', majorities[rules.majority]],
    ['Motions that need more', stricterInWords(rules)],
    ['Abstentions', rules.abstentionsCount ? 'Count as votes cast' : 'Don’t count as votes cast'],
    ['A tie', rules.castingVote ? 'The chair’s vote decides' : 'The motion is lost'],
    ['Decisions in writing', writtenActions[rules.writtenAction]],
    [
      'Notice',
      noticeNames.map((kind) => `${noticeKinds[kind]}: ${counted(notice[kind], 'day')}`).join('\n'),
    ],
    ['Secret ballots', rules.secretBallots ? 'Allowed' : 'Not allowed'],
    ['Minutes are approved', minutesApprovals[rules.minutes]],
  ] as const
  return rows.map(([label, text]) => ({ label, text }))
}

export const noticeNames = Object.keys(noticeKinds) as (keyof typeof noticeKinds)[]

function stricterInWords({ stricter }: RuleProfile): string {
  if (stricter.length === 0) return 'None'
  return stricter.map(({ motion, needs }) => `${motion}: ${stricterMajorities[needs]}`).join('\n')
}

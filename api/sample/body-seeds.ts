import { presetRules } from '@portal/domain/rule-profiles'
import { type Office, usuallyVotes } from '@portal/domain/terms'
import { boardMembers, people } from './people.ts'
import type { Seed } from './seed-plan.ts'

/** Who joined the board this year. */
const newest = 'lucia-marquez'

const committees = {
  finance: {
    name: 'Finance Committee',
    purpose: 'Reviews the budget, the investments and the audit before the board does.',
    color: 'blue',
  },
  grants: {
    name: 'Grants Committee',
    purpose: 'Reads every docket, and recommends grants to the board.',
    color: 'green',
  },
}

type Held = { body: 'board' | keyof typeof committees; person: string; office: Office }

const officesOfBoard: Record<string, Office> = {
  'maria-lopez': 'chair',
  'james-okafor': 'treasurer',
  'eleanor-whitcombe': 'secretary',
}

const held: Held[] = [
  ...boardMembers.map(({ id }): Held => {
    return { body: 'board', person: id, office: officesOfBoard[id] ?? 'member' }
  }),
  { body: 'finance', person: 'james-okafor', office: 'chair' },
  { body: 'finance', person: 'anand-krishnan', office: 'member' },
  { body: 'finance', person: 'daniel-whitfield', office: 'member' },
  { body: 'finance', person: 'samuel-osei', office: 'staff' },
  { body: 'grants', person: 'tomas-rivera', office: 'chair' },
  { body: 'grants', person: 'ingrid-sorensen', office: 'member' },
  { body: 'grants', person: 'beatrice-nakamura', office: 'member' },
  { body: 'grants', person: 'hana-takeda', office: 'staff' },
]

/** Two committees, who is in office in them and in the board until this year or one of the next two, and a past term. */
export function bodySeeds(year: number): Seed[] {
  const termOf = ({ person, office, ...rest }: Held, from: number, to: number): Seed => {
    const { name } = people.find(({ id }) => id === person)!
    const dates = { from: `${from}-01-01`, to: `${to}-12-31` }
    const body = { ...rest, person, name, office, voting: usuallyVotes(office), ...dates }
    return { collection: 'terms', id: `sample-${rest.body}-${person}-${from}`, body }
  }
  const past: Held = { body: 'board', person: 'maria-lopez', office: 'member' }
  return [
    ...Object.entries(committees).map(([id, committee]) => {
      const body = { ...committee, state: 'active', rules: presetRules('smallBoard') }
      return { collection: 'bodies', id, body }
    }),
    ...held.map((term, index) =>
      termOf(term, term.person === newest ? year : year - 2 + (index % 3), year + (index % 3)),
    ),
    termOf(past, year - 5, year - 3),
  ]
}

import { dayAfter } from '@portal/domain/days'
import { flagId } from '../src/features/questions/item-flags.ts'
import type { StoredFlag, StoredQuestion } from '../src/features/questions/stored-questions.ts'
import { sampleAccountId } from './accounts.ts'
import { people } from './people.ts'
import type { Seed } from './seed-plan.ts'

type Asked = Pick<StoredQuestion, 'text' | 'audience'> & {
  id: string
  item: string
  by: string
  answer?: { id: string; by: string; text: string }
}

/** One for everybody, one for the presenter, the chair and staff, and one that has an answer. */
const asked: Asked[] = [
  {
    id: '6b1f4c52-0d7e-4a39-9c35-1e8a5d20f7b1',
    item: 'Spend-down model',
    by: 'lucia-marquez',
    audience: 'item',
    text: 'What changes in the first scenario if grants stay as they are this year?',
  },
  {
    id: 'c2a7de18-53b4-4f60-8a91-7f04b6e3d9c2',
    item: 'Program review',
    by: 'beatrice-nakamura',
    audience: 'private',
    text: 'Two of these partners refer families to my clinic. Should I leave the room for this part?',
  },
  {
    id: '91e0b3a4-6f2d-47c8-b5d7-28c6f1a94e03',
    item: 'Grants docket',
    by: 'daniel-whitfield',
    audience: 'item',
    text: 'Are the thirty awards within this year’s budget for grants?',
    answer: {
      id: 'e47d92c6-1b85-4d3f-a06e-93b2c8f5074a',
      by: 'ruth-abelman',
      text: 'Yes, Samuel Osei has checked them. He brings the comparison to the meeting.',
    },
  },
]
const flagged = { item: 'Consent agenda', by: 'ingrid-sorensen' }

/** Questions about a meeting of the board, and a flag of its consent agenda. */
export function questionSeeds({ id: meeting, body }: Seed): Seed[] {
  const { date, items } = body as { date: string; items: { id: string; title: string }[] }
  const itemOf = (title: string) => items.find((each) => each.title === title)!.id
  const at = (hour: string) => `${dayAfter(date, -60)}T${hour}:00:00.000Z`
  const flag: StoredFlag = {
    meeting,
    item: itemOf(flagged.item),
    ...author(flagged.by),
    at: at('02'),
  }
  return [
    ...asked.map(({ id, item, by, text, audience, answer }): Seed => {
      const stored: StoredQuestion = {
        meeting,
        item: itemOf(item),
        ...author(by),
        text,
        audience,
        state: answer ? 'answered' : 'open',
        askedAt: at('00'),
        answers: answer
          ? [
              {
                id: answer.id,
                ...author(answer.by),
                text: answer.text,
                at: at('01'),
                seenBy: 'question',
              },
            ]
          : [],
      }
      return { collection: 'questions', id, body: stored }
    }),
    { collection: 'item_flags', id: flagId(meeting, flag.item, flag.uid), body: flag },
  ]
}

function author(id: string): { uid: string; name: string } {
  const { name, email } = people.find((each) => each.id === id)!
  return { uid: sampleAccountId(email!), name }
}

import { meetingTimes } from '@portal/domain/agenda-defaults'
import { dayAfter } from '@portal/domain/days'
import type { ReplyAnswer } from '@portal/domain/replies'
import { replyId } from '../src/features/replies/stored-replies.ts'
import { people } from './people.ts'
import type { Seed } from './seed-plan.ts'

type Given = { answer: ReplyAnswer; note?: string }

/** The chair of the board and one member of the committee haven't replied yet. */
const boardReplies: Record<string, Given> = {
  'james-okafor': {
    answer: 'video',
    note: 'My train arrives at ten, so I join by video until then.',
  },
  'eleanor-whitcombe': { answer: 'in-person' },
  'tomas-rivera': { answer: 'in-person' },
  'anand-krishnan': { answer: 'in-person' },
  'ingrid-sorensen': { answer: 'in-person' },
  'beatrice-nakamura': { answer: 'not-sure' },
  'daniel-whitfield': { answer: 'cannot-come' },
}
const financeReplies: Record<string, Given> = {
  'james-okafor': { answer: 'video' },
  'anand-krishnan': { answer: 'video' },
}

/** Replies to the board's meeting and to the finance committee's, as far as these are among the seeds. */
export function replySeeds(meetings: readonly Seed[]): Seed[] {
  return meetings.flatMap((meeting) => {
    if (meeting.collection === 'agendas') return repliesTo(meeting, boardReplies)
    return meeting.body['body'] === 'finance' ? repliesTo(meeting, financeReplies) : []
  })
}

function repliesTo({ id, body }: Seed, replies: Record<string, Given>): Seed[] {
  const { key = id, date } = body as { key?: string; date: string; time: string; endTime: string }
  return Object.entries(replies).map(([person, given]) => ({
    collection: 'replies',
    id: replyId(person, key),
    body: {
      ...given,
      person,
      name: people.find((each) => each.id === person)!.name,
      meeting: key,
      given: { date, ...meetingTimes(body) },
      source: given.answer === 'cannot-come' ? 'telephone' : 'portal',
      ...(given.answer === 'cannot-come'
        ? { enteredBy: { uid: 'ruth-abelman', name: 'Ruth Abelman' } }
        : {}),
      at: `${dayAfter(date, -60)}T00:00:00.000Z`,
    },
  }))
}

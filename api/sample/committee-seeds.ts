import type { AgendaItem } from '@portal/contract/agendas'
import { consecutiveItems } from '@portal/domain/agenda-times'
import type { Day } from '@portal/domain/days'
import { mappingId } from '@portal/domain/ids'
import { closedSession } from '@portal/domain/who-may-read'
import { sampleAccountId, sampleAssistant, sampleGuest } from './accounts.ts'
import {
  committeeFile,
  committeeMeetings,
  type CommitteeMeeting,
  invitedUntil,
} from './committee-meetings.ts'
import { people } from './people.ts'
import type { Seed } from './seed-plan.ts'

type Item = {
  title: string
  duration: number
  speaker?: string
  type?: string
  description?: string
  papers?: { materialType: string }[]
}

const contents = {
  finance: {
    title: 'Finance Committee',
    time: '14:00',
    endTime: '15:30',
    location: 'By video',
    items: [
      {
        title: 'Results of the month',
        duration: 30,
        speaker: 'Samuel Osei',
        papers: [{ materialType: 'p1' }],
      },
      {
        title: 'Audit plan',
        duration: 30,
        speaker: 'Joan Whitlock',
        description: 'The auditors present what they will look at.',
        papers: [{ materialType: 'p2' }],
      },
      { title: 'Fees of the auditors', duration: 20, speaker: 'James Okafor' },
      { title: 'Next steps', duration: 10, speaker: 'James Okafor', type: 'information' },
    ],
  },
  grants: {
    title: 'Grants Committee',
    time: '10:30',
    endTime: '12:00',
    location: 'Larkspur House, Library, and by video',
    items: [
      {
        title: 'Site visits',
        duration: 30,
        speaker: 'Hana Takeda',
        papers: [{ materialType: 'p1' }],
      },
      {
        title: 'The docket',
        duration: 60,
        speaker: 'Tomás Rivera',
        type: 'decision',
        papers: [{ materialType: 'p2' }],
      },
    ],
  },
} satisfies Record<
  CommitteeMeeting['body'],
  { title: string; time: string; endTime: string; location: string; items: Item[] }
>

/** The item of the finance committee that only its voting members and the admin who prepares it see. */
const closedTitle = 'Fees of the auditors'
const invitedTitle = 'Audit plan'
const closedKey = 'sample-finance-closed'

/** The committees' published meetings with their papers, a closed item, a guest of one item, and an assistant. */
export function committeeSeeds(days: Record<CommitteeMeeting['body'], Day>): Seed[] {
  const meetings = committeeMeetings.flatMap(({ body, papers }) => {
    const on = days[body]
    const meeting = `${on}-${body}`
    return [
      { collection: 'meetings', id: meeting, body: meetingBody(body, on) },
      {
        collection: 'quarters',
        id: meeting,
        body: { inPreparation: false, publishedAt: `${on}T00:00:00.000Z` },
      },
      ...papers.map((name, at): Seed => {
        const key = `p${at + 1}`
        return {
          collection: 'meeting_papers',
          id: mappingId({ kind: 'meeting', meeting, materialType: key }),
          body: { meeting, materialType: key, active: true, title: name, order: at + 1 },
          file: committeeFile(name),
        }
      }),
    ]
  })
  return [...meetings, closedItem(days.finance), ...outsiders(days.finance)]
}

/** The items of a meeting, each after the one before it. */
function timedItems(body: CommitteeMeeting['body']): AgendaItem[] {
  const { time, items } = contents[body]
  const named = items.map((item: Item, at): AgendaItem => {
    return { id: `item-${at + 1}`, completed: false, type: 'discussion', ...item }
  })
  return consecutiveItems({ time, items: named })
}

function meetingBody(body: CommitteeMeeting['body'], date: Day) {
  const items = timedItems(body).map((item) => {
    if (item.title !== closedTitle) return item
    const { id, time, duration, completed, type } = item
    return { id, title: closedSession, time, duration, completed, type, closed: closedKey }
  })
  const kept = { key: `sample-${body}`, body, kind: 'committee', date, status: 'published' }
  return { ...contents[body], ...kept, items }
}

function closedItem(on: Day): Seed {
  return {
    collection: 'closed_items',
    id: closedKey,
    body: {
      agenda: `${on}-finance`,
      item: timedItems('finance').find(({ title }) => title === closedTitle),
      audience: { who: 'voting', named: ['ruth-abelman'] },
      toOthers: 'time',
    },
  }
}

function outsiders(on: Day): Seed[] {
  const since = `${on}T00:00:00.000Z`
  const guest = sampleAccountId(sampleGuest.email)
  const assisted = people.find(({ id }) => id === 'maria-lopez')!
  const invited = timedItems('finance').find(({ title }) => title === invitedTitle)!
  return [
    {
      collection: 'account_kinds',
      id: guest,
      body: {
        kind: 'guest',
        name: sampleGuest.displayName,
        email: sampleGuest.email,
        since,
      },
    },
    {
      collection: 'invitations',
      id: 'sample-finance-guest',
      body: {
        person: guest,
        name: sampleGuest.displayName,
        meeting: 'sample-finance',
        items: [invited.id],
        until: invitedUntil(on),
      },
    },
    {
      collection: 'account_kinds',
      id: sampleAccountId(sampleAssistant.email),
      body: {
        kind: 'assistant',
        name: sampleAssistant.displayName,
        email: sampleAssistant.email,
        assists: {
          person: assisted.id,
          account: sampleAccountId(assisted.email!),
          name: assisted.name,
          email: assisted.email,
          mayReply: false,
        },
        since,
      },
    },
  ]
}

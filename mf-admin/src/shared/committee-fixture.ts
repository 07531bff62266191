import { testApi } from '@portal/api/testing'
import { saveBody } from '@portal/contract/bodies'
import type { CalendarEvent } from '@portal/contract/calendar'
import { createMeeting } from '@portal/contract/new-meetings'

/** The committee's meeting of the fixture. */
export const committeeMeeting = { meeting: '2026-12-11-finance' }

type Options = {
  hasMeeting?: boolean
  events?: CalendarEvent[]
  now?: () => Date
  ports?: NonNullable<Parameters<typeof testApi>[0]>['ports']
}

/** The real API in memory with a finance committee and, unless otherwise wanted, its meeting in preparation. */
export async function committeeApi({
  hasMeeting = true,
  events = [],
  now = () => new Date('2026-11-20T18:00:00Z'),
  ports = {},
}: Options = {}) {
  const calendar = {
    between: async () => events,
    byId: async (wanted: string) => events.find((event) => event.id === wanted),
    problems: async () => [],
  }
  const api = await testApi({
    now,
    ports: { calendar, ...ports },
  })
  const call = api.call('admin')
  const body = { name: 'Finance Committee' }
  await call(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
  /** Creates a meeting of the committee. */
  const meet = (date: string, title: string) =>
    call(createMeeting, {
      body: {
        key: crypto.randomUUID(),
        body: 'finance',
        kind: 'committee',
        date,
        title,
        time: '10:00',
        endTime: '11:30',
      },
    })
  if (hasMeeting) await meet('2026-12-11', 'Budget meeting')
  return { api, call, meet }
}

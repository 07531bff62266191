import type { CalendarEvent } from '@portal/contract/calendar'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Call } from '../client.ts'
import { upcomingEventsQuery } from './upcoming-events.ts'

const event: CalendarEvent = {
  id: 'one',
  summary: 'Audit review',
  start: { date: '2026-11-12' },
}

/** What a reload paints at once, for a reader of these bodies’ meetings. */
const painted = (bodies?: string[]) => {
  const never: Call = async () => new Promise(() => {})
  const { initialData } = upcomingEventsQuery(never, { limit: 5, uid: 'wei', bodies })
  return typeof initialData === 'function' ? initialData() : initialData
}

it('paints what this session read last only while the reader sees the meetings of the same bodies', async () => {
  const call = (async () => [event]) as Call
  const inCommittee = { limit: 5, uid: 'wei', bodies: ['board', 'finance'] }
  const read = async () => new QueryClient().fetchQuery(upcomingEventsQuery(call, inCommittee))
  await read()
  expect(painted(['board', 'finance'])).toEqual([event])
  expect(painted(['board'])).toBeUndefined()
  await read()
  // The term has begun again: the copy was dropped.
  expect(painted(['board'])).toBeUndefined()
  expect(painted(['board', 'finance'])).toBeUndefined()
})

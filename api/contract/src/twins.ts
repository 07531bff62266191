import { anyMeetingId } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

type OfQuarter = Endpoint & { ofMeetings: true; params: z.ZodMiniObject }

/** An endpoint at a meeting's id instead of a year and a quarter; the rest is the same. */
export type OfMeeting<E extends OfQuarter> = Omit<E, 'path' | 'params' | 'ofMeetings'> & {
  path: `/${string}`
  params: z.ZodMiniObject<
    Omit<E['params']['shape'], 'year' | 'quarter'> & { meeting: typeof anyMeetingId }
  >
}

const known = new WeakMap<Endpoint, Endpoint>()

/**
 * The endpoint of a quarter for any meeting, by its id: `ofMeeting(getAgenda)` is `GET /api/agendas/{meeting}`. A quarterly
 * meeting has an id, too. The same endpoint gives the same value.
 */
export function ofMeeting<E extends OfQuarter>(endpoint: E): OfMeeting<E> {
  return twinOf(endpoint) as unknown as OfMeeting<E>
}

/** `ofMeeting` for an endpoint that may not have one. */
export function twinOf(endpoint: Endpoint): Endpoint | undefined {
  const { ofMeetings, params, ...same } = endpoint
  if (!ofMeetings) return undefined
  const twin = known.get(endpoint)
  if (twin) return twin
  const { shape } = params as z.ZodMiniObject
  const others = Object.entries(shape).filter(([name]) => name !== 'year' && name !== 'quarter')
  const made: Endpoint = {
    ...same,
    path: same.path.replace('{year}/{quarter}', '{meeting}') as `/${string}`,
    params: z.object({ meeting: anyMeetingId, ...Object.fromEntries(others) }),
  }
  known.set(endpoint, made)
  return made
}

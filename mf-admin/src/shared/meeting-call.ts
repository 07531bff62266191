import type { CallInput, Endpoint, Reply } from '@portal/contract/endpoint'
import { ofMeeting } from '@portal/contract/twins'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Call, CallOptions } from '@portal/remote-kit/client'

type OfQuarter = Parameters<typeof ofMeeting>[0]

/** Calls an endpoint of a quarter for any meeting: at its year and quarter, or at its id. */
export function callOf<E extends OfQuarter>(
  call: Call,
  endpoint: E,
  meeting: MeetingRef,
  input = {} as Omit<CallInput<E>, 'params'>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const send = call as (at: Endpoint, input: object, options: CallOptions) => Promise<Reply<E>>
  if (!isQuarterly(meeting)) {
    const twin = ofMeeting(endpoint) as unknown as Endpoint
    return send(twin, { ...input, params: { meeting: meeting.meeting } }, options)
  }
  const { year, quarter } = meeting
  return send(endpoint, { ...input, params: { year, quarter } }, options)
}

import { getAgenda } from '@portal/contract/agendas'
import { ofMeeting } from '@portal/contract/twins'
import type { Call } from '../client.ts'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

export function agendaKey(of: MeetingRef) {
  return sharedKey(['agenda', ...(isQuarterly(of) ? [of.year, of.quarter] : [of.meeting])])
}

/** The native agenda of a meeting, as its reader may see it. */
export function agendaQuery(call: Call, of: MeetingRef) {
  return queryOptions({
    queryKey: agendaKey(of),
    queryFn: ({ signal }) =>
      isQuarterly(of)
        ? call(getAgenda, { params: of }, { signal })
        : call(ofMeeting(getAgenda), { params: of }, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

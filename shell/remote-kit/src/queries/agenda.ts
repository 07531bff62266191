import { getAgenda } from '@portal/contract/agendas'
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
    queryFn: async ({ signal }) => {
      if (isQuarterly(of)) return call(getAgenda, { params: of }, { signal })
      // Loaded on first use, to keep the dashboard small.
      const { ofMeeting } = await import('@portal/contract/twins')
      return call(ofMeeting(getAgenda), { params: of }, { signal })
    },
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

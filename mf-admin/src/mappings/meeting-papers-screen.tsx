import { isQuarterly, meetingOf, type OtherMeeting } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useParams } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ListOrdered } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { MeetingFrame, useTitleOf } from '../meetings/meeting-frame.tsx'
import { PublicationBar } from '../quarters/publication-bar.tsx'
import { meetingMappingsQuery } from '../shared/quarter-queries.ts'
import { slotSettingsQuery } from '../shared/slot-settings.ts'
import { useNameDrafts } from './name-drafts.ts'
import { SlotsPanel } from './slots-panel.tsx'
import { useSync } from './sync/use-sync.ts'

/** `/admin/meetings/{id}/papers`; a quarter's papers are in Resource Mappings. */
export function Component() {
  const { meeting = '' } = useParams()
  const named = meetingOf(meeting)
  if (!named || isQuarterly(named)) {
    return <Redirect to={named ? adminPaths.mappings(named) : adminPaths.allMeetings} />
  }
  return <Papers key={meeting} meeting={named} />
}

/** The ordered list of a meeting's papers. */
function Papers({ meeting }: { meeting: OtherMeeting }) {
  const { call } = usePortal()
  const mappings = useQuery(meetingMappingsQuery(call, meeting))
  const settings = useQuery(slotSettingsQuery(call))
  const name = useTitleOf(meeting)
  const drafts = useNameDrafts()
  const sync = useSync()
  return (
    <MeetingFrame
      meeting={meeting}
      queries={[mappings, settings]}
      actions={
        <Link className={buttonStyle()} to={adminPaths.agenda(meeting)}>
          <ListOrdered /> Agenda
        </Link>
      }
    >
      <PublicationBar meeting={meeting} name={name} />
      <QueryPanel
        query={mappings}
        failure="Failed to load the papers of this meeting"
        skeleton={<Skeleton height="30rem" label="Loading the papers" />}
      >
        {(all) => (
          <SlotsPanel
            {...{ meeting, name, drafts, sync }}
            tab="meetings"
            mappings={all}
            settings={settings.data ?? { setAside: [] }}
          />
        )}
      </QueryPanel>
    </MeetingFrame>
  )
}

import { usePortal } from '@portal/remote-kit/portal'
import { NotFound } from '@portal/remote-kit/not-found'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { ReplyPanel } from '@portal/remote-kit/reply-panel'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { meetingIn } from './invited-paths.ts'
import { MeetingContent, MeetingHead } from './meeting-content.tsx'
import { ownMeetingsQuery } from './own-meetings-query.ts'

/** A meeting with what a guest or an assistant may read of it. */
export function Component() {
  const { call } = usePortal()
  const id = meetingIn(useParams())
  const meetings = useQuery(ownMeetingsQuery(call))
  return (
    <QueryPanel query={meetings} failure="Failed to load the meeting">
      {(listed) => {
        const meeting = listed.find((each) => each.id === id)
        if (!meeting) return <NotFound />
        const back = (
          <Link to="/">
            <ArrowLeft aria-hidden /> Your meetings
          </Link>
        )
        return (
          <>
            <PageHeader title={meeting.title} back={back} />
            <MeetingHead meeting={meeting} />
            <ReplyPanel meeting={meeting.id} />
            <MeetingContent meeting={meeting} />
          </>
        )
      }}
    </QueryPanel>
  )
}

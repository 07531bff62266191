import { meetingKindNames } from '@portal/domain/meeting-stages'
import {
  isQuarterly,
  meetingLabel,
  type MeetingRef,
  type OtherMeeting,
} from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Archive, BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { BodyBesideTitle } from './body-beside-title.tsx'
import { MeetingBadges } from './meeting-badges.tsx'
import { whenText } from './meeting-words.ts'
import styles from './meetings.module.css'
import { meetingQuery } from './meetings-queries.ts'

type MeetingFrameProps = {
  meeting: MeetingRef
  actions: ReactNode
  /** The screen's own reads. */
  queries: readonly UseQueryResult[]
  children: ReactNode
}

/** A screen of a meeting that isn't a quarterly one, below its title, body, day and state. */
export function MeetingFrame({ meeting, actions, queries, children }: MeetingFrameProps) {
  const { call } = usePortal()
  const query = useQuery(meetingQuery(call, meeting))
  const { data: listed } = query
  return (
    <AdminScreen
      title={listed?.title ?? 'Meeting'}
      subtitle={
        listed && (
          <span className={styles.subtitle}>
            <span>
              <BodyBesideTitle meeting={listed}>{meetingKindNames[listed.kind]}</BodyBesideTitle>
            </span>
            <span>{whenText(listed) ?? 'No date yet'}</span>
            {/* Whether members see it is said below. */}
            <MeetingBadges meeting={{ ...listed, inPreparation: false }} />
          </span>
        )
      }
      backTo={adminPaths.allMeetings}
      actions={actions}
      queries={[query, ...queries]}
    >
      {children}
      <nav className={styles.more} aria-label="More of this meeting">
        <Link className={buttonStyle('quiet')} to={adminPaths.membersBook(meeting)}>
          <BookOpen /> Board book
        </Link>
        <Link className={buttonStyle('quiet')} to={adminPaths.exports}>
          <Archive /> Export
        </Link>
      </nav>
    </AdminScreen>
  )
}

/** What a meeting is called in sentences: its title, once that is known. */
export function useTitleOf(meeting: OtherMeeting): string {
  const { call } = usePortal()
  const { data } = useQuery(meetingQuery(call, meeting))
  return data?.title ?? 'this meeting'
}

/** What lists call a meeting, such as `Q4 2026`. */
export function useLabelOf(meeting: MeetingRef): string {
  const { call } = usePortal()
  const isOther = !isQuarterly(meeting)
  const { data } = useQuery({ ...meetingQuery(call, meeting), enabled: isOther })
  return data || !isOther ? meetingLabel(meeting, data) : 'this meeting'
}

import type { Agenda } from '@portal/contract/agendas'
import { isApiError } from '@portal/remote-kit/client'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Eye, ListOrdered } from 'lucide-react'
import type { ReactNode } from 'react'
import { agendaSentences } from './agenda-source.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import { UnseenMeetings, useIsOfUnseenBody } from './material-not-found.tsx'
import { useIsPast } from './use-is-past.ts'

type AgendaPanelProps = {
  query: UseQueryResult<Agenda>
  meeting: MeetingRef
  /** The message for an agenda that can't be read. */
  failure?: string
  /** Shown above the message that there is no agenda. */
  missing?: string
  /** Tells admins that members don't see this agenda. */
  hidden?: boolean
  /** A CSS height reserved while the agenda loads; eight lines by default. */
  height?: string
  children: (agenda: Agenda) => ReactNode
}

/** A meeting's published agenda. If it is missing or unpublished, a message is shown instead of an error. */
export function AgendaPanel({
  query,
  meeting,
  failure = agendaSentences.readerFailed,
  missing,
  hidden = false,
  height,
  children,
}: AgendaPanelProps) {
  const { isAdmin } = usePortal().person
  const isPast = useIsPast(meeting)
  const isUnseen = useIsOfUnseenBody(meeting)
  const kind = isQuarterly(meeting) ? 'quarter' : 'meeting'
  if (hidden) return <HiddenAgenda meeting={meeting} />
  const absence = absenceOf(query, meeting)
  if (absence && isUnseen) return <UnseenMeetings />
  if (absence) {
    const title = isMissing(query) ? (missing ?? absence) : absence
    return (
      <EmptyState title={title} icon={<ListOrdered aria-hidden />}>
        {title !== absence && <p>{absence}</p>}
        <p>
          {isPast
            ? `This ${kind} is over. If you need its agenda, ask your Board Liaison.`
            : 'Your Board Liaison publishes it here before the meeting.'}
        </p>
        {isAdmin && isUnpublished(query) && <PreviewLink meeting={meeting} />}
      </EmptyState>
    )
  }
  return (
    <QueryPanel
      query={query}
      failure={failure}
      skeleton={<Skeleton lines={8} height={height} label="Loading the agenda" />}
    >
      {children}
    </QueryPanel>
  )
}

function HiddenAgenda({ meeting }: { meeting: MeetingRef }) {
  return (
    <EmptyState title={agendaSentences.hidden(meeting)} icon={<ListOrdered aria-hidden />}>
      <p>
        Members don’t see it, because it isn’t the source of this{' '}
        {isQuarterly(meeting) ? 'quarter’s slot' : 'meeting’s agenda'}. Its preview explains why.
      </p>
      <PreviewLink meeting={meeting} />
    </EmptyState>
  )
}

function PreviewLink({ meeting }: { meeting: MeetingRef }) {
  return (
    <Link
      to={meetingsPaths.previewAgenda(meeting)}
      className={buttonStyle('secondary')}
      data-print="hide"
    >
      <Eye aria-hidden /> Preview the agenda
    </Link>
  )
}

/** Admins, to whom the API also sends drafts, read only published agendas here too. */
function absenceOf(query: UseQueryResult<Agenda>, meeting: MeetingRef) {
  if (isMissing(query)) return agendaSentences.none(meeting)
  return isUnpublished(query) ? agendaSentences.unpublished(meeting) : undefined
}

/** The meeting has no agenda at all. */
export function isMissing(query: UseQueryResult<Agenda>): boolean {
  return codeOf(query) === 'notFound'
}

export function isUnpublished(query: UseQueryResult<Agenda>): boolean {
  return codeOf(query) === 'notPublished' || query.data?.status === 'draft'
}

const codeOf = ({ error }: UseQueryResult<Agenda>) => (isApiError(error) ? error.code : undefined)

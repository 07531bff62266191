import { getAgenda } from '@portal/contract/agendas'
import type { ListedMeeting } from '@portal/contract/all-meetings'
import { listMappings } from '@portal/contract/mappings'
import { ofMeeting } from '@portal/contract/twins'
import { counted } from '@portal/domain/counted'
import { meetingOf } from '@portal/domain/meeting-ref'
import { reviewMeeting, type ReviewProblem } from '@portal/domain/quarter-review'
import type { Call } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, queryOptions, useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { CircleCheck, FileText, ListOrdered } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { useComingMeetings } from '../meetings/coming-meetings.ts'
import { meetingsKey } from '../meetings/meetings-queries.ts'
import { MeetingBadges } from '../meetings/meeting-badges.tsx'
import { BodyBesideTitle } from '../meetings/body-beside-title.tsx'
import { whenText } from '../meetings/meeting-words.ts'
import { problemInWords } from '../quarters/publication-bar.tsx'
import { useIsSetAside } from '../shared/slot-settings.ts'
import styles from './meetings-readiness.module.css'

/** How many meetings are looked at; the list of all meetings has the others. */
const mostMeetings = 6

/** How many problems of a meeting are named. */
const mostProblems = 3

/** How ready the next meetings of committees are, those with problems first; nothing without any. */
export function MeetingsReadiness() {
  const coming = useComingMeetings()
  const looked = useReviews(coming.slice(0, mostMeetings))
  if (looked.length === 0) return null
  return (
    <section className={styles.section} aria-label="Other meetings">
      <h2>Other meetings</h2>
      <ul className={styles.meetings}>
        {looked.map(({ meeting, problems }) => (
          <MeetingReadiness key={meeting.id} meeting={meeting} problems={problems} />
        ))}
      </ul>
      {coming.length > looked.length && <Link to={adminPaths.allMeetings}>See all meetings</Link>}
    </section>
  )
}

type Looked = {
  meeting: ListedMeeting
  /** Undefined while they aren't known. */
  problems: ReviewProblem[] | undefined
}

/** Those with problems come first, each group in the order of the days. */
function useReviews(meetings: readonly ListedMeeting[]): Looked[] {
  const { call } = usePortal()
  const isSetAside = useIsSetAside()
  const { data } = useQuery({
    ...contentsQuery(
      call,
      meetings.map(({ id }) => id),
    ),
    enabled: meetings.length > 0,
  })
  const looked = meetings.map((meeting): Looked => {
    const of = meetingOf(meeting.id)
    const content = data?.get(meeting.id)
    if (!of || !content) return { meeting, problems: undefined }
    return { meeting, problems: reviewMeeting({ meeting: of, ...content, isSetAside }).problems }
  })
  return looked.toSorted((a, b) => weightOf(a) - weightOf(b))
}

/** What these meetings have: their papers and their agendas, by the ids of the meetings. */
function contentsQuery(call: Call, meetings: readonly string[]) {
  return queryOptions({
    queryKey: [...meetingsKey, 'contents', ...meetings],
    queryFn: async ({ signal }) => {
      const read = meetings.map(async (meeting) => {
        const params = { meeting }
        const [mappings, agenda] = await Promise.all([
          call(listMappings, { query: { meeting } }, { signal }),
          call(ofMeeting(getAgenda), { params }, { signal }),
        ])
        return [meeting, { mappings, agenda }] as const
      })
      return new Map(await Promise.all(read))
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
}

function weightOf({ problems }: Looked): number {
  return problems?.length === 0 ? 1 : 0
}

function MeetingReadiness({ meeting, problems }: Looked) {
  const of = meetingOf(meeting.id)!
  const more = (problems?.length ?? 0) - mostProblems
  return (
    <Card as="li" className={styles.meeting}>
      <h3>
        <Link to={adminPaths.agenda(of)}>{meeting.title}</Link>
      </h3>
      <p className={styles.soft}>
        <BodyBesideTitle meeting={meeting}>{whenText(meeting) ?? 'No date yet'}</BodyBesideTitle>
      </p>
      <MeetingBadges meeting={meeting} />
      {problems?.length === 0 && (
        <p className={styles.ready}>
          <CircleCheck /> Everything is ready.
        </p>
      )}
      {problems !== undefined && problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.slice(0, mostProblems).map((problem) => (
            <li key={problemInWords(problem)}>{problemInWords(problem)}</li>
          ))}
          {more > 0 && <li>{counted(more, 'more thing')} to look at.</li>}
        </ul>
      )}
      <div className={styles.links}>
        <Link
          className={buttonStyle()}
          to={adminPaths.agenda(of)}
          aria-label={`Agenda of ${meeting.title}`}
        >
          <ListOrdered /> Agenda
        </Link>
        <Link
          className={buttonStyle()}
          to={adminPaths.mappings(of)}
          aria-label={`Papers of ${meeting.title}`}
        >
          <FileText /> Papers
        </Link>
      </div>
    </Card>
  )
}

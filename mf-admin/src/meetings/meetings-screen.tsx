import type { ListedMeeting } from '@portal/contract/all-meetings'
import { dayAfter, fullDayText, todayIn } from '@portal/domain/days'
import { meetingOf } from '@portal/domain/meeting-ref'
import { meetingKindNames } from '@portal/domain/meeting-stages'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { SelectField } from '@portal/shared-ui/field'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Table } from '@portal/shared-ui/table'
import { CalendarPlus, History } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { EventMatchNotice, isUndecided } from './event-match.tsx'
import { MeetingBadges } from './meeting-badges.tsx'
import { BodyBesideTitle } from './body-beside-title.tsx'
import { timesText } from './meeting-words.ts'
import sections from '../shared/sections.module.css'
import styles from './meetings.module.css'
import { activeBodiesQuery, eventMatchesQuery, meetingsQuery } from './meetings-queries.ts'
import { NewMeetingDialog } from './new-meeting-dialog.tsx'

const everybody = ''

/** The meetings of the board and of every committee: what is ahead, and what was, year by year. */
export function Component() {
  const { call, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const thisYear = Number(today.slice(0, 4))
  const bodies = useQuery(activeBodiesQuery(call))
  const coming = useQuery(meetingsQuery(call, { from: today }))
  const { data: events } = useQuery(eventMatchesQuery(call))
  const undecided = (events?.matches ?? []).filter(isUndecided)
  const [body, setBody] = useState(everybody)
  const [since, setSince] = useState(thisYear)
  const [adding, setAdding] = useState(false)
  const years = Array.from({ length: thisYear - since + 1 }, (_, index) => thisYear - index)
  const listed = bodies.data?.bodies ?? []
  return (
    <AdminScreen
      title="Meetings"
      subtitle="The meetings of the board and of every committee."
      actions={
        <Button
          variant="primary"
          icon={<CalendarPlus />}
          disabled={!bodies.data}
          onClick={() => setAdding(true)}
        >
          New meeting
        </Button>
      }
      queries={[bodies, coming]}
    >
      <div className={sections.parts}>
        {undecided.length > 0 && (
          <section className={sections.section} aria-label="Meetings and the calendar">
            <h2>Meetings and the calendar</h2>
            {undecided.map((match) => (
              <EventMatchNotice key={match.meeting.id} match={match} />
            ))}
          </section>
        )}
        {listed.length > 1 && (
          <SelectField
            className={styles.filter}
            label="Whose meetings"
            value={body}
            onChange={setBody}
            options={[
              { value: everybody, label: 'Everybody’s' },
              ...listed.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <QueryPanel
          query={coming}
          failure="Failed to load the meetings"
          skeleton={<Skeleton height="20rem" label="Loading the meetings" />}
        >
          {(meetings) => (
            <MeetingsSection
              title="Coming meetings"
              meetings={ofBody(meetings, body)}
              none="No meeting is planned. Press New meeting to add one."
            />
          )}
        </QueryPanel>
        {years.map((year) => (
          <PastYear key={year} {...{ year, today, body }} />
        ))}
        <div>
          <Button icon={<History />} onClick={() => setSince(since - 1)}>
            Show {since - 1}
          </Button>
        </div>
      </div>
      {adding && <NewMeetingDialog bodies={listed} onClose={() => setAdding(false)} />}
    </AdminScreen>
  )
}

function ofBody(meetings: readonly ListedMeeting[], body: string) {
  return meetings.filter((meeting) => body === everybody || meeting.body.id === body)
}

type PastYearProps = { year: number; today: string; body: string }

/** The meetings of a year that have been, the latest first. */
function PastYear({ year, today, body }: PastYearProps) {
  const { call } = usePortal()
  const last = `${year}-12-31`
  const yesterday = dayAfter(today, -1)
  const to = last < yesterday ? last : yesterday
  const first = `${year}-01-01`
  const query = useQuery({ ...meetingsQuery(call, { from: first, to }), enabled: first <= to })
  if (first > to) return null
  return (
    <QueryPanel
      query={query}
      failure={`Failed to load the meetings of ${year}`}
      skeleton={<Skeleton height="10rem" label={`Loading the meetings of ${year}`} />}
    >
      {(meetings) => (
        <MeetingsSection
          title={last < today ? `Meetings in ${year}` : `Earlier in ${year}`}
          meetings={ofBody(meetings.toReversed(), body)}
          none="No meeting is recorded."
        />
      )}
    </QueryPanel>
  )
}

const columns = ['Meeting', 'When', 'State'].map((title) => ({ title }))

type MeetingsSectionProps = { title: string; meetings: readonly ListedMeeting[]; none: string }

function MeetingsSection({ title, meetings, none }: MeetingsSectionProps) {
  return (
    <section className={sections.section} aria-label={title}>
      <h2>{title}</h2>
      {meetings.length === 0 ? (
        <p>{none}</p>
      ) : (
        <Table label={title} columns={columns}>
          {meetings.map((meeting) => (
            <tr key={meeting.id}>
              <th scope="row" className={sections.name}>
                <Link to={adminPaths.agenda(meetingOf(meeting.id))}>{meeting.title}</Link>
                <span className={sections.soft}>
                  <BodyBesideTitle meeting={meeting}>
                    {meetingKindNames[meeting.kind]}
                  </BodyBesideTitle>
                </span>
              </th>
              <td data-label="When">
                {meeting.date ? fullDayText(meeting.date) : 'No date yet'}
                <span className={sections.soft}>{timesText(meeting)}</span>
              </td>
              <td data-label="State">
                <MeetingBadges meeting={meeting} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

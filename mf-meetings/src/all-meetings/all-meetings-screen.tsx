import type { ListedMeeting } from '@portal/contract/all-meetings'
import { counted } from '@portal/domain/counted'
import { type Day, todayIn } from '@portal/domain/days'
import { offeredYears } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { SelectField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarDays } from 'lucide-react'
import { meetingsQuery } from '../shared/meeting-queries.ts'
import styles from './all-meetings.module.css'
import { MeetingRows } from './meeting-rows.tsx'

/** The reader's meetings of every body, by year: `/meetings/all?year=2026&body=finance`. */
export function Component() {
  const { call, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const view = useViewInUrl()
  const years = useYears(today)
  const named = view.params.get('year')
  const year = /^\d{4}$/.test(named ?? '') ? named! : today.slice(0, 4)
  const query = useQuery({
    ...meetingsQuery(call, { from: `${year}-01-01`, to: `${year}-12-31` }),
    placeholderData: keepPreviousData,
  })
  const bodies = bodiesOf(query.data ?? [])
  const body = bodies.find(({ id }) => id === view.params.get('body'))
  const offered = offeredYears(Number(today.slice(0, 4)), [Number(year), ...years])

  return (
    <>
      <PageHeader title="All meetings" />
      <div className={styles.filters} data-print="hide">
        <SelectField
          label="Year"
          value={year}
          onChange={(value) => view.set('year', value)}
          options={offered.map((each) => ({ value: String(each), label: String(each) }))}
        />
        {bodies.length > 1 && (
          <SelectField
            label="Body"
            value={body?.id ?? ''}
            onChange={(value) => view.set('body', value)}
            options={[
              { value: '', label: 'All bodies' },
              ...bodies.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      <QueryStatus
        query={query}
        loading="Loading the meetings"
        loaded={(meetings) => counted(ofBody(meetings, body?.id).length, 'meeting')}
      />
      <QueryPanel
        query={query}
        failure="Failed to load the meetings"
        skeleton={<Skeleton height="24rem" label="Loading the meetings" />}
      >
        {(meetings) => <Meetings {...{ year, today }} meetings={ofBody(meetings, body?.id)} />}
      </QueryPanel>
    </>
  )
}

type MeetingsProps = { meetings: ListedMeeting[]; year: string; today: Day }

/** What is coming before what is past, each in its own order: the nearest day first. */
function Meetings({ meetings, year, today }: MeetingsProps) {
  const isPast = ({ date, stage }: ListedMeeting) =>
    date === undefined ? stage === 'held' || stage === 'closed' : date < today
  const coming = meetings.filter((meeting) => !isPast(meeting))
  const past = meetings.filter(isPast).toReversed()
  if (meetings.length === 0) {
    return (
      <EmptyState title={`No meetings in ${year}`} icon={<CalendarDays aria-hidden />}>
        <p>A meeting is listed here as soon as it is published for you.</p>
      </EmptyState>
    )
  }
  return (
    <>
      {coming.length > 0 && <MeetingRows title="Coming meetings" meetings={coming} />}
      {past.length > 0 && <MeetingRows title="Past meetings" meetings={past} />}
    </>
  )
}

/** The years from the first meeting to the next year. */
function useYears(today: Day): number[] {
  const { call } = usePortal()
  const { data: first = [] } = useQuery(meetingsQuery(call, { limit: 1 }))
  const last = Number(today.slice(0, 4)) + 1
  const from = Number(yearOf(first[0]) ?? last)
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
}

/** A quarterly meeting without a date has the year of its id. */
function yearOf(meeting: ListedMeeting | undefined): string | undefined {
  return (meeting?.date ?? meeting?.id)?.slice(0, 4)
}

/** The bodies of some meetings, each once, by name. */
function bodiesOf(meetings: readonly ListedMeeting[]): ListedMeeting['body'][] {
  const byId = new Map(meetings.map(({ body }) => [body.id, body]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

function ofBody(meetings: readonly ListedMeeting[], id: string | undefined): ListedMeeting[] {
  return meetings.filter(({ body }) => id === undefined || body.id === id)
}

import type { MeetingReplies, MeetingReply } from '@portal/contract/replies'
import { counted } from '@portal/domain/counted'
import { forecastSentence } from '@portal/domain/quorum-forecast'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { parseQuarter } from '@portal/domain/quarter'
import { replyAnswers, replySources, timeInWords } from '@portal/domain/replies'
import { isolated } from '@portal/domain/shown-text'
import { dateText } from '@portal/domain/time-text'
import { isApiError } from '@portal/remote-kit/client'
import { NotFound } from '@portal/remote-kit/not-found'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { useParams } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Table } from '@portal/shared-ui/table'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Mail, Phone, Users } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import sections from '../shared/sections.module.css'
import { EnterReplyDialog } from './enter-reply-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { repliesQuery } from './replies-queries.ts'

/** Who comes to a meeting: `/admin/meetings/{id}/replies`, and the same of a quarter. */
export function Component() {
  const { meeting = '', year, quarter } = useParams()
  const of = parseQuarter(year, quarter) ?? meetingOf(meeting)
  return of ? <Replies of={of} /> : <NotFound />
}

type Opened = { dialog: 'remind' } | { dialog: 'enter'; person: MeetingReply }

function Replies({ of }: { of: MeetingRef }) {
  const known = useQuery(repliesQuery(usePortal().call, of))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { data } = known
  const missing = data?.replies.filter(({ answer }) => answer === undefined) ?? []
  return (
    <AdminScreen
      title="Replies"
      subtitle={data && `${isolated(data.meeting.title)}, ${timeInWords(data.meeting)}`}
      backTo={adminPaths.agenda(of)}
      actions={
        data?.isOpen &&
        missing.length > 0 && (
          <Button
            variant="primary"
            icon={<Mail aria-hidden />}
            onClick={() => setOpened({ dialog: 'remind' })}
          >
            Remind everyone who hasn’t replied
          </Button>
        )
      }
      queries={[known]}
    >
      {isNotAsked(known.error) ? (
        <EmptyState title="Nobody is asked about this meeting yet" icon={<Users aria-hidden />}>
          <p>It has no date that its members see. Publish it first, and give it a date.</p>
        </EmptyState>
      ) : (
        <QueryPanel
          query={known}
          failure="Failed to load the replies"
          skeleton={<Skeleton height="30rem" label="Loading the replies" />}
        >
          {(all) => (
            <div className={sections.parts}>
              <Forecast known={all} />
              <People known={all} onEnter={(person) => setOpened({ dialog: 'enter', person })} />
              <Requests known={all} />
            </div>
          )}
        </QueryPanel>
      )}
      {data && opened?.dialog === 'remind' && (
        <RemindDialog of={of} missing={missing} hasMail={data.mail} onClose={close} />
      )}
      {data && opened?.dialog === 'enter' && (
        <EnterReplyDialog of={of} time={data.meeting} person={opened.person} onClose={close} />
      )}
    </AdminScreen>
  )
}

function isNotAsked(error: unknown): boolean {
  return isApiError(error) && error.code === 'notFound'
}

/** Whether a quorum is expected, with the arithmetic; and for the items that somebody doesn't get. */
function Forecast({ known: { meeting, forecast, items, closedItems } }: { known: MeetingReplies }) {
  return (
    <section aria-labelledby="forecast" className={sections.section}>
      <h2 id="forecast">Will there be a quorum?</h2>
      <p>
        <b>{forecastSentence(forecast)}.</b>
      </p>
      <p className={sections.soft}>
        By the rules of the body {isolated(meeting.body)}, of its voting members in office on that
        day. The portal gives no legal advice.
      </p>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <b>{isolated(item.title || 'Untitled Item')}</b>, without{' '}
              {item.except.map(isolated).join(', ')}: {forecastSentence(item.forecast)}.
            </li>
          ))}
        </ul>
      )}
      {closedItems > 0 && (
        <p className={sections.soft}>
          {closedItems === 1
            ? 'One closed session isn’t shown to you, and so has no forecast here.'
            : `${closedItems} closed sessions aren’t shown to you, and so have no forecast here.`}
        </p>
      )}
    </section>
  )
}

type PeopleProps = { known: MeetingReplies; onEnter: (person: MeetingReply) => void }

const columns = [
  { title: 'Name' },
  { title: 'Reply' },
  { title: 'Note to the secretary' },
  { title: 'How it came' },
  { title: 'Enter a reply', hideTitle: true },
]

function People({ known: { replies, isOpen }, onEnter }: PeopleProps) {
  const { timeZone } = usePortal().config.foundation
  const given = replies.filter(({ answer }) => answer !== undefined).length
  return (
    <section aria-labelledby="people" className={sections.section}>
      <h2 id="people">
        {counted(given, 'reply', 'replies')} of {counted(replies.length, 'person', 'people')}
      </h2>
      {replies.length === 0 ? (
        <p>Nobody has a term in this body on the day of the meeting, and nobody is invited.</p>
      ) : (
        <Table label="Replies" columns={columns}>
          {replies.map((reply) => (
            <tr key={reply.person}>
              <td data-label="Name">
                <span className={sections.name}>{isolated(reply.name)}</span>
                <span className={sections.soft}>
                  {reply.guest ? 'Guest' : reply.office}
                  {!reply.votes && !reply.guest && reply.office && ', doesn’t vote'}
                </span>
              </td>
              <td data-label="Reply">
                <AnswerOf reply={reply} />
              </td>
              <td data-label="Note to the secretary">{reply.note && isolated(reply.note)}</td>
              <td data-label="How it came">
                {reply.source && (
                  <>
                    {replySources[reply.source]}
                    {reply.enteredBy && `, entered by ${isolated(reply.enteredBy)}`}
                    {reply.repliedAt && (
                      <span className={sections.soft}>{dateText(reply.repliedAt, timeZone)}</span>
                    )}
                  </>
                )}
              </td>
              <td>
                {isOpen && (
                  <Button icon={<Phone aria-hidden />} onClick={() => onEnter(reply)}>
                    Enter a reply<VisuallyHidden> of {reply.name}</VisuallyHidden>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

function AnswerOf({ reply: { answer, movedFrom } }: { reply: MeetingReply }) {
  if (answer !== undefined) return replyAnswers[answer]
  if (!movedFrom) return <Badge>Not replied</Badge>
  return (
    <>
      <Badge kind="warn">Asked again</Badge>
      <span className={sections.soft}>Replied for {timeInWords(movedFrom)}</span>
    </>
  )
}

/** When everybody was reminded, and who is still to be told by hand. */
function Requests({ known: { requests } }: { known: MeetingReplies }) {
  const { timeZone } = usePortal().config.foundation
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="reminders" className={sections.section}>
      <h2 id="reminders">Reminders</h2>
      <ul>
        {requests.map(({ id, at, by, asked, byHand }) => (
          <li key={id}>
            {dateText(at, timeZone)}, {isolated(by)}: {counted(asked, 'mail')}
            {byHand.length > 0 && `; to be told by hand: ${byHand.map(isolated).join(', ')}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

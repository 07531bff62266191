import type { AnswerAside } from '@portal/contract/replies'
import { meetingOf } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Table } from '@portal/shared-ui/table'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { adminPaths } from '../admin-paths.ts'
import sections from '../shared/sections.module.css'
import { answersAsideQuery } from './outbox-queries.ts'

const columns = ['From', 'Received', 'Why', 'Actions'].map((title) => ({ title }))

/** Answers of calendar programs that the portal couldn't use. Renders nothing if there are none. */
export function AnswersAside() {
  const { data } = useQuery(answersAsideQuery(usePortal().call))
  if (!data || data.answers.length === 0) return null
  return (
    <section aria-labelledby="answers-aside" className={sections.section}>
      <h2 id="answers-aside">Answers from calendars that don’t count</h2>
      <p>
        The portal couldn’t use these as replies. Anybody can write a mail in somebody else’s name,
        so please ask the person before you enter a reply.
      </p>
      <Table label="Answers from calendars that don’t count" columns={columns}>
        {data.answers.map((answer, index) => (
          <AnswerRow key={index} answer={answer} />
        ))}
      </Table>
    </section>
  )
}

function AnswerRow({ answer: { at, from, why, meeting } }: { answer: AnswerAside }) {
  const { timeZone } = usePortal().config.foundation
  const of = meeting && meetingOf(meeting.id)
  const sender = from === '' ? 'Unknown sender' : isolated(from)
  return (
    <tr>
      <th scope="row" className={sections.whole}>
        {sender}
      </th>
      <td data-label="Received">{dateTimeText(at, timeZone)}</td>
      <td data-label="Why" className={sections.name}>
        {why}
        {meeting && <span className={sections.soft}>{isolated(meeting.title)}</span>}
      </td>
      <td>
        <Link to={of ? adminPaths.replies(of) : adminPaths.allMeetings}>
          {of ? 'Enter the reply by hand' : 'Choose the meeting'}
          <VisuallyHidden> for the answer from {sender}</VisuallyHidden>
        </Link>
      </td>
    </tr>
  )
}

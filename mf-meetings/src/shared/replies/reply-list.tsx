import type { OwnReply } from '@portal/contract/replies'
import { meetingOf } from '@portal/domain/meeting-ref'
import { replyAnswers, timeInWords } from '@portal/domain/replies'
import { usePortal } from '@portal/remote-kit/portal'
import { ownRepliesQuery } from '@portal/remote-kit/queries/own-replies'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { ReplyChoice } from '@portal/remote-kit/reply-panel'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useId, useState } from 'react'
import { meetingsPaths } from '../../meetings-paths.ts'
import styles from './replies.module.css'

/** The meetings that the reader hasn't replied to, each with its four answers, and the others in a line each. */
export default function ReplyList() {
  const { call, person } = usePortal()
  const replies = useQuery(ownRepliesQuery(call))
  if (person.viewsAs) return <p>Each member sees here which meetings they are asked to reply to.</p>
  return (
    <QueryPanel
      query={replies}
      failure="Failed to load what is asked of you"
      skeleton={<Skeleton lines={3} label="Loading what is asked of you" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <p>Nothing is asked of you now.</p>
        ) : (
          <ul className={styles.list}>
            {loaded.map((reply) => (
              <AskedMeeting key={reply.meeting.id} reply={reply} />
            ))}
          </ul>
        )
      }
    </QueryPanel>
  )
}

function AskedMeeting({ reply }: { reply: OwnReply }) {
  const { meeting, answer } = reply
  const id = useId()
  // The buttons stay after the reply, which is easy to change then.
  const [isOpen, setOpen] = useState(answer === undefined)
  if (!isOpen && answer === undefined) setOpen(true)
  const ref = meetingOf(meeting.id)
  return (
    <li className={styles.asked}>
      <div>
        <h3 id={id} className={styles.title}>
          {ref ? <Link to={meetingsPaths.meeting(ref)}>{meeting.title}</Link> : meeting.title}
        </h3>
        <p className={styles.when}>{timeInWords(meeting)}</p>
      </div>
      {isOpen ? (
        <ReplyChoice reply={reply} labelledBy={id} />
      ) : (
        answer && (
          <p className={styles.given}>
            Your reply: <b>{replyAnswers[answer]}</b>{' '}
            <Button variant="quiet" onClick={() => setOpen(true)}>
              Change<VisuallyHidden> the reply to {meeting.title}</VisuallyHidden>
            </Button>
          </p>
        )
      )}
    </li>
  )
}

import type { MeetingNotices } from '@portal/contract/notices'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { useParams, useSearchParams } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Printer } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import sections from '../shared/sections.module.css'
import { NoticeText } from './notice-text.tsx'
import { SendAgain } from './recipients.tsx'
import { noticesQuery } from './notices-queries.ts'
import styles from './notices.module.css'

/** `/admin/meetings/{id}/notices/print`: letters, or with `?notice=` the proof of a formal notice. */
export function Component() {
  const { meeting = '' } = useParams()
  const named = meetingOf(meeting)
  return named ? <Pages meeting={named} /> : <Redirect to={adminPaths.allMeetings} />
}

function Pages({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const query = useQuery(noticesQuery(call, meeting))
  const notice = useSearchParams()[0].get('notice')
  const title = query.data?.title ?? ''
  return (
    <AdminScreen
      title={notice === null ? `Letters: ${title}` : `Proof of notice: ${title}`}
      backTo={adminPaths.notices(meeting)}
      actions={
        <Button icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      }
      queries={[query]}
    >
      <QueryPanel
        query={query}
        failure="Failed to load the notices"
        skeleton={<Skeleton height="30rem" label="Loading" />}
      >
        {(notices) =>
          notice === null ? <Letters notices={notices} /> : <Proof notices={notices} id={notice} />
        }
      </QueryPanel>
    </AdminScreen>
  )
}

/** One page for each person to whom the portal can't write. */
function Letters({ notices }: { notices: MeetingNotices }) {
  const { foundation } = usePortal().config
  const { byHand, formal } = notices
  if (byHand.length === 0) return <p>Everybody gets a mail. There is no letter to print.</p>
  return (
    <div className={sections.parts}>
      {byHand.map(({ person, name }) => (
        <article key={person} className={styles.letter} aria-label={`Letter to ${name}`}>
          <p>{foundation.name}</p>
          <p>Dear {name},</p>
          <NoticeText label="" subject={formal.subject} content={formal.content} />
          <p>If you have questions, please contact us at {foundation.liaisonEmail}.</p>
        </article>
      ))}
    </div>
  )
}

/** What is kept of a formal notice: its text, and who got it when. */
function Proof({ notices, id }: { notices: MeetingNotices; id: string }) {
  const { timeZone } = usePortal().config.foundation
  const sent = notices.formal.sent.find((each) => each.id === id)
  if (!sent) return <p>There is no such notice.</p>
  const { subject, content, at, by, recipients, byHand, deadline, inTime } = sent
  return (
    <div className={sections.parts}>
      <NoticeText
        label={`Sent on ${dateTimeText(at, timeZone)} by ${by}`}
        subject={subject}
        content={content}
      />
      {deadline !== undefined && (
        <p>
          The last day for the notice was {deadline}. It was sent {inTime ? 'in time' : 'later'}.
        </p>
      )}
      <section className={sections.section} aria-labelledby="proof-people">
        <h2 id="proof-people">Recipients</h2>
        <ul className={styles.lines}>
          {recipients.map(({ mail, ...each }) => (
            <li key={each.person}>
              {each.name}, {each.address}
              <span className={sections.soft}>
                {mail.state}
                {mail.at !== undefined && `, ${dateTimeText(mail.at, timeZone)}`}
              </span>
              <SendAgain recipient={{ ...each, mail }} subject={subject} />
            </li>
          ))}
          {byHand.map(({ person, name }) => (
            <li key={person}>{name}: to be told by hand</li>
          ))}
        </ul>
      </section>
      <section className={sections.section} aria-labelledby="proof-waivers">
        <h2 id="proof-waivers">Waivers</h2>
        {notices.formal.waivers.length === 0 && <p>Nobody has waived notice.</p>}
        <ul className={styles.lines}>
          {notices.formal.waivers.map((waiver) => (
            <li key={waiver.person}>
              {waiver.name}, {dateTimeText(waiver.at, timeZone)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

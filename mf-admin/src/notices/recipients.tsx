import type { MeetingNotices } from '@portal/contract/notices'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Table } from '@portal/shared-ui/table'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Check, CircleHelp, Clock, Printer, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { SendAgainDialog } from '../shared/send-again-dialog.tsx'
import { noticesKey } from './notices-queries.ts'
import sections from '../shared/sections.module.css'
import styles from './notices.module.css'

type Recipient = MeetingNotices['recipients'][number]
type LastMail = Recipient['mail']

const columns = ['Person', 'Last message'].map((title) => ({ title }))

/** Each person with how far their last message has come. */
export function Recipients({ notices }: { notices: MeetingNotices }) {
  const { recipients } = notices
  return (
    <section className={sections.section} aria-labelledby="recipients">
      <h2 id="recipients">Recipients ({recipients.length})</h2>
      {recipients.length === 0 ? (
        <p>Nobody is in office in this committee, and no guest is invited.</p>
      ) : (
        <Table label="Recipients" columns={columns}>
          {recipients.map((each) => (
            <RecipientRow key={each.person} recipient={each} subject={notices.title} />
          ))}
        </Table>
      )}
    </section>
  )
}

type RecipientRowProps = { recipient: Recipient; subject: string }

function RecipientRow({ recipient, subject }: RecipientRowProps) {
  const { name, address, mail } = recipient
  return (
    <tr>
      <th scope="row" className={sections.name}>
        {name}
        <span className={sections.soft}>{address}</span>
      </th>
      <td data-label="Last message">
        <MailStateBadge mail={mail} />
        <SendAgain recipient={recipient} subject={subject} />
      </td>
    </tr>
  )
}

/** For a mail that failed, and after a warning for one that may have arrived. */
export function SendAgain({ recipient, subject }: RecipientRowProps) {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { name, person, address = '', mail } = recipient
  const { id, state, at = '' } = mail
  if (id === undefined || (state !== 'failed' && state !== 'unknown')) return null
  const sent = { id, name, person, address, subject, state, at, kind: 'digest' as const }
  return (
    <>
      <Button icon={<RotateCw />} onClick={() => setIsOpen(true)}>
        Send again<VisuallyHidden> to {name}</VisuallyHidden>
      </Button>
      {isOpen && (
        <SendAgainDialog
          mail={sent}
          onClose={() => {
            setIsOpen(false)
            void client.invalidateQueries({ queryKey: noticesKey })
          }}
        />
      )}
    </>
  )
}

const states = {
  none: { kind: 'neutral', icon: <Clock />, word: 'No message yet' },
  waiting: { kind: 'neutral', icon: <Clock />, word: 'Waiting' },
  sending: { kind: 'neutral', icon: <Clock />, word: 'Being sent' },
  sent: { kind: 'good', icon: <Check />, word: 'Sent' },
  failed: { kind: 'bad', icon: <X />, word: 'Failed' },
  unknown: { kind: 'warn', icon: <CircleHelp />, word: 'Unknown' },
} as const

/** How far a mail has come, with the mail server’s words if it didn’t arrive. */
export function MailStateBadge({ mail: { state, at, reply } }: { mail: LastMail }) {
  const { timeZone } = usePortal().config.foundation
  const { kind, icon, word } = states[state]
  return (
    <>
      <Badge kind={kind} icon={icon}>
        {word}
      </Badge>
      {at !== undefined && <span className={sections.soft}>{dateTimeText(at, timeZone)}</span>}
      {reply !== undefined && state !== 'sent' && <span className={sections.soft}>{reply}</span>}
    </>
  )
}

type ByHandProps = { meeting: MeetingRef; people: MeetingNotices['byHand'] }

/** Who gets no mail, with a letter to print. */
export function ByHand({ meeting, people }: ByHandProps) {
  if (people.length === 0) return null
  return (
    <section className={sections.section} aria-labelledby="by-hand">
      <h2 id="by-hand">To be told by hand ({people.length})</h2>
      <p>The portal can’t write to these people. Call them, or send them a letter.</p>
      <ul className={styles.lines}>
        {people.map(({ person, name, why }) => (
          <li key={person}>
            {name}
            <span className={sections.soft}>
              {why === 'noAddress' ? 'No e-mail address' : 'No account: they can’t open anything'}
            </span>
          </li>
        ))}
      </ul>
      <div className={sections.buttons}>
        <Link className={buttonStyle()} to={adminPaths.noticeLetters(meeting)}>
          <Printer /> Letter to print
        </Link>
      </div>
    </section>
  )
}

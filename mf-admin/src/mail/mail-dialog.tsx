import type { MailBlock, MailLine, ShownMail } from '@portal/contract/mail'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { MailStateBadge } from './mail-state.tsx'
import styles from './mail-dialog.module.css'
import { mailQuery } from './outbox-queries.ts'

/** One message, as a mail program shows it. Links that act for its reader are gone. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useQuery(mailQuery(usePortal().call, id))
  return (
    <Dialog open title={mail.data?.subject ?? 'Message'} onClose={onClose}>
      <QueryPanel
        query={mail}
        failure="Failed to load the message"
        skeleton={<Skeleton height="20rem" label="Loading the message" />}
      >
        {(shown) => <Message mail={shown} />}
      </QueryPanel>
    </Dialog>
  )
}

function Message({ mail }: { mail: ShownMail }) {
  const { timeZone } = usePortal().config.foundation
  const { from, name, address, at, changedAt, state, reply, content, hasCalendar } = mail
  return (
    <div className={styles.message}>
      <dl className={styles.head}>
        <dt>From</dt>
        <dd>
          {from.name}
          <span className={styles.detail}>{from.address}</span>
        </dd>
        <dt>To</dt>
        <dd>
          {name}
          <span className={styles.detail}>{address}</span>
        </dd>
        <dt>Date</dt>
        <dd>{dateTimeText(changedAt ?? at, timeZone)}</dd>
        <dt>State</dt>
        <dd>
          <MailStateBadge state={state} />
          {reply !== undefined && <span className={styles.detail}>{reply}</span>}
        </dd>
        {hasCalendar && (
          <>
            <dt>With it</dt>
            <dd>An invitation for the reader’s calendar</dd>
          </>
        )}
      </dl>
      <div className={styles.body}>
        {content.greeting !== undefined && <p>{content.greeting}</p>}
        {content.blocks.map((block, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a message never changes
          <Block key={index} block={block} />
        ))}
        {mail.unsubscribable && (
          <p className={styles.removed}>
            Here is a link with which they stop messages of this kind.
          </p>
        )}
      </div>
    </div>
  )
}

function Block({ block }: { block: MailBlock }) {
  switch (block.type) {
    case 'heading':
      return <h3>{block.text}</h3>
    case 'paragraph':
      return <p>{block.text}</p>
    case 'list':
      return (
        <ul>
          {block.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a message never changes
            <Line key={index} line={line} />
          ))}
        </ul>
      )
    case 'button':
      return (
        <p>
          <span className={styles.button}>{block.text}</span>
          {block.href === '' && <span className={styles.removed}>A link for its reader alone</span>}
        </p>
      )
    case 'passwordButton':
      return null
  }
}

function Line({ line: { text, detail, href } }: { line: MailLine }) {
  return (
    <li>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </li>
  )
}

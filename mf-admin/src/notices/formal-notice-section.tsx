import { type FormalNotice, type MeetingNotices, noticeLimits } from '@portal/contract/notices'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { counted } from '@portal/domain/counted'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { CircleCheck, FileCheck, PenLine, Send, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import sections from '../shared/sections.module.css'
import { useAct } from '../shared/use-act.ts'
import { MailStateBadge, SendAgain } from './recipients.tsx'
import { NoticeText } from './notice-text.tsx'
import { noticesFailure, useRecordWaiver, useSendFormalNotice } from './notices-queries.ts'
import styles from './notices.module.css'

type FormalNoticeSectionProps = { meeting: MeetingRef; notices: MeetingNotices }

/** The formal notice of a meeting: its deadline, what was sent, and who has waived it. */
export function FormalNoticeSection({ meeting, notices }: FormalNoticeSectionProps) {
  const { formal } = notices
  return (
    <section className={sections.section} aria-labelledby="formal">
      <h2 id="formal">Formal notice</h2>
      <p>
        It calls the meeting. It goes out at once, also at night, and to people who want no other
        messages. What was sent, to whom and when is kept as proof.
      </p>
      <Deadline deadline={formal.deadline} />
      {formal.sent.length > 0 && (
        <ul className={styles.sent}>
          {formal.sent.map((sent) => (
            <SentNotice key={sent.id} meeting={meeting} sent={sent} />
          ))}
        </ul>
      )}
      {formal.sent.length === 0 && (
        <NoticeText label="The formal notice" subject={formal.subject} content={formal.content} />
      )}
      <SendFormalNotice notices={notices} />
      <Waivers notices={notices} />
    </section>
  )
}

function Deadline({ deadline }: Pick<MeetingNotices['formal'], 'deadline'>) {
  if (!deadline) return <p>The deadline is known once the meeting has a date.</p>
  const { state, text } = deadline
  if (state === 'open') return <p>{text}</p>
  const isGood = state === 'kept'
  return (
    <Banner
      kind={isGood ? 'good' : state === 'due' ? 'warn' : 'bad'}
      icon={isGood ? <CircleCheck /> : <TriangleAlert />}
    >
      {text}
    </Banner>
  )
}

function SentNotice({ meeting, sent }: { meeting: MeetingRef; sent: FormalNotice }) {
  const { timeZone } = usePortal().config.foundation
  const of = (wanted: string) => sent.recipients.filter(({ mail }) => mail.state === wanted).length
  const counts = [
    [of('sent'), 'sent'],
    [of('waiting') + of('sending'), 'waiting'],
    [of('failed'), 'failed'],
    [of('unknown'), 'unknown'],
    [sent.byHand.length, 'to be told by hand'],
  ] as const
  const notReached = sent.recipients.filter(({ mail: { state } }) =>
    ['failed', 'unknown'].includes(state),
  )
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return (
    <Card as="li" className={styles.message}>
      <p>
        <b>Sent on {dateTimeText(sent.at, timeZone)}</b> by {sent.by}
      </p>
      <p>{shown.join(', ')}</p>
      {notReached.length > 0 && (
        <ul className={styles.lines}>
          {notReached.map((recipient) => (
            <li key={recipient.person}>
              <div className={styles.recipient}>
                <b>{recipient.name}</b>
                <MailStateBadge mail={recipient.mail} />
                <div className={sections.buttons}>
                  <SendAgain recipient={recipient} subject={sent.subject} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={sections.buttons}>
        <Link className={buttonStyle()} to={adminPaths.noticeLetters(meeting, sent.id)}>
          <FileCheck /> Proof to print
        </Link>
      </div>
    </Card>
  )
}

function SendFormalNotice({ notices }: { notices: MeetingNotices }) {
  const { toast } = usePortal()
  // A press that is repeated after a failure sends the same notice.
  const [notice, setNotice] = useState<string>()
  const { formal, title, refusal, date } = notices
  const isRepeated = formal.sent.length > 0
  const close = () => setNotice(undefined)
  const sending = useAct(useSendFormalNotice(), {
    done: () => {
      close()
      toast(`The formal notice of ${title} is on its way`, { kind: 'good' })
    },
    failure: noticesFailure,
  })
  return (
    <>
      <div className={sections.buttons}>
        <Button
          variant={isRepeated ? 'quiet' : 'primary'}
          icon={<Send />}
          disabled={refusal !== undefined || date === undefined}
          onClick={() => setNotice(crypto.randomUUID())}
        >
          {isRepeated ? 'Send another formal notice' : 'Send the formal notice'}
        </Button>
      </div>
      <ActDialog
        of={sending}
        open={notice !== undefined}
        title={`Send the formal notice of ${title}?`}
        verb="Send the formal notice"
        onConfirm={() => notice !== undefined && void sending.act({ id: notices.id, notice })}
        onClose={close}
      >
        <p>
          {counted(formal.recipients.length, 'person is', 'people are')} written to at once. A mail
          that was sent can’t be taken back.
        </p>
        {isRepeated && <p>A formal notice of this meeting was sent before.</p>}
      </ActDialog>
    </>
  )
}

function Waivers({ notices }: { notices: MeetingNotices }) {
  const { timeZone } = usePortal().config.foundation
  const [isOpen, setIsOpen] = useState(false)
  const { waivers, recipients, byHand } = notices.formal
  const waived = new Set(waivers.map(({ person }) => person))
  const others = [...recipients, ...byHand].filter(({ person }) => !waived.has(person))
  return (
    <>
      <h3>Waivers ({waivers.length})</h3>
      {waivers.length === 0 && <p>Nobody has waived notice of this meeting.</p>}
      <ul className={styles.lines}>
        {waivers.map(({ person, name, at, recordedBy, remark }) => (
          <li key={person}>
            {name}
            <span className={sections.soft}>
              {dateTimeText(at, timeZone)}
              {recordedBy !== undefined && `, recorded by ${recordedBy}: ${remark}`}
            </span>
          </li>
        ))}
      </ul>
      <div className={sections.buttons}>
        <Button icon={<PenLine />} disabled={others.length === 0} onClick={() => setIsOpen(true)}>
          Record a waiver
        </Button>
      </div>
      {isOpen && <WaiverDialog id={notices.id} people={others} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type WaiverDialogProps = {
  id: string
  people: readonly { person: string; name: string }[]
  onClose: () => void
}

/** Records that somebody has waived notice by telephone or on paper. */
function WaiverDialog({ id, people, onClose }: WaiverDialogProps) {
  const [person, setPerson] = useState('')
  const [remark, setRemark] = useState('')
  const recording = useAct(useRecordWaiver(), { done: onClose, failure: noticesFailure })
  return (
    <FormDialog
      title="Record a waiver"
      verb="Record the waiver"
      unsaved={person !== '' || remark !== ''}
      busy={recording.busy}
      disabled={person === '' || remark.trim() === ''}
      refused={recording.refused}
      onSubmit={() => void recording.act({ id, person, remark })}
      onClose={onClose}
    >
      <p>A waiver stays. The audit has who recorded it.</p>
      <SelectField
        label="Who has waived notice"
        value={person}
        onChange={setPerson}
        options={[
          { value: '', label: 'Choose a person' },
          ...people.map(({ person: value, name: label }) => ({ value, label })),
        ]}
      />
      <TextField
        label="How you know"
        value={remark}
        onChange={setRemark}
        maxLength={noticeLimits.remark}
        hint="Such as: by telephone on 3 November."
      />
    </FormDialog>
  )
}

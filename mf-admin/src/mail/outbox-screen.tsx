import type { ListedMail, MailState } from '@portal/contract/mail'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { useSearchParams } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Segmented } from '@portal/shared-ui/segmented'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Table } from '@portal/shared-ui/table'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleX, Eye, Inbox, ListPlus, Mail, RotateCw, SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../shared/api-errors.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import sections from '../shared/sections.module.css'
import { useAct } from '../shared/use-act.ts'
import { AnswersAside } from './answers-aside.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { MailStateBadge, stateChoices } from './mail-state.tsx'
import { type MailsPage, mailsQuery, useMoreMails, useSendTest } from './outbox-queries.ts'
import { SendAgainDialog } from '../shared/send-again-dialog.tsx'

type Opened = { dialog: 'mail'; id: string } | { dialog: 'again'; mail: ListedMail }

/** The mails that the portal sends, and what became of each. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const state = stateChoices.find(({ value }) => value === params.get('state'))?.value || undefined
  const mails = useQuery(mailsQuery(usePortal().call, state))
  return (
    <AdminScreen
      title="Outbox"
      subtitle="The messages that the portal sends to people, and what became of each."
      actions={<TestButton disabled={!mails.data || mails.data.mode === 'off'} />}
      queries={[mails]}
    >
      <div className={sections.parts}>
        <div className={sections.buttons}>
          <Segmented
            label="Show"
            value={state ?? ''}
            options={stateChoices}
            onChange={(value) => setParams(value === '' ? {} : { state: value })}
          />
        </div>
        <QueryPanel
          query={mails}
          failure="Failed to load the outbox"
          skeleton={<Skeleton height="30rem" label="Loading the outbox" />}
        >
          {(page) => <Mails page={page} state={state} />}
        </QueryPanel>
        <AnswersAside />
      </div>
    </AdminScreen>
  )
}

function TestButton({ disabled }: { disabled: boolean }) {
  const { toast } = usePortal()
  const [id, setId] = useState(() => crypto.randomUUID())
  const sending = useAct(useSendTest(), {
    done: ({ address }) => {
      setId(crypto.randomUUID())
      toast(`A test message is on its way to ${address}`, { kind: 'good' })
    },
    failure: (error) => errorMessage(error) ?? 'The test message was not sent. Please try again.',
  })
  return (
    <>
      <Button
        icon={<SendHorizontal />}
        disabled={disabled}
        busy={sending.busy}
        onClick={() => void sending.act(id)}
      >
        Send me a test message
      </Button>
      <RefusalBanner sentence={sending.refused} />
    </>
  )
}

type MailsProps = { page: MailsPage; state: MailState | undefined }

function Mails({ page, state }: MailsProps) {
  const { mails, failing, mode } = page
  const { timeZone } = usePortal().config.foundation
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <div className={sections.parts}>
      {mode === 'off' && (
        <Banner kind="plain" icon={<Mail />}>
          Mail is switched off. Whoever runs the portal can switch it on.
        </Banner>
      )}
      {mode === 'outbox' && (
        <Banner kind="plain" icon={<Inbox />}>
          These messages are kept here and in a folder. Nobody receives them.
        </Banner>
      )}
      {failing && (
        <Banner kind="bad" icon={<CircleX />}>
          No mail can be sent since {dateTimeText(failing.since, timeZone)}. The mail server says: “
          {failing.reason}”. Everything waits, and is sent once it is possible again.
        </Banner>
      )}
      {mails.length === 0 ? (
        <Card>
          <EmptyState title="No messages" icon={<Mail />}>
            {state === undefined
              ? 'Messages appear here once the portal sends some.'
              : 'No message has this state.'}
          </EmptyState>
        </Card>
      ) : (
        <Table label="Messages" columns={columns}>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} onOpen={setOpened} />
          ))}
        </Table>
      )}
      <MoreMails page={page} state={state} />
      {opened?.dialog === 'mail' && <MailDialog id={opened.id} onClose={close} />}
      {opened?.dialog === 'again' && <SendAgainDialog mail={opened.mail} onClose={close} />}
    </div>
  )
}

const columns = ['Person', 'Subject', 'State', 'Time', 'Actions'].map((title) => ({ title }))

function MailRow({ mail, onOpen }: { mail: ListedMail; onOpen: (opened: Opened) => void }) {
  const { timeZone } = usePortal().config.foundation
  const { id, name, address, subject, state, at, changedAt, due, reply } = mail
  const of = (
    <VisuallyHidden>
      {' '}
      to {isolated(name)}: {isolated(subject)}
    </VisuallyHidden>
  )
  return (
    <tr>
      <th scope="row" className={sections.whole}>
        {name}
        <span className={sections.soft}>{address}</span>
      </th>
      <td data-label="Subject" className={sections.name}>
        {subject}
      </td>
      <td data-label="State" className={sections.name}>
        <MailStateBadge state={state} />
        {reply !== undefined && <span className={sections.soft}>{reply}</span>}
      </td>
      <td data-label="Time">
        {dateTimeText(changedAt ?? at, timeZone)}
        {state === 'waiting' && due !== undefined && (
          <span className={sections.soft}>Goes out from {dateTimeText(due, timeZone)}</span>
        )}
      </td>
      <td className={sections.acts}>
        <div className={sections.buttons}>
          <Button icon={<Eye />} onClick={() => onOpen({ dialog: 'mail', id })}>
            Show{of}
          </Button>
          {(state === 'failed' || state === 'unknown') && (
            <Button icon={<RotateCw />} onClick={() => onOpen({ dialog: 'again', mail })}>
              Send again{of}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

function MoreMails({ page: { mails, next }, state }: MailsProps) {
  const more = useMoreMails(state)
  const endRights = useEndRights()
  if (mails.length === 0) return null
  return (
    <div className={sections.buttons}>
      <span role="status">
        {counted(mails.length, 'message')}
        {next === undefined ? '' : ' so far'}
      </span>
      {next !== undefined && (
        <Button
          icon={<ListPlus />}
          busy={more.isPending}
          onClick={() => more.mutate(next, { onError: (error) => endRights(error) })}
        >
          Load more
        </Button>
      )}
    </div>
  )
}

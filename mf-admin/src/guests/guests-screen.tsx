import { guestsQuery } from '../shared/guests-query.ts'
import type { Assistant, Guest, Invitation } from '@portal/contract/guests'
import { dayInWords, todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Switch } from '@portal/shared-ui/switch'
import { Table } from '@portal/shared-ui/table'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Link2, Mail, Pencil, UserCheck, UserPlus, UserX, X } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { LinkToHandOver, useInvitation } from '../shared/link-to-hand-over.tsx'
import { useAct } from '../shared/use-act.ts'
import { AssistantDialog } from './assistant-dialog.tsx'
import {
  guestsFailure,
  type KnownGuests,
  useChangeAssistant,
  useEndAccount,
  useMakeMember,
  useEndInvitation,
} from './guests-queries.ts'
import sections from '../shared/sections.module.css'
import styles from './guests.module.css'
import { InvitationDialog, InviteDialog } from './invite-dialog.tsx'

type Opened =
  | { dialog: 'invite'; start?: Guest }
  | { dialog: 'assistant' }
  | { dialog: 'change'; invitation: Invitation }
  | { dialog: 'end invitation'; invitation: Invitation }
  | { dialog: 'member'; of: Guest }
  | { dialog: 'end account'; kind: 'guest' | 'assistant'; of: Guest }

/** Who isn't a member and reads something all the same: guests of meetings, and assistants. */
export function Component() {
  const known = useQuery(guestsQuery(usePortal().call))
  const [opened, setOpened] = useState<Opened>()
  return (
    <AdminScreen
      title="Guests & Assistants"
      subtitle="Who is invited to items of a meeting, and who reads for somebody else."
      actions={
        <>
          <Button icon={<UserPlus />} onClick={() => setOpened({ dialog: 'assistant' })}>
            Add an assistant
          </Button>
          <Button
            variant="primary"
            icon={<Mail />}
            disabled={!known.data}
            onClick={() => setOpened({ dialog: 'invite' })}
          >
            Invite a guest
          </Button>
        </>
      }
      queries={[known]}
    >
      <QueryPanel
        query={known}
        failure="Failed to load the guests"
        skeleton={<Skeleton height="30rem" label="Loading the guests" />}
      >
        {(all) => <Parts known={all} opened={opened} onOpen={setOpened} />}
      </QueryPanel>
    </AdminScreen>
  )
}

type PartsProps = {
  known: KnownGuests
  opened: Opened | undefined
  onOpen: (opened: Opened | undefined) => void
}

function Parts({ known, opened, onOpen }: PartsProps) {
  const { guests, assistants, invitations } = known
  const { toast } = usePortal()
  const [handed, setHanded] = useState<{ uid: string; link: string }>()
  const handing = useAct(useInvitation(), {
    done: ({ link }, uid) => link !== undefined && setHanded({ uid, link }),
    failure: guestsFailure,
  })
  const close = () => onOpen(undefined)
  const added = (name: string, uid: string | undefined) => {
    close()
    toast(`${isolated(name)} is added`, { kind: 'good' })
    // A link for somebody who signs in already would be a reset.
    if (uid !== undefined && personOf(known, uid)?.lastSignInAt === undefined) {
      void handing.act(uid)
    }
  }
  return (
    <div className={sections.parts}>
      <RefusalBanner sentence={handing.refused} />
      <Invitations invitations={invitations} onOpen={onOpen} />
      <People
        title="Guests"
        empty="There are no guests."
        people={guests}
        onLink={(uid) => void handing.act(uid)}
        onEnd={(of) => onOpen({ dialog: 'end account', kind: 'guest', of })}
        onInvite={(start) => onOpen({ dialog: 'invite', start })}
        onMember={(of) => onOpen({ dialog: 'member', of })}
      />
      <People
        title="Assistants"
        empty="There are no assistants."
        people={assistants}
        onLink={(uid) => void handing.act(uid)}
        onEnd={(of) => onOpen({ dialog: 'end account', kind: 'assistant', of })}
      />
      {opened?.dialog === 'invite' && (
        <InviteDialog guests={guests} start={opened.start} onInvited={added} onClose={close} />
      )}
      {opened?.dialog === 'assistant' && (
        <AssistantDialog onAdded={({ name, uid }) => added(name, uid)} onClose={close} />
      )}
      {opened?.dialog === 'change' && (
        <InvitationDialog invitation={opened.invitation} onSaved={close} onClose={close} />
      )}
      {opened?.dialog === 'end invitation' && (
        <EndInvitation invitation={opened.invitation} onClose={close} />
      )}
      {opened?.dialog === 'end account' && (
        <EndAccount kind={opened.kind} of={opened.of} onClose={close} />
      )}
      {opened?.dialog === 'member' && <MakeMember of={opened.of} onClose={close} />}
      {handed && (
        <Dialog
          open
          title={`A link for ${isolated(personOf(known, handed.uid)?.name ?? 'them')}`}
          onClose={() => setHanded(undefined)}
        >
          <LinkToHandOver
            label="Link to choose a password"
            link={handed.link}
            uid={handed.uid}
            hint="Send it to them yourself. It works once: they choose their own password with it."
          />
        </Dialog>
      )}
    </div>
  )
}

function personOf({ guests, assistants }: KnownGuests, uid: string): Guest | undefined {
  return [...guests, ...assistants].find((each) => each.uid === uid)
}

type InvitationsProps = { invitations: Invitation[]; onOpen: (opened: Opened) => void }

const invitationColumns = ['Person', 'Meeting', 'Items', 'Until', 'Actions'].map((title) => ({
  title,
}))

function Invitations({ invitations, onOpen }: InvitationsProps) {
  return (
    <section className={sections.section} aria-labelledby="invitations">
      <h2 id="invitations">Invitations ({invitations.length})</h2>
      {invitations.length === 0 ? (
        <p>Nobody is invited to an item of a meeting.</p>
      ) : (
        <Table label="Invitations" columns={invitationColumns}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onOpen={onOpen} />
          ))}
        </Table>
      )}
    </section>
  )
}

type InvitationRowProps = { invitation: Invitation; onOpen: (opened: Opened) => void }

function InvitationRow({ invitation, onOpen }: InvitationRowProps) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const { name, meeting, items, until } = invitation
  return (
    <tr>
      <th scope="row" className={sections.name}>
        {name}
      </th>
      <td data-label="Meeting">
        {meeting.title}
        {meeting.date !== undefined && (
          <span className={sections.soft}>{dayInWords(meeting.date)}</span>
        )}
      </td>
      <td data-label="Items">
        <ul className={styles.titles}>
          {items.map((item) => (
            <li key={item.id}>{item.title ?? 'Closed session'}</li>
          ))}
        </ul>
      </td>
      <td data-label="Until">
        {dayInWords(until)} {until < today && <Badge>Ended</Badge>}
      </td>
      <td>
        <InvitationActs invitation={invitation} onOpen={onOpen} />
      </td>
    </tr>
  )
}

function InvitationActs({ invitation, onOpen }: InvitationRowProps) {
  const of = ` ${isolated(invitation.name)}, ${invitation.meeting.title}`
  const hidden = <VisuallyHidden>{of}</VisuallyHidden>
  return (
    <div className={sections.buttons}>
      <Button icon={<Pencil />} onClick={() => onOpen({ dialog: 'change', invitation })}>
        Change{hidden}
      </Button>
      <Button
        variant="quiet"
        icon={<X />}
        onClick={() => onOpen({ dialog: 'end invitation', invitation })}
      >
        End{hidden}
      </Button>
    </div>
  )
}

type PeopleProps<P> = {
  title: string
  empty: string
  people: P[]
  onLink: (uid: string) => void
  onEnd: (person: P) => void
  onInvite?: (person: P) => void
  onMember?: (person: P) => void
}

function People<P extends Guest | Assistant>(props: PeopleProps<P>) {
  const { title, empty, people, onLink, onEnd, onInvite, onMember } = props
  const { timeZone } = usePortal().config.foundation
  const columns = ['Person', ...(onInvite ? [] : ['Works for']), 'Last sign-in', 'Actions']
  return (
    <section className={sections.section} aria-label={title}>
      <h2>
        {title} ({people.length})
      </h2>
      {people.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <Table label={title} columns={columns.map((column) => ({ title: column }))}>
          {people.map((person) => {
            const { uid, name, email, lastSignInAt } = person
            const of = <VisuallyHidden> {name}</VisuallyHidden>
            return (
              <tr key={uid}>
                <th scope="row" className={sections.name}>
                  <Link to={adminPaths.personWithAccount(uid)}>{name}</Link>
                  <span className={sections.soft}>{email}</span>
                </th>
                {'assists' in person && <td data-label="Works for">{person.assists.name}</td>}
                <td data-label="Last sign-in">
                  {lastSignInAt === undefined ? 'Never' : dateText(lastSignInAt, timeZone)}
                </td>
                <td>
                  <div className={sections.buttons}>
                    {lastSignInAt === undefined && (
                      <Button icon={<Link2 />} onClick={() => onLink(uid)}>
                        Create link{of}
                      </Button>
                    )}
                    {onInvite && (
                      <Button icon={<Mail />} onClick={() => onInvite(person)}>
                        Invite again{of}
                      </Button>
                    )}
                    {onMember && (
                      <Button icon={<UserCheck />} onClick={() => onMember(person)}>
                        Make a member{of}
                      </Button>
                    )}
                    {'assists' in person && <MayReply assistant={person} />}
                    <Button variant="quiet" icon={<UserX />} onClick={() => onEnd(person)}>
                      End access{of}
                    </Button>
                  </div>
                </td>
              </tr>
            )
          })}
        </Table>
      )}
    </section>
  )
}

function MayReply({ assistant: { uid, name, assists, mayReply } }: { assistant: Assistant }) {
  const change = useChangeAssistant()
  return (
    <Switch
      label={`May reply for ${assists.name}`}
      showLabel
      key={name}
      checked={change.isPending ? change.variables.mayReply : mayReply}
      onChange={(allowed) => change.mutate({ uid, mayReply: allowed })}
    />
  )
}

function MakeMember({ of, onClose }: { of: Guest; onClose: () => void }) {
  const { toast } = usePortal()
  const { uid, name } = of
  const making = useAct(useMakeMember(), {
    done: () => {
      toast(`${isolated(name)} is a member`, { kind: 'good' })
      onClose()
    },
    failure: guestsFailure,
  })
  return (
    <ActDialog
      of={making}
      title={`Make ${isolated(name)} a member?`}
      verb={`Make ${isolated(name)} a member`}
      onConfirm={() => void making.act({ uid })}
      onClose={onClose}
    >
      <p>
        They sign in again with the same password, and then see what every member sees: the board’s
        meetings, the directory, and the governance documents. Their invitations end. If they belong
        to a committee, add a term for them under <strong>People & Committees</strong>.
      </p>
    </ActDialog>
  )
}

function EndInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { toast } = usePortal()
  const { name, meeting } = invitation
  const ending = useAct(useEndInvitation(), {
    done: () => {
      toast(`The invitation of ${isolated(name)} has ended`, { kind: 'good' })
      onClose()
    },
    failure: guestsFailure,
  })
  return (
    <ActDialog
      of={ending}
      title={`End the invitation of ${isolated(name)}?`}
      verb="End the invitation"
      danger
      onConfirm={() => void ending.act(invitation)}
      onClose={onClose}
    >
      <p>They no longer see what they were invited to of {meeting.title}, at once.</p>
    </ActDialog>
  )
}

type EndAccountProps = { kind: 'guest' | 'assistant'; of: Guest; onClose: () => void }

function EndAccount({ kind, of: { uid, name }, onClose }: EndAccountProps) {
  const { toast } = usePortal()
  const ending = useAct(useEndAccount(), {
    done: () => {
      toast(`The access of ${isolated(name)} has ended`, { kind: 'good' })
      onClose()
    },
    failure: guestsFailure,
  })
  return (
    <ActDialog
      of={ending}
      title={`End the access of ${isolated(name)}?`}
      verb={`End access of ${isolated(name)}`}
      danger
      onConfirm={() => void ending.act({ uid, kind })}
      onClose={onClose}
    >
      <p>
        They are signed out everywhere at once, and their account is deleted
        {kind === 'guest' ? ' with all their invitations' : ''}.
      </p>
    </ActDialog>
  )
}

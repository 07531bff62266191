import type { ListedMeeting } from '@portal/contract/all-meetings'
import {
  type Guest,
  guestLimits,
  type Invitation,
  invitation as schema,
} from '@portal/contract/guests'
import { isNamedAfterBody } from '@portal/domain/bodies'
import { dayAfter, dayText, isDay, todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Combobox } from '@portal/shared-ui/combobox'
import { TextField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useState } from 'react'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { DayField } from '../shared/day-field.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { SelectBox } from '../shared/select-box.tsx'
import { storedIn, useAct, useRevisedSave } from '../shared/use-act.ts'
import {
  agendaOfMeetingQuery,
  guestsFailure,
  meetingsToComeQuery,
  useChangeInvitation,
  useInvite,
} from './guests-queries.ts'
import styles from './guests.module.css'

type Someone = { person: string; name: string; detail: string }

type InviteDialogProps = {
  guests: readonly Guest[]
  /** A guest who was chosen before. */
  start?: Guest | undefined
  /** Called with the account of a guest, who then needs a link to choose a password. */
  onInvited: (name: string, account: string | undefined) => void
  onClose: () => void
}

const kinds = [
  { value: 'new', label: 'Somebody new' },
  { value: 'known', label: 'Somebody known' },
] as const

/** Invites somebody to items of a meeting; a new guest’s account is created in the same step. */
export function InviteDialog({ guests, start, onInvited, onClose }: InviteDialogProps) {
  const { call, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const meetings = useQuery(meetingsToComeQuery(call, today))
  const { data: entries = [] } = useQuery(directoryQuery(call))
  const [kind, setKind] = useState<'new' | 'known'>(start ? 'known' : 'new')
  const [person, setPerson] = useState<Someone | null>(
    start ? { person: start.person, name: start.name, detail: 'Guest' } : null,
  )
  const [{ name, email }, setTyped] = useState({ name: '', email: '' })
  const [meeting, setMeeting] = useState<ListedMeeting | null>(null)
  const [items, setItems] = useState<readonly string[]>([])
  const [until, setUntil] = useState('')
  const who = kind === 'known' ? person && { person: person.person } : { name, email }
  const isNamed = kind === 'known' ? person !== null : name.trim() !== '' && email.trim() !== ''
  const inviting = useAct(useInvite(), {
    done: ({ invitation, account }) => onInvited(invitation.name, account),
    failure: guestsFailure,
  })
  const people: Someone[] = [
    ...guests.map((guest) => ({ person: guest.person, name: guest.name, detail: 'Guest' })),
    ...entries
      .filter(({ id }) => !guests.some((guest) => guest.person === id))
      .map((entry) => ({ person: entry.id, name: entry.name, detail: entry.role })),
  ]
  const submit = () => {
    if (!who || !meeting) return
    void inviting.act({ who, meeting: meeting.id, items: [...items], until })
  }
  return (
    <FormDialog
      title="Invite a guest"
      verb="Invite"
      unsaved={isNamed || meeting !== null}
      busy={inviting.busy}
      disabled={!isNamed || !meeting || items.length === 0 || !isDay(until)}
      refused={inviting.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        A guest sees the items that they are invited to, these items’ papers, the meeting’s date and
        the link to join it, until the last day. They see nothing else of the portal.
      </p>
      <Segmented label="Who is invited" value={kind} options={kinds} onChange={setKind} />
      {kind === 'new' ? (
        <>
          <TextField
            label="Name"
            value={name}
            onChange={(text) => setTyped({ name: text, email })}
            maxLength={guestLimits.name}
            autoComplete="off"
          />
          <TextField
            label="E-mail address"
            type="email"
            value={email}
            onChange={(text) => setTyped({ name, email: text })}
            maxLength={guestLimits.email}
            autoComplete="off"
            hint="They get an account of their own. You hand them a link to choose their password."
          />
        </>
      ) : (
        <Combobox
          label="Person"
          options={people}
          value={person}
          onChange={setPerson}
          keyOf={(each) => each.person}
          nameOf={(each) => each.name}
          detailOf={({ detail }) => detail}
          placeholder="Search by name"
          hint="A guest, or somebody of the directory. Whoever has no account yet becomes a guest."
        />
      )}
      <Combobox
        label="Meeting"
        options={meetings.data?.meetings ?? []}
        value={meeting}
        onChange={(chosen) => {
          setMeeting(chosen)
          setItems([])
          if (chosen?.date !== undefined && isDay(chosen.date)) setUntil(dayAfter(chosen.date))
        }}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        detailOf={({ title, date, body }) =>
          [
            date !== undefined && isDay(date) ? dayText(date) : date,
            !isNamedAfterBody(title, body) && body.name,
          ]
            .filter(Boolean)
            .join(' · ')
        }
        placeholder="Search by title or body"
      />
      {meeting && <Items meeting={meeting.id} chosen={items} onChange={setItems} />}
      <LastDay until={until} today={today} onChange={setUntil} />
    </FormDialog>
  )
}

/** Changes what somebody is invited to, and until when. */
export function InvitationDialog({
  invitation,
  onSaved,
  onClose,
}: {
  invitation: Invitation
  onSaved: () => void
  onClose: () => void
}) {
  const { toast, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const [items, setItems] = useState<readonly string[]>(invitation.items.map(({ id }) => id))
  const [until, setUntil] = useState(invitation.until)
  const saving = useRevisedSave(invitation, useChangeInvitation(), {
    done: () => {
      toast(`The invitation of ${isolated(invitation.name)} is saved`, { kind: 'good' })
      onSaved()
    },
    failure: guestsFailure,
    newerIn: (error) => storedIn(schema, error),
  })
  const { known, replaced, replacedBy } = saving
  return (
    <FormDialog
      title={`Invitation of ${isolated(invitation.name)}`}
      verb="Save the invitation"
      unsaved={
        until !== invitation.until || items.join() !== invitation.items.map(({ id }) => id).join()
      }
      busy={saving.busy}
      disabled={items.length === 0 || !isDay(until)}
      refused={saving.refused}
      onSubmit={() =>
        void saving.act({ id: known.id, revision: known.revision, items: [...items], until })
      }
      onClose={onClose}
    >
      {replaced && (
        <ChangedMeanwhile before={inWords(replaced)} now={inWords(known)} by={replacedBy} />
      )}
      <p>{invitation.meeting.title}</p>
      {invitation.meeting.id !== undefined && (
        <Items
          meeting={invitation.meeting.id}
          invited={invitation.items.map(({ id }) => id)}
          chosen={items}
          onChange={setItems}
        />
      )}
      <LastDay until={until} today={today} onChange={setUntil} />
    </FormDialog>
  )
}

function inWords({ items, until }: Invitation): string {
  return `${items.map(({ title = 'Closed session' }) => title).join(', ')}, until ${until}`
}

type ItemsProps = {
  /** Its id. */
  meeting: string
  /** What the invitation is to already, also closed items that this admin may not see. */
  invited?: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** The items of the agenda, without those that this admin may not see: nobody can be invited to these by them. */
function Items({ meeting, invited = [], chosen, onChange }: ItemsProps) {
  const { call } = usePortal()
  const agenda = useQuery(agendaOfMeetingQuery(call, meeting))
  const isAdded = (id: string) => chosen.includes(id) && !invited.includes(id)
  return (
    <fieldset className={styles.items}>
      <legend>Items</legend>
      <QueryPanel
        query={agenda}
        failure="This meeting has no agenda yet. Prepare its agenda first."
        skeleton={<Skeleton lines={3} />}
      >
        {({ items: all }) => {
          const items = all.filter(({ id, closed }) => !closed || invited.includes(id))
          if (items.length === 0) return <p>The agenda has no items that you can invite to yet.</p>
          return (
            <>
              {items.map(({ id, title }) => (
                <SelectBox
                  key={id}
                  label={title || 'Untitled Item'}
                  showLabel
                  checked={chosen.includes(id)}
                  onChange={(checked) =>
                    onChange(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                  }
                />
              ))}
              {items.some(({ id, audience }) => audience && isAdded(id)) && (
                <p>
                  One of these items isn’t for everybody. Whoever is invited to it is named among
                  its readers.
                </p>
              )}
            </>
          )
        }}
      </QueryPanel>
    </fieldset>
  )
}

type LastDayProps = { until: string; today: string; onChange: (until: string) => void }

function LastDay({ until, today, onChange }: LastDayProps) {
  const isOver = isDay(until) && until < today
  return (
    <DayField
      label="Last day"
      value={until}
      onChange={onChange}
      error={isOver ? 'This day is over already.' : undefined}
      hint="The invitation ends at the end of this day."
    />
  )
}

import type { Reply } from '@portal/contract/endpoint'
import type { listBodies } from '@portal/contract/bodies'
import { agendaLimits } from '@portal/contract/agendas'
import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { boardId } from '@portal/domain/bodies'
import { meetingOf } from '@portal/domain/meeting-ref'
import { type MeetingKind, meetingKindNames, meetingKinds } from '@portal/domain/meeting-stages'
import { quarterName, quarterOfDate } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { zoneName } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useNavigate } from '@portal/remote-kit/router'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { afterSave } from '../shared/dialogs/leave-guard.tsx'
import { useAct } from '../shared/use-act.ts'
import styles from './meetings.module.css'
import { meetingFailure, useCreateMeeting } from './meetings-queries.ts'

type NewMeetingDialogProps = {
  bodies: Reply<typeof listBodies>['bodies']
  onClose: () => void
}

/** Asks whose meeting it is, of which kind, and when; a quarterly one is written in the form of its quarter. */
export function NewMeetingDialog({ bodies, onClose }: NewMeetingDialogProps) {
  const { toast, config } = usePortal()
  const navigate = useNavigate()
  const [body, setBody] = useState<string>(boardId)
  const kinds = kindsOf(body)
  const [chosenKind, setKind] = useState<MeetingKind>()
  const kind = chosenKind && kinds.includes(chosenKind) ? chosenKind : kinds[0]!
  const [date, setDate] = useState('')
  const [time, setTime] = useState<string>(agendaDefaults.time)
  const [endTime, setEndTime] = useState<string>(agendaDefaults.endTime)
  const [typedTitle, setTitle] = useState<string>()
  const [location, setLocation] = useState('')
  // Sent again after a lost reply, the request doesn't create a second meeting.
  const [key] = useState(() => crypto.randomUUID())
  const name = bodies.find(({ id }) => id === body)?.name ?? ''
  const title = typedTitle ?? proposedTitle(name, kind)
  const isQuarterly = kind === 'quarterly'
  const quarter = quarterOfDate(date)
  const isLate = time !== '' && endTime !== '' && endTime <= time
  const creating = useAct(useCreateMeeting(), {
    done: (created) => {
      toast(`${isolated(created.title)} is created`, { kind: 'good' })
      onClose()
      void navigate(adminPaths.agenda(meetingOf(created.id)), { state: afterSave })
    },
    failure: meetingFailure,
  })
  const submit = () => {
    if (isQuarterly) {
      if (quarter) void navigate(adminPaths.newMeeting(quarter, date), { state: afterSave })
      return
    }
    void creating.act({ key, body, kind, date, title, time, endTime, location })
  }
  return (
    <FormDialog
      title="New meeting"
      verb={isQuarterly ? 'Continue' : 'Create the meeting'}
      unsaved={date !== '' || typedTitle !== undefined || location !== ''}
      busy={creating.busy}
      disabled={!quarter || (!isQuarterly && (title.trim() === '' || isLate))}
      refused={creating.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <SelectField
          label="Whose meeting"
          value={body}
          onChange={setBody}
          options={bodies.map(({ id, name: label }) => ({ value: id, label }))}
        />
        <SelectField
          label="Kind"
          value={kind}
          onChange={(chosen) => setKind(chosen as MeetingKind)}
          options={kinds.map((value) => ({ value, label: meetingKindNames[value] }))}
        />
      </div>
      <TextField
        label="Date"
        type="date"
        min="1970-01-01"
        max="2100-12-31"
        required
        value={date}
        onChange={setDate}
      />
      {isQuarterly ? (
        <p>
          {quarter
            ? `The next page has the form for the meeting of ${quarterName(quarter)}.`
            : 'The next page has the form for the meeting of the date’s quarter.'}
        </p>
      ) : (
        <>
          <div className={styles.pair}>
            <TextField
              label="Start Time"
              type="time"
              value={time}
              onChange={setTime}
              hint={zoneName(config.foundation.timeZone)}
            />
            <TextField
              label="End Time"
              type="time"
              value={endTime}
              onChange={setEndTime}
              error={isLate ? 'The meeting has to end after it starts.' : undefined}
            />
          </div>
          <TextField
            label="Title"
            value={title}
            onChange={setTitle}
            maxLength={agendaLimits.title}
            autoComplete="off"
            required
          />
          <TextField
            label="Location"
            value={location}
            onChange={setLocation}
            maxLength={agendaLimits.location}
            autoComplete="off"
          />
          <p>Members don’t see the meeting before you publish it.</p>
        </>
      )}
    </FormDialog>
  )
}

/** The kinds of meetings that a body can have, the usual one first. */
function kindsOf(body: string): MeetingKind[] {
  if (body === boardId) return meetingKinds.filter((kind) => kind !== 'committee')
  return ['committee', ...meetingKinds.filter((kind) => kind === 'special' || kind === 'annual')]
}

function proposedTitle(name: string, kind: MeetingKind): string {
  if (kind === 'committee') return `${name} Meeting`
  return kind === 'annual' ? `Annual Meeting of the ${name}` : `Special Meeting of the ${name}`
}

import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { editedPolicyQuery, usePolicyChange } from './notes-policy-queries.ts'
import styles from './notes-policy-screen.module.css'
import {
  destructionNoticeDays,
  type NotesPolicy,
  noteHoldLimits,
} from '@portal/contract/notes-policy'
import { shortDayText, todayIn, dayOf } from '@portal/domain/days'
import { daysText, notesRuleText, heldNotesText } from '@portal/domain/notes-rule'
import { quarterName, currentQuarter, parseQuarter } from '@portal/domain/quarter'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { CalendarX, Pencil, LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { useId, useState, useRef } from 'react'
import { RuleDialog } from './rule-dialog.tsx'
import { isolated } from '@portal/domain/shown-text'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { SelectField } from '@portal/shared-ui/field'
import { useOfferedYears } from '../shared/use-offered-years.ts'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { messageTime, OvertakenPolicy } from './notes-policy-words.tsx'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useNameOf } from '../shared/rights/admin-rights.ts'

/** How long members' notes on papers are kept. */
export function Component() {
  const { call } = usePortal()
  const policy = useQuery(editedPolicyQuery(call))
  return (
    <AdminScreen
      title="Notes Policy"
      subtitle="How long notes on papers are kept. Only their owners can read them: admins can’t."
      queries={[policy]}
    >
      <QueryPanel
        query={policy}
        failure="Failed to load the policy for notes"
        skeleton={<Skeleton height="24rem" label="Loading the policy for notes" />}
      >
        {(known) => (
          <div className={styles.parts}>
            <RuleSection policy={known} />
            <HoldsSection policy={known} />
          </div>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

/** The rule in words, and the notes that it destroys next. */
function RuleSection({ policy }: { policy: NotesPolicy }) {
  const titleId = useId()
  const [editing, setEditing] = useState<NotesPolicy>()
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.head}>
        <h2 id={titleId}>When notes are destroyed</h2>
        <Button icon={<Pencil />} onClick={() => setEditing(policy)}>
          Change the rule
        </Button>
      </div>
      <p>
        <strong>{notesRuleText(policy.days)}</strong>
      </p>
      <p className={styles.soft}>
        {policy.days === undefined
          ? 'A rule can destroy everyone’s notes some days after the meeting. It is off.'
          : 'The day is shown with every note, and members see a notice a week before. The audit records that notes were destroyed, not whose or which. Papers of no quarter have no meeting: notes on them are kept.'}
      </p>
      {policy.days !== undefined && <Coming policy={policy} />}
      {editing && <RuleDialog seen={editing} onClose={() => setEditing(undefined)} />}
    </Card>
  )
}

function Coming({ policy: { coming, notBefore } }: { policy: NotesPolicy }) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const isNew = notBefore !== undefined && notBefore > today
  return (
    <>
      {isNew && (
        <p>
          The rule or a hold has changed: nothing is destroyed before{' '}
          {shortDayText(notBefore, today)}.
        </p>
      )}
      {coming.length === 0 ? (
        <p>No notes are destroyed in the next {daysText(destructionNoticeDays)}.</p>
      ) : (
        <Banner kind="warn" icon={<CalendarX />}>
          <p>
            <strong>Destroyed next</strong>
          </p>
          <ul className={styles.coming}>
            {coming.map(({ on, ...quarter }) => (
              <li key={quarterName(quarter)}>
                Notes on papers of {quarterName(quarter)}, on {shortDayText(on, today)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}

type Hold = NotesPolicy['holds'][number]

/** An open dialog keeps the policy that it was opened with. */
type OpenDialog = { seen: NotesPolicy; hold?: Hold }

/** The legal holds: which notes they keep, the reason, the start, and the admin. */
function HoldsSection({ policy }: { policy: NotesPolicy }) {
  const nameOf = useNameOf()
  const { timeZone } = usePortal().config.foundation
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.head}>
        <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
          Legal holds
        </h2>
        <Button icon={<LockKeyhole />} onClick={() => setOpenDialog({ seen: policy })}>
          Add a hold
        </Button>
      </div>
      <p className={styles.soft}>
        A hold keeps notes from being destroyed by the rule until an admin lifts it. Members see its
        reason; their owners can still remove notes themselves.
      </p>
      {policy.holds.length === 0 ? (
        <p>No notes are on hold.</p>
      ) : (
        <ul className={styles.holds} aria-label="Legal holds">
          {policy.holds.map((hold) => (
            <li key={`${heldNotesText(hold.quarter)} ${hold.reason}`} className={styles.hold}>
              <div className={styles.words}>
                <h3 className={styles.held}>{heldNotesText(hold.quarter)}</h3>
                <p>{hold.reason}</p>
                <p className={styles.soft}>
                  Since {shortDayText(dayOf(new Date(hold.at), timeZone), todayIn(timeZone))}
                  {hold.by !== undefined && `, by ${isolated(nameOf(hold.by))}`}
                  {hold.owner !== undefined && `, handed over to ${isolated(nameOf(hold.owner))}`}
                </p>
              </div>
              <Button
                icon={<LockKeyholeOpen />}
                onClick={() => setOpenDialog({ seen: policy, hold })}
              >
                Lift
                <VisuallyHidden>{` the hold: ${heldNotesText(hold.quarter)}`}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {openDialog && !openDialog.hold && <HoldDialog seen={openDialog.seen} onClose={close} />}
      {openDialog?.hold && (
        <LiftDialog
          seen={openDialog.seen}
          hold={openDialog.hold}
          onClose={close}
          onLifted={() => {
            close()
            // The button that opened the dialog disappears with its hold.
            requestAnimationFrame(() => title.current?.focus())
          }}
        />
      )}
    </Card>
  )
}

type HoldDialogProps = { seen: NotesPolicy; onClose: () => void }

/** Places a legal hold on the notes on a quarter's papers, or on all notes. */
function HoldDialog({ seen, onClose }: HoldDialogProps) {
  const { config, toast } = usePortal()
  const now = currentQuarter(config.foundation.timeZone)
  const years = useOfferedYears(now, now)
  const [held, setHeld] = useState('')
  const [reason, setReason] = useState('')
  const change = usePolicyChange(seen, () => {
    toast('The notes are on hold.', { kind: 'good', duration: messageTime })
    onClose()
  })
  const { days, holds } = change.known
  const length = reason.trim().length
  const quarters = years.flatMap((year) => [4, 3, 2, 1].map((quarter) => ({ year, quarter })))
  const submit = () => {
    const [year, number] = held.split('-')
    const quarter = parseQuarter(year, number)
    const hold = { ...(quarter && { quarter }), reason: reason.trim() }
    void change.save({ days, holds: [...holds, hold] })
  }
  return (
    <FormDialog
      title="Add a legal hold"
      verb="Hold the notes"
      unsaved={held !== '' || reason !== ''}
      busy={change.busy}
      disabled={length === 0 || length > noteHoldLimits.reason}
      refused={change.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <OvertakenPolicy before={seen} now={change.known} by={change.replacedBy} />
      <SelectField
        label="Notes on hold"
        value={held}
        onChange={setHeld}
        options={[
          { value: '', label: 'All notes' },
          ...quarters.map((offered) => ({
            value: `${offered.year}-${offered.quarter}`,
            label: `Notes on papers of ${quarterName(offered)}`,
          })),
        ]}
      />
      <TextAreaField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={noteHoldLimits.reason}
        hint="Required: members read why their notes are kept."
      />
    </FormDialog>
  )
}

type LiftDialogProps = {
  seen: NotesPolicy
  hold: Hold
  onClose: () => void
  onLifted: () => void
}

function LiftDialog({ seen, hold, onClose, onLifted }: LiftDialogProps) {
  const { toast } = usePortal()
  const change = usePolicyChange(seen, () => {
    toast('The hold is lifted.', { kind: 'good', duration: messageTime })
    onLifted()
  })
  const { days, holds } = change.known
  return (
    <ActDialog
      of={change}
      title="Lift this hold?"
      verb="Lift the hold"
      danger
      onConfirm={() =>
        void change.save({ days, holds: holds.filter((other) => !isSameHold(other, hold)) })
      }
      onClose={onClose}
    >
      <OvertakenPolicy before={seen} now={change.known} by={change.replacedBy} />
      <p>
        <strong>{heldNotesText(hold.quarter)}</strong> are on hold: {isolated(hold.reason)}
      </p>
      <p>
        {days === undefined
          ? 'No rule destroys notes at present. If one is set, it applies to them again.'
          : `They are then destroyed by the rule again, in ${daysText(destructionNoticeDays)} at the earliest. Members see a notice until then.`}
      </p>
    </ActDialog>
  )
}

function isSameHold(a: Hold, b: Hold): boolean {
  return heldNotesText(a.quarter) === heldNotesText(b.quarter) && a.reason === b.reason
}

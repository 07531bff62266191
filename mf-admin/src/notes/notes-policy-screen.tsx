import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { editedPolicyQuery } from './notes-policy-queries.ts'
import styles from './notes-policy-screen.module.css'
import { destructionNoticeDays, type NotesPolicy } from '@portal/contract/notes-policy'
import { shortDayText, todayIn, dayOf } from '@portal/domain/days'
import { daysText, everyHold, heldNotesText, notesRuleText } from '@portal/domain/notes-rule'
import { quarterName } from '@portal/domain/quarter'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { CalendarX, Pencil, LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { useId, useState, useRef } from 'react'
import { RuleDialog } from './rule-dialog.tsx'
import { isolated } from '@portal/domain/shown-text'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { HoldDialog, LiftDialog } from './hold-dialogs.tsx'
import type { Hold } from './notes-policy-words.tsx'
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

function Coming({ policy: { coming, comingMeetings = [], notBefore } }: { policy: NotesPolicy }) {
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
      {coming.length + comingMeetings.length === 0 ? (
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
            {comingMeetings.map(({ on, meeting }) => (
              <li key={meeting.id}>
                Notes on papers of {isolated(meeting.name)}, on {shortDayText(on, today)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}

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
      {everyHold(policy).length === 0 ? (
        <p>No notes are on hold.</p>
      ) : (
        <ul className={styles.holds} aria-label="Legal holds">
          {everyHold(policy).map((hold) => (
            <li
              key={`${heldNotesText(hold.quarter, hold.meeting)} ${hold.reason}`}
              className={styles.hold}
            >
              <div className={styles.words}>
                <h3 className={styles.held}>{heldNotesText(hold.quarter, hold.meeting)}</h3>
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
                <VisuallyHidden>{` the hold: ${heldNotesText(hold.quarter, hold.meeting)}`}</VisuallyHidden>
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

import { destructionNoticeDays, type NotesPolicy } from '@portal/contract/notes-policy'
import { shortDayText, todayIn } from '@portal/domain/days'
import { daysText, notesRuleText } from '@portal/domain/notes-rule'
import { quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { CalendarX, Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { RuleDialog } from './rule-dialog.tsx'
import styles from './notes-policy-screen.module.css'

/** The rule in words, and the notes that it destroys next. */
export function RuleSection({ policy }: { policy: NotesPolicy }) {
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

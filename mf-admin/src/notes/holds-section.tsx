import type { NotesPolicy } from '@portal/contract/notes-policy'
import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import { heldNotesText } from '@portal/domain/notes-rule'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { HoldDialog } from './hold-dialog.tsx'
import { LiftDialog } from './lift-dialog.tsx'
import styles from './notes-policy-screen.module.css'

type Hold = NotesPolicy['holds'][number]
/** An open dialog keeps the policy that it was opened with. */
type Asked = { seen: NotesPolicy; hold?: Hold }

/** The legal holds: which notes they keep, why, since when and by whom. */
export function HoldsSection({ policy }: { policy: NotesPolicy }) {
  const { timeZone } = usePortal().config.foundation
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.head}>
        <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
          Legal holds
        </h2>
        <Button icon={<LockKeyhole />} onClick={() => setAsked({ seen: policy })}>
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
                  {hold.by !== undefined && `, by ${isolated(hold.by)}`}
                </p>
              </div>
              <Button icon={<LockKeyholeOpen />} onClick={() => setAsked({ seen: policy, hold })}>
                Lift
                <VisuallyHidden>{` the hold: ${heldNotesText(hold.quarter)}`}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && !asked.hold && <HoldDialog seen={asked.seen} onClose={close} />}
      {asked?.hold && (
        <LiftDialog
          seen={asked.seen}
          hold={asked.hold}
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

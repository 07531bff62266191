import type { AgendaItem } from '@portal/contract/agendas'
import { isRestricted } from '@portal/domain/may-read'
import { isolated } from '@portal/domain/shown-text'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleAlert, LockKeyhole, UsersRound } from 'lucide-react'
import { createContext, use, useState } from 'react'
import type { DraftItem } from '../../draft/agenda-draft.ts'
import { AudienceDialog } from '../../../shared/audiences/audience-dialog.tsx'
import styles from '../../../shared/audiences/audience.module.css'
import { audienceInWords, type ItemAudience } from '../../../shared/audiences/item-audience.ts'
import { useAudiencePeople } from '../../../shared/audiences/use-audience-people.ts'

/** The meeting whose items are edited; undefined while a new one's date names no quarter. */
export const EditedMeeting = createContext<MeetingRef | undefined>(undefined)

type AudienceFieldProps = {
  item: DraftItem
  /** The item's name. */
  name: string
  stored: AgendaItem | undefined
  /** Why the audience was refused. */
  error: string | undefined
  onChange: (change: ItemAudience, field: string) => void
}

/** Who can read an item, in a sentence, and the dialog that changes it. */
export function AudienceField({ item, name, stored, error, onChange }: AudienceFieldProps) {
  const meeting = use(EditedMeeting)
  const { people, nameOf } = useAudiencePeople(item.audience)
  const [open, setOpen] = useState(false)
  if (!meeting) return null
  return (
    <section className={styles.field} aria-label={`Who can read ${isolated(name)}`}>
      <h3 className={styles.heading}>Who can read it</h3>
      <p className={styles.line}>
        <span className={styles.who}>
          {isRestricted(item) ? (
            <LockKeyhole aria-hidden="true" />
          ) : (
            <UsersRound aria-hidden="true" />
          )}
          <span>{audienceInWords(item, nameOf)}</span>
        </span>
        <Button onClick={() => setOpen(true)}>
          Change
          <VisuallyHidden> who can read {isolated(name)}</VisuallyHidden>
        </Button>
      </p>
      {error !== undefined && (
        <Banner kind="bad" icon={<CircleAlert />} role="alert">
          {error}
        </Banner>
      )}
      {open && (
        <AudienceDialog
          name={name}
          meeting={meeting}
          subject={{ item: stored?.id }}
          first={item}
          people={people}
          nameOf={nameOf}
          onUse={(chosen) => {
            setOpen(false)
            onChange(chosen, 'audience')
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

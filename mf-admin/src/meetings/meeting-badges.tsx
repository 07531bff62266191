import type { ListedMeeting } from '@portal/contract/all-meetings'
import { Badge } from '@portal/shared-ui/badge'
import { CalendarX2, EyeOff } from 'lucide-react'
import { stageNames } from './meeting-words.ts'
import styles from './meetings.module.css'

type MeetingBadgesProps = {
  meeting: Pick<ListedMeeting, 'stage' | 'inPreparation' | 'agenda'>
}

/** What has become of a meeting, whether members see it, and whether they see its agenda; in words. */
export function MeetingBadges({ meeting: { stage, inPreparation, agenda } }: MeetingBadgesProps) {
  const isCancelled = stage === 'cancelled'
  return (
    <span className={styles.badges}>
      {isCancelled ? (
        <Badge kind="bad" icon={<CalendarX2 />}>
          Cancelled
        </Badge>
      ) : (
        <Badge>{stageNames[stage]}</Badge>
      )}
      {inPreparation && (
        <Badge kind="warn" icon={<EyeOff />}>
          In preparation
        </Badge>
      )}
      {agenda === 'draft' && !isCancelled && <Badge>Agenda: draft</Badge>}
      {agenda === 'published' && <Badge kind="good">Agenda: published</Badge>}
      {agenda === undefined && !isCancelled && <Badge>No agenda</Badge>}
    </span>
  )
}

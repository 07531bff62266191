import type { ListedMeeting } from '@portal/contract/all-meetings'
import { Badge } from '@portal/shared-ui/badge'
import { CalendarX2, EyeOff } from 'lucide-react'
import { stageNames } from './meeting-words.ts'
import styles from './meetings.module.css'

type MeetingBadgesProps = {
  meeting: Pick<ListedMeeting, 'stage' | 'inPreparation' | 'agenda' | 'agendaInDrive'>
}

/** What has become of a meeting, whether members see it, and whether they see its agenda; in words. */
export function MeetingBadges({ meeting }: MeetingBadgesProps) {
  const { stage, inPreparation } = meeting
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
      <AgendaOfMeeting meeting={meeting} />
    </span>
  )
}

function AgendaOfMeeting({ meeting: { stage, agenda, agendaInDrive } }: MeetingBadgesProps) {
  if (agendaInDrive) return <Badge>Agenda: Drive document</Badge>
  if (agenda === 'published') return <Badge kind="good">Agenda: published</Badge>
  if (stage === 'cancelled') return null
  return <Badge>{agenda === 'draft' ? 'Agenda: draft' : 'No agenda'}</Badge>
}

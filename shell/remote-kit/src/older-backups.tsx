import { counted } from '@portal/domain/counted'
import { dayAfter, shortDayText, todayIn } from '@portal/domain/days'
// By its name: remotes share the host’s module.
import { usePortal } from '@portal/remote-kit/portal'

type OlderBackupsProps = {
  /** What is erased, as the object of a sentence: `your notes`. */
  what: string
  /** It isn't erased now, but on a later day or by a rule. */
  isLater?: boolean
}

/**
 * What backups that were made before an erasure still contain, and until when: on every screen that erases something.
 */
export function OlderBackups({ what, isLater = false }: OlderBackupsProps) {
  const { backupDays, foundation } = usePortal().config
  const still = `Backups that were made before still contain ${what}.`
  if (backupDays === undefined) {
    return <p>{still} Whoever runs the portal decides how long they are kept.</p>
  }
  // A backup is deleted by the first daily backup after its last day.
  const days = backupDays + 1
  if (isLater) return <p>{`${still} The last one is deleted ${counted(days, 'day')} later.`}</p>
  const today = todayIn(foundation.timeZone)
  return (
    <p>{`${still} The last one is deleted by ${shortDayText(dayAfter(today, days), today)}.`}</p>
  )
}

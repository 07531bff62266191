import { compareQuarters, type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { BookOpen } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { useIsPast } from '../shared/use-is-past.ts'
import styles from './no-materials.module.css'

type NoMaterialsProps = {
  quarter: Quarter
  /** Quarters with papers, the nearest before and after this one among them, newest first. */
  filled: Quarter[]
}

export function NoMaterials({ quarter, filled }: NoMaterialsProps) {
  const { liaisonEmail } = usePortal().config.foundation
  const isPast = useIsPast(quarter)
  const before = filled.find((one) => compareQuarters(one, quarter) < 0)
  const after = filled.findLast((one) => compareQuarters(one, quarter) > 0)
  const nearest = [before, after].filter((one) => one !== undefined)
  return (
    <EmptyState
      title={`No materials for ${quarterName(quarter)}${isPast ? '' : ' yet'}`}
      icon={<BookOpen aria-hidden />}
    >
      {isPast ? (
        <p>
          This quarter is over, and the portal has no papers of it. If you need one, ask your{' '}
          <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>.
        </p>
      ) : (
        <p>
          The papers of this quarter haven’t been added yet. Your{' '}
          <a href={`mailto:${liaisonEmail}`}>Board Liaison</a> adds them here before the meeting.
        </p>
      )}
      {nearest.length > 0 && (
        <p className={styles.nearest} data-print="hide">
          {nearest.map((one) => (
            <Link
              key={quarterName(one)}
              to={meetingsPaths.quarter(one)}
              className={buttonStyle('secondary')}
            >
              Open the materials of {quarterName(one)}
            </Link>
          ))}
        </p>
      )}
    </EmptyState>
  )
}

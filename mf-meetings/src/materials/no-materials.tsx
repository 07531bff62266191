import { compareQuarters, type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { BookOpen } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import styles from './no-materials.module.css'

type NoMaterialsProps = {
  quarter: Quarter
  /** The quarters with papers, newest first. */
  filled: Quarter[]
}

export function NoMaterials({ quarter, filled }: NoMaterialsProps) {
  const { liaisonEmail } = usePortal().config.foundation
  const before = filled.find((one) => compareQuarters(one, quarter) < 0)
  const after = filled.findLast((one) => compareQuarters(one, quarter) > 0)
  const nearest = [before, after].filter((one) => one !== undefined)
  return (
    <EmptyState
      title={`No materials for ${quarterName(quarter)} yet`}
      icon={<BookOpen aria-hidden />}
    >
      <p>
        The papers of this quarter haven’t been added yet. Your{' '}
        <a href={`mailto:${liaisonEmail}`}>Board Liaison</a> adds them here before the meeting.
      </p>
      {nearest.length > 0 && (
        <p className={styles.nearest}>
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

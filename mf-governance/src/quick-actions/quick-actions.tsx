import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { BookOpen } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { ResourceDialog } from '../shared/resource-dialog.tsx'
import { resourceIn } from '../shared/resources.ts'
import { ActionCard } from './action-card.tsx'
import { ActionProblem } from './action-problem.tsx'
import { type QuickAction, quickActions } from './actions.ts'
import styles from './quick-actions.module.css'
import { useMaterialsQuarter } from './use-materials-quarter.ts'

/**
 * Four links to what members need most. A card pressed before the mappings have loaded opens once
 * they have.
 */
export function Component() {
  const { call } = usePortal()
  const mappings = useQuery(latestMappingsQuery(call))
  const { opened: id, open, close } = useOpened()
  const pressed = quickActions.find(({ slot }) => mappingId(slot) === id)
  const resourceOf = ({ slot }: QuickAction) => mappings.data && resourceIn(mappings.data, slot)
  const opened = pressed && resourceOf(pressed)

  return (
    <section aria-labelledby="quick-actions" className={styles.section}>
      <h2 id="quick-actions">Quick actions</h2>
      <ul className={styles.cards}>
        <li>
          <BoardMaterials />
        </li>
        {quickActions.map((action) => (
          <li key={action.name}>
            <ActionCard
              action={action}
              resource={resourceOf(action)}
              busy={pressed === action && mappings.isPending}
              onPress={() => open(mappingId(action.slot))}
            />
          </li>
        ))}
      </ul>
      {pressed && !opened && <ActionProblem action={pressed} mappings={mappings} />}
      <ResourceDialog resource={opened} onClose={close} size="large" />
    </section>
  )
}

/** To the papers of the upcoming meeting's quarter, or of today's while no meeting is known. */
function BoardMaterials() {
  const { upcoming, today } = useMaterialsQuarter()
  const { year, quarter } = upcoming ?? today
  const to = upcoming ? governancePaths.quarter(upcoming) : governancePaths.boardMaterials
  return (
    <Link to={to} className={styles.card}>
      <PaperPicture kind="agenda" size="small" icon={<BookOpen />} />
      <span>
        <span className={styles.name}>Board Materials</span>
        <span className={styles.about}>
          Papers for Q{quarter} {year}
        </span>
      </span>
    </Link>
  )
}

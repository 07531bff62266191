import { mappingId } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { FileText } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { mappingsQuery } from '../mappings-queries.ts'
import { ResourceDialog } from '../resource-dialog.tsx'
import { resourceIn } from '../resources.ts'
import { ActionCard } from './action-card.tsx'
import { ActionProblem } from './action-problem.tsx'
import { papersText, type QuickAction, quickActions } from './actions.ts'
import styles from './quick-actions.module.css'

/** Four ways to what members ask for most. A card pressed before the mappings are here opens once they are. */
export function Component() {
  const { call, config } = usePortal()
  const mappings = useQuery(mappingsQuery(call))
  const { opened: id, open, close } = useOpened()
  const pressed = quickActions.find(({ slot }) => mappingId(slot) === id)
  const resourceOf = ({ slot }: QuickAction) => mappings.data && resourceIn(mappings.data, slot)
  const opened = pressed && resourceOf(pressed)

  return (
    <section aria-labelledby="quick-actions" className={styles.section}>
      <h2 id="quick-actions">Quick actions</h2>
      <ul className={styles.cards}>
        <li>
          <Link to={governancePaths.boardMaterials} className={styles.card}>
            <FileText aria-hidden />
            <span>
              <span className={styles.name}>Board Materials</span>
              <span className={styles.about}>{papersText(config.foundation.timeZone)}</span>
            </span>
          </Link>
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

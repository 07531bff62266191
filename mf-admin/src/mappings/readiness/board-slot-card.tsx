import { Link } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { useState } from 'react'
import type { Sync } from '../sync/use-sync.ts'
import styles from './board-slot-card.module.css'
import { BoardStep, type SlotActs } from './board-step.tsx'
import { nextSteps } from './board-steps.ts'
import { ReadinessBadge, readinessLooks } from './readiness-badge.tsx'
import type { BoardSlot } from './use-readiness.ts'

type BoardSlotCardProps = SlotActs & {
  of: BoardSlot
  /** The address of the slot's row: `#slot-…` on the same page, or a path. */
  row: string
  sync: Sync
}

/** A slot's state, what it shows, and its next steps; its name links to its row. */
export function BoardSlotCard({ of, row, sync, ...acts }: BoardSlotCardProps) {
  const { name, shown, readiness } = of
  const { state, hidesAgenda } = readiness
  const { meaning } = readinessLooks[state]
  const [refused, setRefused] = useState<string>()
  const steps = nextSteps(of)
  const isNative = state.startsWith('native')
  return (
    <Card as="li" className={styles.card}>
      <div className={styles.words}>
        <div className={styles.head}>
          {row.startsWith('#') ? (
            <a className={styles.name} href={row}>
              {name}
            </a>
          ) : (
            <Link className={styles.name} to={row}>
              {name}
            </Link>
          )}
          <ReadinessBadge state={state} />
        </div>
        {shown !== undefined && !isNative && <p className={styles.shown}>{shown}</p>}
        {meaning && <p className={styles.meaning}>{meaning}</p>}
        {hidesAgenda && <p className={styles.meaning}>The native agenda is published, not shown</p>}
      </div>
      {steps.length > 0 && (
        <div className={styles.steps}>
          {steps.map((step) => (
            <BoardStep key={step} {...acts} {...{ step, of, sync }} onRefused={setRefused} />
          ))}
        </div>
      )}
      {refused !== undefined && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </Card>
  )
}

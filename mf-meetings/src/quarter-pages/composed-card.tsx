import { Card } from '@portal/shared-ui/card'
import type { ReactNode } from 'react'
import styles from './composed-card.module.css'

/** A short text next to its subject's icon, across the width of the page. */
export function ComposedCard({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Card flush className={styles.card}>
      <div className={styles.face}>
        <div className={styles.emblem}>
          <span className={styles.disc}>{icon}</span>
        </div>
        <div className={styles.text}>{children}</div>
      </div>
    </Card>
  )
}

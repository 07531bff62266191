import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  icon?: ReactNode
  /** Why there is nothing, and who can change that. */
  children?: ReactNode
}

export function EmptyState({ title, icon, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.why}>{children}</div>}
    </div>
  )
}

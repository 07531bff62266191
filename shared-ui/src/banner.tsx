import { clsx } from 'clsx'
import type { AriaRole, ReactNode } from 'react'
import styles from './banner.module.css'

type BannerProps = {
  kind: 'warn' | 'bad' | 'good' | 'plain'
  icon?: ReactNode
  children: ReactNode
  /** A link or a button after the message. */
  action?: ReactNode
  /** `alert` or `status` if the banner appears dynamically. */
  role?: AriaRole | undefined
}

export function Banner({ kind, icon, children, action, role }: BannerProps) {
  return (
    <div className={clsx(styles.banner, styles[kind])} role={role}>
      {icon}
      <div className={styles.message}>{children}</div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  )
}

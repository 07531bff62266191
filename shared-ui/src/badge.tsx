import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './badge.module.css'

type BadgeProps = {
  kind?: 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | undefined
  icon?: ReactNode
  children: ReactNode
}

/** A status in one word; its color only repeats the meaning. */
export function Badge({ kind = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={clsx(styles.badge, styles[kind])}>
      {icon}
      {children}
    </span>
  )
}

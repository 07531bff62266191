import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './badge.module.css'

type BadgeProps = {
  kind?: 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | undefined
  icon?: ReactNode
  children: ReactNode
}

/** A state in a word; its colour only repeats what the word says. */
export function Badge({ kind = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={clsx(styles.badge, styles[kind])}>
      {icon}
      {children}
    </span>
  )
}

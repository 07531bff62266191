import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'
import styles from './card.module.css'

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'section' | 'li'
  /** Removes the padding, for a list or table that reaches the edges. */
  flush?: boolean | undefined
}

export function Card({ as: Tag = 'div', flush = false, className, children, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={clsx(styles.card, flush && styles.flush, className)}>
      {children}
    </Tag>
  )
}

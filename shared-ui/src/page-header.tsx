import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** The link back to where the page belongs. */
  back?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
}

/** The page's one `h1`; the shell moves the focus to it after a navigation. */
export function PageHeader({ title, back, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        {back === undefined ? null : <div className={styles.back}>{back}</div>}
        <h1 id="page-title" tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {subtitle === undefined ? null : <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

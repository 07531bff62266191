import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** The link to the parent page. */
  back?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
}

/** Whether a focused heading is being removed in this commit. */
let focusGone = false

/**
 * The page's only `h1`; the shell moves the focus to it after a navigation. A heading that replaces a focused one takes
 * the focus over, for example when the loaded page has a different title.
 */
export function PageHeader({ title, back, subtitle, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const own = heading.current!
    if (focusGone && document.activeElement === document.body) own.focus({ preventScroll: true })
    return () => {
      focusGone = document.activeElement === own
      queueMicrotask(() => {
        focusGone = false
      })
    }
  }, [])
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        {back === undefined ? null : <div className={styles.back}>{back}</div>}
        <h1 ref={heading} id="page-title" tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {subtitle === undefined ? null : <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

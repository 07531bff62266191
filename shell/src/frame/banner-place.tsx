import type { ReactNode } from 'react'
import styles from './banner-place.module.css'

/** Above the page, at its full width. */
export function BannerPlace({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}

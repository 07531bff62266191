import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { ReadingView } from '@portal/shared-ui/reading-view'
import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'
import styles from './resource-reading.module.css'

type ResourceReadingProps = {
  id: string
  title: string
  slot?: Slot | undefined
  /** What is known about it, and its original to download. */
  details?: ReactNode
  children: ReactNode
}

/** A resource that fills the page, with its details next to it on request. */
export function ResourceReading({ id, title, slot, details, children }: ResourceReadingProps) {
  return (
    <ReadingView
      paper={id}
      title={title}
      back={<BackLink slot={slot} asButton />}
      onSearch={usePortal().openSearch}
      list={
        details === undefined
          ? undefined
          : {
              kind: 'details',
              title: 'Details',
              content: <div className={styles.details}>{details}</div>,
            }
      }
    >
      {children}
    </ReadingView>
  )
}

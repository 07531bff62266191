import type { ComposedRelease } from '@portal/contract/releases'
import { type ReactNode, type RefObject, useInsertionEffect } from 'react'
import styles from './release-place.module.css'
import { showStyles } from './shown-styles.ts'

type ReleasePlaceProps = {
  release: ComposedRelease
  /** The pattern of its route. */
  route: string
  place?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** Marks what is on the page of a release: errors and vitals are attributed by the element. */
export function ReleasePlace({ release, route, place, children }: ReleasePlaceProps) {
  const { base } = release
  // Before the layout effects of what is in it, which may measure.
  useInsertionEffect(() => showStyles(base), [base])
  return (
    <div
      ref={place}
      className={styles.place}
      data-remote={release.name}
      data-release={release.release}
      data-route={route}
    >
      {children}
    </div>
  )
}

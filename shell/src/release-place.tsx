import type { ComposedRelease } from '@portal/contract/releases'
import type { ReactNode, RefObject } from 'react'
import styles from './release-place.module.css'

type ReleasePlaceProps = {
  release: ComposedRelease
  /** The pattern of its route. */
  route: string
  place?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** Marks what is on the page of a release: errors and vitals are attributed by the element. */
export function ReleasePlace({ release, route, place, children }: ReleasePlaceProps) {
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

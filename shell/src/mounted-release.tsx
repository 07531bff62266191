import type { ComposedRelease } from '@portal/contract/releases'
import { type ReactNode, type RefObject, useInsertionEffect, useEffect, useState } from 'react'
import styles from './mounted-release.module.css'
import { showStyles } from './shown-styles.ts'
import { useHost } from './host.ts'
import { addMounted } from './mounted-releases.ts'

type ReleasePlaceProps = {
  release: ComposedRelease
  /** The pattern of its route. */
  route: string
  place?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** Marks a release's content on the page: errors and vitals are attributed by this element. */
export function ReleasePlace({ release, route, place, children }: ReleasePlaceProps) {
  const { base } = release
  // Before the layout effects of its content, which may measure.
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

/**
 * Registers a release that is on the page; throws to the surrounding boundary when it is found to be
 * broken.
 */
export function useMounted(release: ComposedRelease, route: string): void {
  const { composition } = useHost()
  const [error, setError] = useState<Error>()
  const isCandidate = composition.remotes.some(
    ({ candidate, releases }) => candidate === true && releases[0]?.release === release.release,
  )
  useEffect(
    () => addMounted({ release, isCandidate, route, fail: setError }),
    [release, isCandidate, route],
  )
  if (error) throw error
}

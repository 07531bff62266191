import type { ComposedRelease } from '@portal/contract/releases'
import { useEffect, useState } from 'react'
import { useHost } from './host.ts'
import { addMounted } from './mounted-releases.ts'

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

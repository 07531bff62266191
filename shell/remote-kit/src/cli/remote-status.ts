import {
  listMoves,
  getPointer,
  type ReleaseMove,
  type ReleasePointer,
} from '@portal/contract/pointers'
import { type ComparedPreview, listPreviews } from '@portal/contract/previews'
import { getRelease } from '@portal/contract/publishing'
import {
  getHealth,
  getReleaseErrors,
  type ReleaseErrors,
  type ReleaseHealth,
} from '@portal/contract/release-health'
import { supportInWords } from '@portal/domain/release-support'
import { isApiError } from '../client.ts'
import { verdictLine } from './gate-verdict.ts'
import type { PortalConnection } from './portal-connection.ts'
import { reachOf } from './pointer-words.ts'
import { inParallel } from './release-files.ts'

/** How one release does, in its place and in its previews. */
export type ReleaseStatus = {
  release: string
  /** `stable`, `candidate for 10 % of everyone`, `in previews`. */
  place: string
  /** Absent for a release that no pointer names. */
  health?: ReleaseHealth
  previews: Pick<ComparedPreview, 'expiresAt' | 'comparison'>[]
  /** Absent if the portal is too old to collect them. */
  errors?: ReleaseErrors
}

export type RemoteStatus = {
  remote: string
  portal: string
  pointer: ReleasePointer
  /** The gate runner's verdicts on the stable release and the candidate, by release. */
  verdicts: Record<string, string>
  moves: ReleaseMove[]
  /** The start of the counted sessions, ISO 8601. */
  since: string
  releases: ReleaseStatus[]
}

/** The number of changes, and of releases, that are shown. */
const most = { moves: 10, releases: 15 } as const
const atOnce = 4

/** How a remote's releases do; `only` is one of them. */
export async function remoteStatus(
  portal: PortalConnection,
  remote: string,
  only?: string,
): Promise<RemoteStatus> {
  const { call, url } = portal
  const params = { remote }
  const pointer = await call(getPointer, { params })
  const [{ moves }, verdicts, health, { previews }] = await Promise.all([
    call(listMoves, { params, query: { limit: most.moves, include: 'all' } }),
    verdictsOn(portal, pointer),
    call(getHealth, { params }),
    call(listPreviews, { params }),
  ])
  const named = [
    ...health.releases.map(({ release }) => release),
    ...previews.map(({ release }) => release),
  ]
  if (only !== undefined && !named.includes(only)) {
    await call(getRelease, { params: { remote, release: only } })
  }
  const shown = only === undefined ? [...new Set(named)].slice(0, most.releases) : [only]
  const releases = await inParallel(shown, atOnce, async (release): Promise<ReleaseStatus> => {
    const own = health.releases.find((candidate) => candidate.release === release)
    const errors = await errorsOf(portal, { remote, release })
    return {
      release,
      place: placeIn(pointer, own),
      ...(own ? { health: own } : {}),
      // Not who they are: the page and the lines may be shown to others.
      previews: previews
        .filter((preview) => preview.release === release)
        .map(({ expiresAt, comparison }) => ({ expiresAt, comparison })),
      ...(errors ? { errors } : {}),
    }
  })
  return { remote, portal: url, pointer, verdicts, moves, since: health.since, releases }
}

async function errorsOf(
  { call }: PortalConnection,
  params: { remote: string; release: string },
): Promise<ReleaseErrors | undefined> {
  try {
    return await call(getReleaseErrors, { params })
  } catch (error) {
    // An earlier portal has no such endpoint.
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}

async function verdictsOn(
  { call }: PortalConnection,
  { remote, stable, candidate }: ReleasePointer,
): Promise<Record<string, string>> {
  const shown = [stable, candidate?.release].filter((release) => release !== undefined)
  const lines = await Promise.all(
    shown.map(async (release) => {
      const record = await call(getRelease, { params: { remote, release } })
      const all = [verdictLine(record), ...(record.ending ?? []).map(supportInWords)]
      const known = all.filter((line) => line !== undefined)
      return known.length === 0 ? [] : [[release, known.join('\n             ')] as const]
    }),
  )
  return Object.fromEntries(lines.flat())
}

function placeIn({ candidate }: ReleasePointer, health: ReleaseHealth | undefined): string {
  switch (health?.place) {
    case 'candidate':
      return candidate ? `candidate for ${reachOf(candidate.step)}` : 'candidate'
    case 'stable':
      return 'stable'
    case 'lastGood':
      return 'last good'
    case 'denied':
      return 'denied'
    case undefined:
      return 'offered to nobody'
  }
}

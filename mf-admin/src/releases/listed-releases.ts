import { containsWords } from '@portal/domain/contains-words'
import type { ReleasePointer } from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import type { ReleaseToken } from '@portal/contract/release-tokens'
import type { TrustedPipeline } from '@portal/contract/trusted-pipelines'
import type { Sort } from '@portal/shared-ui/table'
import { sortByText } from '../shared/sort-by-text.ts'
import { moverInWords } from './release-words.ts'

export const releaseOrders = ['published', 'release'] as const
export const tokenOrders = ['created', 'name', 'remote'] as const

export type ReleaseState = 'Denied' | 'Stable' | 'Candidate' | 'Last good' | 'Runs for nobody'

export function stateOf(release: string, pointer: ReleasePointer): ReleaseState {
  if (pointer.denied.includes(release)) return 'Denied'
  if (release === pointer.stable) return 'Stable'
  if (release === pointer.candidate?.release) return 'Candidate'
  return pointer.lastGood.includes(release) ? 'Last good' : 'Runs for nobody'
}

export type TokenState = 'Active' | 'Expires soon' | 'Expired' | 'Revoked'

/** How long before its end a token is marked as expiring soon, in ms. */
const soon = 14 * 86_400_000

export function tokenStateOf({ revokedAt, expiresAt }: ReleaseToken, now: number): TokenState {
  if (revokedAt !== undefined) return 'Revoked'
  const left = expiresAt === undefined ? Infinity : Date.parse(expiresAt) - now
  if (left <= 0) return 'Expired'
  return left < soon ? 'Expires soon' : 'Active'
}

/** The table's search and sort order. */
type ListView<By extends string> = { search: string; sort: Sort<By> }

/**
 * The releases whose id, state, publisher or commit contain the search's words, in the requested
 * order.
 */
export function listedReleases(
  records: ReleaseRecord[],
  pointer: ReleasePointer,
  { search, sort: { by, down } }: ListView<(typeof releaseOrders)[number]>,
): ReleaseRecord[] {
  const matching = records.filter(({ release, publishedBy, commit = '' }) =>
    containsWords(
      `${release} ${stateOf(release, pointer)} ${moverInWords(publishedBy)} ${commit}`,
      search,
    ),
  )
  return sortByText(matching, down, (release) =>
    by === 'release' ? release.release : release.publishedAt,
  )
}

/**
 * The tokens whose name, remote, creator or state contain the search's words, in the requested
 * order.
 */
export function listedTokens(
  tokens: ReleaseToken[],
  { search, sort: { by, down } }: ListView<(typeof tokenOrders)[number]>,
  now: number,
): ReleaseToken[] {
  const matching = tokens.filter((token) => {
    const { name, remote, createdBy, revokedBy = '' } = token
    return containsWords(
      `${name} ${remote} ${createdBy} ${tokenStateOf(token, now)} ${revokedBy}`,
      search,
    )
  })
  return sortByText(matching, down, (token) => (by === 'created' ? token.createdAt : token[by]))
}

/**
 * The pipelines whose name, remote, repository, ref, workflow, environment or creator contain the
 * search's words, in the requested order.
 */
export function listedPipelines(
  pipelines: TrustedPipeline[],
  { search, sort: { by, down } }: ListView<(typeof tokenOrders)[number]>,
): TrustedPipeline[] {
  const matching = pipelines.filter((pipeline) => {
    const { name, remote, repository, ref, workflow = '', environment = '', createdBy } = pipeline
    return containsWords(
      `${name} ${remote} ${repository} ${ref} ${workflow} ${environment} ${createdBy}`,
      search,
    )
  })
  return sortByText(matching, down, (pipeline) =>
    by === 'created' ? pipeline.createdAt : pipeline[by],
  )
}

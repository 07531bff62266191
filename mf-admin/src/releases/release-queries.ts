import type { CallInput } from '@portal/contract/endpoint'
import type { Call } from '@portal/remote-kit/client'
import {
  type ApprovalStep,
  approveRelease,
  denyRelease,
  getCohorts,
  getPolicy,
  listMoves,
  listPointers,
  promoteRelease,
  type PromotionStep,
  type ReleaseCohorts,
  type ReleasePointer,
  type ReleasePolicy,
  resumeRemote,
  rollbackRelease,
  saveCohorts,
  savePolicy,
  stopRemote,
} from '@portal/contract/pointers'
import { findCompositions } from '@portal/contract/compositions'
import { listReleases, type ReleaseRecord } from '@portal/contract/publishing'
import { getHealth, getReleaseErrors } from '@portal/contract/release-health'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { errorMessage } from '../shared/api-errors.ts'
import { adminQuery, useChange } from '../shared/queries.ts'
import { noticesKey } from './release-notice-queries.ts'
import {
  listTrustedPipelines,
  removeTrustedPipeline,
  trustPipeline,
  type TrustedPipeline,
} from '@portal/contract/trusted-pipelines'
import { endPreview, listPreviews } from '@portal/contract/previews'
import {
  createReleaseToken,
  listReleaseTokens,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'

export const releasesKey = ['admin', 'releases']

const pointersKey = [...releasesKey, 'pointers']

/** Every remote's pointer. Data about to be changed is always refetched. */
export function pointersQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listPointers, pointersKey),
    select: ({ pointers }) => pointers,
  })
}

/** How long a visible screen shows the same numbers, in ms. */
const healthInterval = 30_000

export function healthQuery(call: Call, remote: string, days: number) {
  return queryOptions({
    ...adminQuery(call, getHealth, [...releasesKey, remote, 'health', days], {
      params: { remote },
      query: { days },
    }),
    refetchInterval: healthInterval,
  })
}

/** The errors of one release, and those of its previews. */
export function errorsQuery(call: Call, remote: string, release: string) {
  return queryOptions({
    ...adminQuery(call, getReleaseErrors, [...releasesKey, remote, 'errors', release], {
      params: { remote, release },
    }),
    refetchInterval: healthInterval,
  })
}

/** How often a release is looked at that is about to be tried, in ms. */
const trialInterval = 3000

function isAboutToBeTried({ trial }: ReleaseRecord): boolean {
  return trial?.state === 'waiting' || trial?.state === 'trying'
}

export function recordsQuery(call: Call, remote: string) {
  return queryOptions({
    ...adminQuery(call, listReleases, [...releasesKey, remote, 'records'], { params: { remote } }),
    select: ({ releases }) => releases,
    refetchInterval: ({ state }) =>
      state.data?.releases.some(isAboutToBeTried) ? trialInterval : false,
  })
}

export type MovesPage = { limit: number; before?: number | undefined }

/** A page of a pointer's changes, newest first: the newest ones, or those before a number. */
export function movesQuery(call: Call, remote: string, { limit, before }: MovesPage) {
  const query = { include: 'all' as const, limit, ...(before !== undefined && { before }) }
  return queryOptions({
    ...adminQuery(call, listMoves, [...releasesKey, remote, 'moves', limit, before], {
      params: { remote },
      query,
    }),
    select: ({ moves }) => moves,
  })
}

export function cohortsQuery(call: Call, remote: string) {
  return adminQuery(call, getCohorts, [...releasesKey, remote, 'cohorts'], { params: { remote } })
}

export function policyQuery(call: Call, remote: string) {
  return adminQuery(call, getPolicy, [...releasesKey, remote, 'policy'], { params: { remote } })
}

export function compositionsQuery(call: Call, email: string) {
  return queryOptions({
    ...adminQuery(call, findCompositions, [...releasesKey, 'compositions', email], {
      query: { email },
    }),
    select: ({ people }) => people,
    enabled: email !== '',
  })
}

/** A move that an admin requests; `revision` is the revision of the pointer that they saw. */
export type Move = { remote: string; revision: number | 'new'; reason: string } & (
  | { kind: 'promote'; release: string; step: PromotionStep; anyway?: boolean }
  | { kind: 'rollback'; channel: 'stable' | 'candidate'; anyway?: boolean }
  | { kind: 'deny'; release: string }
  | { kind: 'approve'; release: string; step?: ApprovalStep }
  | { kind: 'stop' | 'resume' }
)

export function useMoveRelease() {
  const client = useQueryClient()
  return useChange(
    (call, move: Move): Promise<ReleasePointer> => {
      const { remote, revision, reason } = move
      const params = { remote }
      if (move.kind === 'promote') {
        const { release, step, anyway } = move
        const body = { release, step, reason, ...(anyway ? { anyway } : {}) }
        return call(promoteRelease, { params, body, revision })
      }
      if (move.kind === 'rollback') {
        const { channel, anyway } = move
        const body = { channel, reason, ...(anyway ? { anyway } : {}) }
        return call(rollbackRelease, { params, body, revision })
      }
      if (move.kind === 'approve') {
        const { release, step } = move
        const body = { release, reason, ...(step ? { step } : {}) }
        return call(approveRelease, { params, body, revision })
      }
      if (move.kind === 'deny') {
        return call(denyRelease, { params, body: { release: move.release, reason }, revision })
      }
      const change = move.kind === 'stop' ? stopRemote : resumeRemote
      return call(change, { params, body: { reason }, revision })
    },
    {
      supersedes: pointersKey,
      onSuccess: (moved) =>
        client.setQueryData<{ pointers: ReleasePointer[] }>(
          pointersKey,
          (all) =>
            all && {
              pointers: [...all.pointers.filter(({ remote }) => remote !== moved.remote), moved],
            },
        ),
      // An approval, a denial or another candidate removes a notice.
      stale: [releasesKey, noticesKey],
    },
  )
}

export type CohortsChange = { remote: string; qa: string[]; team: string[]; revision: number }

export function useSaveCohorts() {
  const client = useQueryClient()
  return useChange(
    (call, { remote, qa, team, revision }: CohortsChange) =>
      call(saveCohorts, {
        params: { remote },
        body: { qa, team },
        revision: revision === 0 ? 'new' : revision,
      }),
    {
      onSuccess: (saved, { remote }) =>
        client.setQueryData<ReleaseCohorts>([...releasesKey, remote, 'cohorts'], saved),
      stale: [releasesKey],
    },
  )
}

export type PolicyChange = NonNullable<CallInput<typeof savePolicy>['body']> & {
  remote: string
  revision: number
}

export function useSavePolicy() {
  const client = useQueryClient()
  return useChange(
    (call, { remote, revision, ...body }: PolicyChange) =>
      call(savePolicy, {
        params: { remote },
        body,
        revision: revision === 0 ? 'new' : revision,
      }),
    {
      onSuccess: (saved, { remote }) =>
        client.setQueryData<ReleasePolicy>([...releasesKey, remote, 'policy'], saved),
      stale: [releasesKey],
    },
  )
}

/** The server's message if it gave one. */
export function releaseErrorMessage(error: unknown): string {
  return errorMessage(error) ?? 'This could not be done. Please try again.'
}

const pipelinesKey = ['admin', 'trusted pipelines']

export type NewPipeline = Omit<TrustedPipeline, 'id' | 'createdAt' | 'createdBy' | 'owner'>

export function pipelinesQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listTrustedPipelines, pipelinesKey),
    select: ({ pipelines }) => pipelines,
  })
}

export function useTrustPipeline() {
  return useChange((call, pipeline: NewPipeline) => call(trustPipeline, { body: pipeline }), {
    stale: [pipelinesKey],
    waits: true,
  })
}

export function useRemovePipeline() {
  return useChange((call, id: string) => call(removeTrustedPipeline, { params: { id } }), {
    stale: [pipelinesKey],
    waits: true,
  })
}

const previewsKey = ['admin', 'release previews']

/** The running previews of a remote, newest first. */
export function previewsQuery(call: Call, remote: string) {
  return queryOptions({
    ...adminQuery(call, listPreviews, [...previewsKey, remote], { params: { remote } }),
    select: ({ previews }) => previews,
  })
}

export function useEndPreview(remote: string) {
  return useChange((call, id: string) => call(endPreview, { params: { remote, id } }), {
    stale: [[...previewsKey, remote]],
    waits: true,
  })
}

const tokensKey = ['admin', 'release tokens']

export function tokensQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listReleaseTokens, tokensKey),
    select: ({ tokens }) => tokens,
  })
}

/** The response contains the secret, which is only kept by the dialog that shows it. */
export function useCreateToken() {
  return useChange(
    (call, token: { name: string; remote: string; days: number }) =>
      call(createReleaseToken, { body: token }),
    { stale: [tokensKey], gcTime: 0 },
  )
}

export function useRevokeToken() {
  return useChange((call, id: string) => call(revokeReleaseToken, { params: { id } }), {
    stale: [tokensKey],
    waits: true,
  })
}

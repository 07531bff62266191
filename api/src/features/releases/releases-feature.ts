import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import type { UsersService } from '../users/users-feature.ts'
import { createCompositionService } from './composition/composition-service.ts'
import { createPeopleCompositions } from './composition/people-compositions.ts'
import { createStoredReleaseFiles, isWhole } from './composition/release-files.ts'
import { remotesRoutes } from './composition/remotes-routes.ts'
import {
  gateRoutes,
  trustedPipelinesRoutes,
  publishingRoutes,
  releaseTokensRoutes,
  pointersRoutes,
  previewsRoutes,
  healthRoutes,
  overridesRoutes,
} from './releases-routes.ts'
import { createGateService } from './gate/gate-service.ts'
import { createTrialQueue } from './gate/trial-queue.ts'
import { previewHealthCollection } from './health/health-records.ts'
import { createHealthSessions } from './health/health-sessions.ts'
import { createReleaseHealth } from './health/release-health.ts'
import { createOverridesService } from './overrides/overrides-service.ts'
import type { PipelineTokens } from './pipelines/pipeline-tokens.ts'
import { createTokenExchangeService } from './pipelines/token-exchange-service.ts'
import { createTrustedPipelinesService } from './pipelines/trusted-pipelines-service.ts'
import { createApprovalService } from './pointers/approval-service.ts'
import { createCohortsService } from './pointers/cohorts-service.ts'
import { createEmergencyStopService } from './pointers/emergency-stop-service.ts'
import type { ShellOffer } from './pointers/objections.ts'
import { createPointerMover } from './pointers/pointer-mover.ts'
import { createPointersService } from './pointers/pointers-service.ts'
import { createPolicyService } from './pointers/policy-service.ts'
import { comparePreview } from './previews/preview-comparison.ts'
import { createPreviewsService } from './previews/previews-service.ts'
import { createOfferedService } from './publishing/offered-service.ts'
import { createPublishingService } from './publishing/publishing-service.ts'
import { createReleaseRetention } from './publishing/release-retention.ts'
import type { createReleaseTokens } from './publishing/release-tokens.ts'
import { createReleaseTokensService } from './publishing/release-tokens-service.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { pointersCollection, releaseKey, releasesCollection } from './release-records.ts'

export { createReleaseTokens } from './publishing/release-tokens.ts'
export type { CompositionService } from './composition/composition-service.ts'
export type { OverridesService, RequestedPage } from './overrides/overrides-service.ts'
export type { PipelineTokens } from './pipelines/pipeline-tokens.ts'
export { adoptRelease } from './publishing/adopt-release.ts'

type Parts = {
  tokens: Pick<ReturnType<typeof createReleaseTokens>, 'ready'>
  /** The portal's shell: its build, and what it shares. */
  shell?: (ShellOffer & { build?: string | undefined }) | undefined
  users: UsersService
  pipelineTokens: PipelineTokens
  reader: Parameters<typeof remotesRoutes>[1]['reader']
}

/** Publishing, pointers, composition, health and overrides of the remotes' releases. */
export function createReleases(
  app: AppParts,
  { tokens, shell, users, reader, pipelineTokens }: Parts,
) {
  const { settings, store, blobs, metrics, now, log } = app
  const { provided, exportedNames } = shell ?? {}
  const hasRunner = settings.gateRunnerKey !== undefined
  const trials = createTrialQueue({ store, shell: shell?.build, hasRunner, now })
  const common = { store, blobs, provided, exportedNames, shell: shell?.build, trials, now }
  const compositions = createCompositionService({
    store,
    blobs,
    devRemotes: settings.devRemotes,
    log,
  })
  const { production, limits } = settings
  const pipelines = createTrustedPipelinesService({ store, production, now })
  const exchange = createTokenExchangeService({ store, tokens: pipelineTokens, now, log })
  const { trustedProxies } = limits
  const publishing = createPublishingService(common)
  const offered = createOfferedService({ store, provided })

  const move = createPointerMover({ store, now })

  const sessions = {
    usual: createHealthSessions(store, now),
    previewed: createHealthSessions(store, now, previewHealthCollection),
  }
  const previews = createPreviewsService({
    store,
    compare: (named) => comparePreview({ store, sessions, now }, named),
    allowed: settings.overrides,
    shell: shell?.build,
    now,
  })
  const watched = { store, compositions, sessions, previews, metrics, now, log }
  const { watch, ...health } = createReleaseHealth(watched)

  const overrides = createOverridesService({
    store,
    blobs,
    compositions,
    previews,
    allowed: settings.overrides,
    provided,
    exportedNames,
    now,
  })
  const retention = createReleaseRetention({ store, blobs, now, log })
  const storedFiles = createStoredReleaseFiles(store, compositions.lose)
  return {
    compositions,
    overrides,
    watch,
    retention,
    storedFiles,
    trials,
    ready: Promise.all([tokens.ready, compositions.ready]),
    jobs: [retention.job],
    async resume() {
      await trials.addOffered()
      void watch.evaluateAll()
    },
    stop: watch.flush,
    routes(serve: Serve, plain: ServePlain) {
      releaseTokensRoutes(serve, createReleaseTokensService({ store, now }))
      trustedPipelinesRoutes(serve, { pipelines, exchange }, { now, trustedProxies })
      publishingRoutes(serve, { publishing, offered }, { now })
      gateRoutes(serve, createGateService({ store, shell: shell?.build, now, log }))
      pointersRoutes(serve, {
        pointers: createPointersService({ ...common, move }),
        approvals: createApprovalService(move),
        emergency: createEmergencyStopService(move),
        cohorts: createCohortsService({ store, now }),
        policies: createPolicyService({ store, now }),
        compositions,
        people: createPeopleCompositions({
          compositions,
          users,
          qaAccounts: settings.signIns.qaAccounts,
        }),
      })
      previewsRoutes(serve, previews)
      healthRoutes(serve, health, now)
      overridesRoutes(serve, overrides)
      remotesRoutes(plain, { compositions, blobs, reader })
    },
  }
}

/** The stable release of every remote, and whether all of its files exist. */
export async function stableReleases(
  store: StoreOperations,
  blobs: BlobStore,
): Promise<{ remote: string; release: string; isWhole: boolean }[]> {
  const { documents } = await pointersCollection.in(store).list()
  const releases = releasesCollection.in(store)
  const reads = documents.map(async ({ id: remote, stable: release }) => {
    if (release === undefined) return []
    const record = await releases.get(releaseKey(remote, release))
    return [{ remote, release, isWhole: record !== undefined && (await isWhole(blobs, record)) }]
  })
  return (await Promise.all(reads)).flat()
}

import type { Endpoint } from '@portal/contract/endpoint'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import type { UsersService } from '../users/users-feature.ts'
import { backendFault } from './backends/backend-address.ts'
import { backendRoutes } from './backends/backend-routes.ts'
import type { Backends } from './backends/backends.ts'
import { createBackendsService } from './backends/backends-service.ts'
import { createPortalStatements } from './backends/statements.ts'
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
import { createRunnerStart } from './gate/runner-start.ts'
import { createTrialQueue } from './gate/trial-queue.ts'
import { createErrorCounts } from './health/error-groups.ts'
import { previewErrorsCollection } from './health/error-records.ts'
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
import { createRemoteSettingsService } from './settings/remote-settings-service.ts'
import { comparePreview } from './previews/preview-comparison.ts'
import { createPreviewsService } from './previews/previews-service.ts'
import { createOfferedService } from './publishing/offered-service.ts'
import { createPublishingService } from './publishing/publishing-service.ts'
import { createReleaseRetention } from './publishing/release-retention.ts'
import type { createReleaseTokens } from './publishing/release-tokens.ts'
import { createReleaseTokensService } from './publishing/release-tokens-service.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { unlessDamaged } from '../../platform/store/store-damage.ts'
import { pointersCollection, readable, releaseKey, releasesCollection } from './release-records.ts'

export { createPeopleInReleases, type PeopleInReleases } from './people-in-releases.ts'
export { createReleaseTokens } from './publishing/release-tokens.ts'
export type { CompositionService } from './composition/composition-service.ts'
export type { OverridesService, RequestedPage } from './overrides/overrides-service.ts'
export type { Backends } from './backends/backends.ts'
export type { PipelineTokens } from './pipelines/pipeline-tokens.ts'
export { unreadableDocuments } from './release-records.ts'
export { adoptRelease } from './publishing/adopt-release.ts'

type Parts = {
  tokens: Pick<ReturnType<typeof createReleaseTokens>, 'ready'>
  /** The portal's shell: its build, and what it shares. */
  shell?: (ShellOffer & { build?: string | undefined }) | undefined
  users: UsersService
  kinds: Pick<AccountKinds, 'get'>
  pipelineTokens: PipelineTokens
  backends: Backends
  signedIn: Parameters<typeof backendRoutes>[1]['signedIn']
  /** Starts a gate runner; absent if one runs all the time. */
  startGateRunner?: ((signal?: AbortSignal) => Promise<void>) | undefined
  reader: Parameters<typeof remotesRoutes>[1]['reader']
  /** The endpoints that the portal serves. */
  mounted: readonly Endpoint[]
}

/** Publishing, pointers, composition, health and overrides of the remotes' releases. */
export function createReleases(app: AppParts, parts: Parts) {
  const {
    tokens,
    shell,
    users,
    kinds,
    reader,
    mounted,
    pipelineTokens,
    startGateRunner: start,
  } = parts
  const { settings, store, blobs, metrics, now, log } = app
  const { provided, exportedNames, support } = shell ?? {}
  const hasRunner = settings.gateRunnerKey !== undefined
  const trials = createTrialQueue({ store, shell: shell?.build, hasRunner, now })
  const offer = { provided, exportedNames, support }
  const common = { store, blobs, ...offer, shell: shell?.build, trials, now }
  const compositions = createCompositionService({
    store,
    blobs,
    devRemotes: settings.devRemotes,
    metrics,
    log,
  })
  const { production, limits } = settings
  const pipelines = createTrustedPipelinesService({ store, production, now })
  const exchange = createTokenExchangeService({ store, tokens: pipelineTokens, now, log })
  const { trustedProxies } = limits
  const publishing = createPublishingService({ ...common, mounted })
  const offered = createOfferedService({ store, provided, support })

  const move = createPointerMover({ store, now })

  const sessions = {
    usual: createHealthSessions(store, now),
    previewed: createHealthSessions(store, now, previewHealthCollection),
  }
  const errors = {
    usual: createErrorCounts(store, now),
    previewed: createErrorCounts(store, now, previewErrorsCollection),
  }
  const previews = createPreviewsService({
    store,
    compare: (named) => comparePreview({ store, sessions, now }, named),
    allowed: settings.overrides,
    shell: shell?.build,
    now,
  })
  const watched = { store, blobs, compositions, sessions, errors, previews, metrics, now, log }
  const { watch, ...health } = createReleaseHealth(watched)

  const overrides = createOverridesService({
    store,
    blobs,
    compositions,
    previews,
    allowed: settings.overrides,
    ...offer,
    now,
  })
  const statements = createPortalStatements({ settings, now })
  const policies = createPolicyService({
    store,
    backendFault: (origin) =>
      backendFault(origin, {
        production: settings.production,
        publicUrl: publicUrlOf(settings),
        canSign: statements !== undefined,
      }),
    now,
  })
  const remoteSettings = createRemoteSettingsService({ store, now })
  const { backends: sender, signedIn } = parts
  const { mayRun } = overrides
  const sending = { store, backends: sender, mayRun, statements, metrics, now, log }
  const backends = createBackendsService(sending)
  const retention = createReleaseRetention({ store, blobs, now, log })
  const storedFiles = createStoredReleaseFiles(store, compositions.lose)
  return {
    compositions,
    overrides,
    watch,
    retention,
    storedFiles,
    trials,
    restoring: { ofPolicy: policies.restoring, ofSettings: remoteSettings.restoring },
    ready: Promise.all([tokens.ready, compositions.ready]),
    jobs: [
      retention.job,
      ...(start ? [createRunnerStart({ store, shell: shell?.build, start, now, log })] : []),
    ],
    async resume() {
      await trials.addOffered().catch(unlessDamaged(store))
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
        policies,
        settings: remoteSettings,
        compositions,
        people: createPeopleCompositions({
          compositions,
          users,
          kinds,
          qaAccounts: settings.signIns.qaAccounts,
        }),
      })
      previewsRoutes(serve, previews)
      healthRoutes(serve, health, now)
      overridesRoutes(serve, overrides)
      backendRoutes(plain, { backends, statements, signedIn })
      remotesRoutes(plain, { compositions, blobs, reader })
    },
  }
}

/** The stable release of every remote, and whether all of its files exist. */
export async function stableReleases(
  store: StoreOperations,
  blobs: BlobStore,
): Promise<{ remote: string; release: string; isWhole: boolean }[]> {
  const { documents } = await pointersCollection.in(store).findAll(readable)
  const releases = releasesCollection.in(store)
  const reads = documents.map(async ({ id: remote, stable: release }) => {
    if (release === undefined) return []
    const record = await releases.get(releaseKey(remote, release))
    return [{ remote, release, isWhole: record !== undefined && (await isWhole(blobs, record)) }]
  })
  return (await Promise.all(reads)).flat()
}

import { listOfferedReleases } from '@portal/contract/offered-releases'
import type { Person } from '@portal/contract/portal'
import {
  getRelease,
  listReleases,
  noteCheck,
  publishRelease,
  readReleaseFile,
  releaseLimits,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import {
  createReleaseToken,
  listReleaseTokens,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'
import {
  exchangeToken,
  listTrustedPipelines,
  removeTrustedPipeline,
  trustPipeline,
} from '@portal/contract/trusted-pipelines'
import {
  approveRelease,
  denyRelease,
  getCohorts,
  getPointer,
  getPolicy,
  listMoves,
  listPointers,
  promoteRelease,
  resumeRemote,
  rollbackRelease,
  saveCohorts,
  savePolicy,
  stopRemote,
} from '@portal/contract/pointers'
import { getRemoteSettings, saveRemoteSettings } from '@portal/contract/remote-settings'
import { findCompositions, getComposition } from '@portal/contract/compositions'
import { endPreview, listPreviews, startPreview } from '@portal/contract/previews'
import { endTrial, renewTrial, takeTrial } from '@portal/contract/gate-trials'
import { sendOutcomes } from '@portal/contract/outcomes'
import {
  dismissNotice,
  getHealth,
  getReleaseErrors,
  listNotices,
} from '@portal/contract/release-health'
import { startOverride } from '@portal/contract/overrides'
import type { ReleaseTokenHolder } from '../../access.ts'
import { streamedBody } from '../../platform/http/body.ts'
import { rateLimit, addressOf } from '../../platform/http/limits.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { OfferedService } from './publishing/offered-service.ts'
import type { PublishingService } from './publishing/publishing-service.ts'
import type { ReleaseTokensService } from './publishing/release-tokens-service.ts'
import type { TokenExchangeService } from './pipelines/token-exchange-service.ts'
import type { TrustedPipelinesService } from './pipelines/trusted-pipelines-service.ts'
import type { ApprovalService } from './pointers/approval-service.ts'
import type { CohortsService } from './pointers/cohorts-service.ts'
import type { CompositionService } from './composition/composition-service.ts'
import type { EmergencyStopService } from './pointers/emergency-stop-service.ts'
import type { PeopleCompositions } from './composition/people-compositions.ts'
import type { PointersService } from './pointers/pointers-service.ts'
import type { PolicyService } from './pointers/policy-service.ts'
import type { RemoteSettingsService } from './settings/remote-settings-service.ts'
import type { PreviewsService } from './previews/previews-service.ts'
import type { GateService } from './gate/gate-service.ts'
import type { ReleaseHealthServices } from './health/release-health.ts'
import type { OverridesService } from './overrides/overrides-service.ts'

/** Enough for several releases of the largest size. */
const mostUploads = { most: 600, perSeconds: 60 }

/** Called by a remote's pipeline with the token of its remote; also open to admins. */
export function publishingRoutes(
  serve: Serve,
  { publishing, offered }: { publishing: PublishingService; offered: OfferedService },
  { now }: { now: () => Date },
): void {
  const limit = rateLimit({ ...mostUploads, now })
  serve(uploadReleaseFile, ({ person, params, c }) => {
    limit(idOf(person))
    return publishing.upload(person, { ...params, bytes: streamedBody(c, releaseLimits.file) })
  })
  serve(readReleaseFile, async ({ person, params, c }) => {
    limit(idOf(person))
    const { size, read } = await publishing.file(person, params)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'cache-control': 'no-store',
    }
    return new Response(c.req.method === 'HEAD' ? null : await read(), { headers })
  })
  serve(listOfferedReleases, ({ person }) => offered.list(person))
  serve(publishRelease, ({ person, params, body }) =>
    publishing.publish(person, params.remote, body),
  )
  serve(listReleases, ({ person, params }) => publishing.list(person, params.remote))
  serve(getRelease, ({ person, params }) => publishing.get(person, params.remote, params.release))
  serve(noteCheck, ({ person, params, body }) =>
    publishing.noteCheck(person, params.remote, params.release, body.shell),
  )
}

function idOf(caller: Person | ReleaseTokenHolder): string {
  return 'releaseToken' in caller ? caller.releaseToken.id : caller.uid
}

export function releaseTokensRoutes(serve: Serve, tokens: ReleaseTokensService): void {
  serve(listReleaseTokens, ({ person }) => tokens.list(person))
  serve(createReleaseToken, ({ person, body }) => tokens.create(person, body))
  serve(revokeReleaseToken, async ({ person, params }) => {
    await tokens.revoke(person, params.id)
    return undefined
  })
}

/** By address: each may cost a request to the CI provider. */
const mostExchanges = { most: 60, perSeconds: 60 }

export function trustedPipelinesRoutes(
  serve: Serve,
  { pipelines, exchange }: { pipelines: TrustedPipelinesService; exchange: TokenExchangeService },
  { now, trustedProxies }: { now: () => Date; trustedProxies: number },
): void {
  serve(listTrustedPipelines, ({ person }) => pipelines.list(person))
  serve(trustPipeline, ({ person, body }) => pipelines.trust(person, body))
  serve(removeTrustedPipeline, async ({ person, params }) => {
    await pipelines.remove(person, params.id)
    return undefined
  })
  const limit = rateLimit({ ...mostExchanges, now })
  serve(exchangeToken, ({ body }) => exchange.exchange(body), {
    limit: (c) => limit(addressOf(c, trustedProxies)),
  })
}

export function pointersRoutes(
  serve: Serve,
  services: {
    pointers: PointersService
    approvals: ApprovalService
    emergency: EmergencyStopService
    cohorts: CohortsService
    policies: PolicyService
    settings: RemoteSettingsService
    compositions: CompositionService
    people: PeopleCompositions
  },
): void {
  const { pointers, approvals, emergency, cohorts, policies, settings, compositions, people } =
    services
  serve(listPointers, ({ person }) => pointers.all(person))
  serve(getPointer, ({ person, params }) => pointers.get(person, params.remote))
  serve(promoteRelease, ({ person, params, body, revision }) =>
    pointers.promote(person, params.remote, body, revision),
  )
  serve(rollbackRelease, ({ person, params, body, revision }) =>
    pointers.rollback(person, params.remote, body, revision),
  )
  serve(denyRelease, ({ person, params, body, revision }) =>
    pointers.deny(person, params.remote, body, revision),
  )
  serve(approveRelease, ({ person, params, body, revision }) =>
    approvals.approve(person, params.remote, body, revision),
  )
  serve(stopRemote, ({ person, params, body, revision }) =>
    emergency.stop(person, params.remote, body, revision),
  )
  serve(resumeRemote, ({ person, params, body, revision }) =>
    emergency.resume(person, params.remote, body, revision),
  )
  serve(getPolicy, ({ person, params }) => policies.get(person, params.remote))
  serve(savePolicy, ({ person, params, body, revision }) =>
    policies.save(person, params.remote, body, revision),
  )
  serve(getRemoteSettings, ({ person, params }) => settings.get(person, params.remote))
  serve(saveRemoteSettings, ({ person, params, body, revision }) =>
    settings.save(person, params.remote, body.values, revision),
  )
  serve(listMoves, ({ person, params, query }) => pointers.moves(person, params.remote, query))
  serve(getCohorts, ({ person, params }) => cohorts.get(person, params.remote))
  serve(saveCohorts, ({ person, params, body, revision }) =>
    cohorts.save(person, params.remote, body, revision),
  )
  serve(findCompositions, ({ person, query }) => people.ofEmail(person, query.email))
  serve(getComposition, ({ person, params }) => compositions.byId(person, params.id))
}

/** Called by a remote's pipeline with the token of its remote; also open to admins. */
export function previewsRoutes(serve: Serve, previews: PreviewsService): void {
  serve(listPreviews, ({ person, params }) => previews.list(person, params.remote))
  serve(startPreview, ({ person, params, body }) => previews.start(person, params, body))
  serve(endPreview, async ({ person, params }) => {
    await previews.end(person, params)
    return undefined
  })
}

/** For the operator's gate runners only. */
export function gateRoutes(serve: Serve, gate: GateService): void {
  serve(takeTrial, ({ person, body }) => gate.take(person, body.runner))
  serve(renewTrial, ({ person, params, body }) => gate.renew(person, params, body))
  serve(endTrial, async ({ person, params, body }) => {
    await gate.end(person, params, body)
    return undefined
  })
}

/**
 * A tab reports a handful of releases, a reader has a handful of tabs: more than that isn't useful.
 */
const reportLimit = { most: 60, perSeconds: 60 }

export function healthRoutes(
  serve: Serve,
  services: Omit<ReleaseHealthServices, 'watch'>,
  now: () => Date,
): void {
  const { outcomes, health, errors, notices } = services
  const limit = rateLimit({ ...reportLimit, now })
  serve(
    sendOutcomes,
    async ({ person, body, c }) => {
      await outcomes.take(person, body, c.get('request').requestId)
      return undefined
    },
    { limit: (c) => limit(c.get('request').caller!.uid) },
  )
  serve(getHealth, ({ person, params, query }) => health.of(person, params.remote, query))
  serve(getReleaseErrors, ({ person, params }) => errors.of(person, params))
  serve(listNotices, ({ person }) => notices.list(person))
  serve(dismissNotice, async ({ person, params }) => {
    await notices.dismiss(person, params.remote, params.release)
    return undefined
  })
}

export function overridesRoutes(serve: Serve, overrides: OverridesService): void {
  serve(startOverride, ({ person, body }) => overrides.start(person, body))
}

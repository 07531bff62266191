import type { Settings } from '../env/env.ts'
import { createAccountKinds } from '../identity/account-kinds.ts'
import { createDesignatedAdmins } from '../identity/designated-admins.ts'
import type { Identity } from '../identity/identity.ts'
import { createLastDays } from '../identity/last-days.ts'
import { createRevokedSessions } from '../identity/revoked-sessions.ts'
import { createSecondFactors } from '../identity/second-factors.ts'
import { createSetPasswords } from '../identity/set-passwords.ts'
import { createSignIns } from '../identity/sign-ins.ts'
import { createVisits } from '../identity/visits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createAdminKey, createGateRunnerKey } from './server-key.ts'
import { createReleaseTokenReader, type FindReleaseToken } from './release-token.ts'
import { createSignedIn } from './signed-in.ts'

export type AuthenticationParts = {
  identity: Identity
  store: DocumentStore
  settings: Settings
  findReleaseToken: FindReleaseToken
  metrics: Pick<Metrics, 'previousKeySent'>
  now: () => Date
  log: Log
}

/** Authenticates callers, with the stored lists that this needs. */
export function createAuthentication({
  identity,
  settings,
  findReleaseToken,
  metrics,
  ...parts
}: AuthenticationParts) {
  const { defaultAdminEmail, adminApiKey, gateRunnerKey, previousKeys, foundation } = settings
  const { trustedProxies } = settings.limits
  const { secondFactorRequired, qaAccounts, locationHeader, limits } = settings.signIns
  const lists = {
    admins: createDesignatedAdmins({ ...parts, defaultAdminEmail }),
    revoked: createRevokedSessions(parts),
    kinds: createAccountKinds(parts),
    signIns: createSignIns({ ...parts, limits }),
    visits: createVisits(parts),
    secondFactors: createSecondFactors(parts),
    setPasswords: createSetPasswords(parts),
    lastDays: createLastDays({ ...parts, timeZone: foundation.timeZone }),
  }
  const keyed = { trustedProxies, now: parts.now, log: parts.log }
  return {
    lists,
    entrances: {
      signedIn: createSignedIn({
        identity,
        ...lists,
        isSecondFactorRequired: secondFactorRequired,
        qaAccounts,
        locationHeader,
        domain: foundation.domain,
        now: parts.now,
      }),
      adminKey: createAdminKey({
        ...keyed,
        key: adminApiKey,
        previousKey: previousKeys.adminApiKey,
        onPrevious: () => metrics.previousKeySent('ADMIN_API_KEY'),
      }),
      releaseToken: createReleaseTokenReader({ ...keyed, find: findReleaseToken }),
      gateRunnerKey: createGateRunnerKey({
        ...keyed,
        key: gateRunnerKey,
        previousKey: previousKeys.gateRunnerKey,
        onPrevious: () => metrics.previousKeySent('GATE_RUNNER_KEY'),
      }),
    },
  }
}

export type Authentication = ReturnType<typeof createAuthentication>

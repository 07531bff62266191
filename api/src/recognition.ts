import type { Settings } from './env.ts'
import { createDesignatedAdmins } from './identity/designated-admins.ts'
import type { Identity } from './identity/identity.ts'
import { createRevokedSessions } from './identity/revoked-sessions.ts'
import { createSecondFactors } from './identity/second-factors.ts'
import { createSetPasswords } from './identity/set-passwords.ts'
import { createSignIns } from './identity/sign-ins.ts'
import { createVisits } from './identity/visits.ts'
import type { Log } from './log.ts'
import { createReleaseTokens } from './releases/publishing/release-tokens.ts'
import type { DocumentStore } from './store/document-store.ts'
import { createAdminKey } from './http/admin-key.ts'
import { createGateRunnerKey } from './http/gate-runner-key.ts'
import { createReleaseTokenEntrance } from './http/release-token.ts'
import { createSignedIn } from './http/signed-in.ts'

type RecognitionParts = {
  identity: Identity
  store: DocumentStore
  settings: Settings
  now: () => Date
  log: Log
}

/** How callers are recognised, and the stored lists which that depends on. */
export function createRecognition({ identity, settings, ...parts }: RecognitionParts) {
  const { defaultAdminEmail, adminApiKey, gateRunnerKey, foundation } = settings
  const { trustedProxies } = settings.limits
  const { secondFactorRequired, qaAccounts, locationHeader, limits } = settings.signIns
  const lists = {
    admins: createDesignatedAdmins({ ...parts, defaultAdminEmail }),
    revoked: createRevokedSessions(parts),
    signIns: createSignIns({ ...parts, limits }),
    visits: createVisits(parts),
    secondFactors: createSecondFactors(parts),
    setPasswords: createSetPasswords(parts),
    releaseTokens: createReleaseTokens(parts),
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
      adminKey: createAdminKey({ ...keyed, key: adminApiKey }),
      releaseToken: createReleaseTokenEntrance({ ...keyed, find: lists.releaseTokens.get }),
      gateRunnerKey: createGateRunnerKey({ ...keyed, key: gateRunnerKey }),
    },
  }
}

import * as z from 'zod/mini'
import { googleKeys } from '../src/adapters/firebase/firebase-identity.ts'
import { signInPageCheck } from '../src/features/doctor/admins-check.ts'
import { clockCheck } from '../src/features/doctor/clock-check.ts'
import { rulesCheck } from '../src/features/doctor/database-check.ts'
import type { Check } from '../src/features/doctor/finding.ts'
import { redirectCheck } from '../src/features/doctor/redirect-check.ts'
import { regionCheck } from '../src/features/doctor/region-check.ts'
import { signInRules, signInRulesCheck } from '../src/features/doctor/sign-in-rules-check.ts'
import type { Settings } from '../src/platform/env/env.ts'

export const signInService = 'https://identitytoolkit.googleapis.com'

/** Checks of a portal on Firestore. */
export function firestoreChecks(settings: Settings, address: URL | undefined): Check[] {
  const { store, identity, limits } = settings
  if (store.kind !== 'firestore') return []
  const { projectId, database, emulatorHost } = store
  const { apiKey } = identity
  if (emulatorHost !== undefined) {
    return [rulesCheck({ service: `http://${emulatorHost}`, projectId, database, apiKey })]
  }
  const service = 'https://firestore.googleapis.com'
  const url = `${service}/v1/projects/${projectId}/databases/${database ?? '(default)'}`
  return [
    rulesCheck({ service, projectId, database, apiKey }),
    regionCheck({
      address,
      token: limits.metricsToken,
      database: () => readAsPortal(settings, url),
    }),
  ]
}

/** Checks of a portal whose people sign in with Firebase. */
export function firebaseChecks(
  settings: Settings,
  address: URL | undefined,
  now: () => Date,
): Check[] {
  const { identity, signIns } = settings
  if (identity.kind !== 'firebase') return []
  const { projectId, apiKey, authDomain } = identity
  const url = `${signInService}/admin/v2/projects/${projectId}/config`
  return [
    signInPageCheck({ origin: `https://${authDomain}`, address }),
    redirectCheck({ service: signInService, apiKey, authDomain, address }),
    signInRulesCheck({
      read: async () => z.parse(signInRules, await readAsPortal(settings, url)),
      needsSecondFactor: signIns.secondFactorRequired,
    }),
    clockCheck({ keysUrl: googleKeys, now }),
  ]
}

/** What one of Google's services returns to the portal's account. */
async function readAsPortal({ googleCredentialsFile }: Settings, url: string): Promise<unknown> {
  // Loaded on demand, because an embedded portal doesn't need Google's libraries.
  const { readGoogleProject } = await import('../src/adapters/google/google-project.ts')
  return readGoogleProject(
    url,
    googleCredentialsFile === undefined ? {} : { credentials: googleCredentialsFile },
  )
}

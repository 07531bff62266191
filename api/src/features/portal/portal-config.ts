import type { PortalConfig, SampleAccount } from '@portal/contract/portal'
import type { Settings } from '../../platform/env/env.ts'

/** The public configuration. Sample accounts are only included with local identities. */
export function portalConfigOf(
  settings: Settings,
  branding: Partial<PortalConfig['foundation']> = {},
  sampleAccounts?: SampleAccount[],
): PortalConfig {
  const { identity, signIns, embedHosts, traces } = settings
  const { name, domain, timeZone, liaisonEmail } = settings.foundation
  const offered = identity.kind === 'emulator' && settings.sample ? sampleAccounts : undefined
  return {
    foundation: { name, domain, timeZone, liaisonEmail, ...branding },
    identity: {
      kind: identity.kind,
      apiKey: identity.apiKey,
      authDomain: identity.authDomain,
      projectId: identity.projectId,
      ...(signIns.secondFactorRequired ? { secondFactorRequired: true } : {}),
      ...(offered === undefined ? {} : { sampleAccounts: offered }),
    },
    embedHosts,
    ...(traces ? { tracing: true } : {}),
  }
}

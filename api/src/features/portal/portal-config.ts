import { type PortalConfig, portalConfig, type SampleAccount } from '@portal/contract/portal'
import * as z from 'zod/mini'
import type { Settings } from '../../platform/env/env.ts'

/** The public configuration. Sample accounts are only included with local identities. */
export function portalConfigOf(
  settings: Settings,
  branding: Partial<PortalConfig['foundation']> = {},
  sampleAccounts?: SampleAccount[],
): PortalConfig {
  const { identity, signIns, embedHosts, traces } = settings
  const isLocal = identity.kind === 'emulator'
  const offered = isLocal && settings.sample ? sampleAccounts : undefined
  return {
    // The contract's fields and no others: a setting is public once it is one of them.
    foundation: z.parse(portalConfig.shape.foundation, { ...settings.foundation, ...branding }),
    identity: {
      kind: identity.kind,
      apiKey: identity.apiKey,
      authDomain: identity.authDomain,
      projectId: identity.projectId,
      ...(identity.provider ? { providerName: identity.provider.name } : {}),
      ...(signIns.secondFactorRequired ? { secondFactorRequired: true } : {}),
      ...(offered === undefined ? {} : { sampleAccounts: offered }),
      ...(isLocal && !settings.sample ? { firstAdminEmail: settings.defaultAdminEmail } : {}),
    },
    embedHosts,
    ...(traces ? { tracing: true } : {}),
  }
}

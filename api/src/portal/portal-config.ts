import type { PortalConfig, SampleAccount } from '@portal/contract/portal'
import type { Settings } from '../env.ts'

/** What anyone may know. Sample accounts are named where identities are local anyway. */
export function portalConfigOf(settings: Settings, sampleAccounts?: SampleAccount[]): PortalConfig {
  const { foundation, identity, embedHosts } = settings
  const offered = identity.kind === 'emulator' && settings.sample ? sampleAccounts : undefined
  return {
    foundation,
    identity: {
      kind: identity.kind,
      apiKey: identity.apiKey,
      authDomain: identity.authDomain,
      projectId: identity.projectId,
      ...(offered === undefined ? {} : { sampleAccounts: offered }),
    },
    embedHosts,
  }
}

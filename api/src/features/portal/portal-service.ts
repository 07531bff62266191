import {
  type Person,
  type PortalConfig,
  type PortalReply,
  portalConfig,
  type SampleAccount,
} from '@portal/contract/portal'
import type { ComposedRelease } from '@portal/contract/releases'
import * as z from 'zod/mini'
import type { Visits } from '../../platform/identity/visits.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { CompositionService } from '../releases/releases-feature.ts'
import type { Settings } from '../../platform/env/env.ts'

export type PortalService = {
  config: () => PortalConfig
  /** The person, their rights and their remotes. The same object until one of them changes. */
  portal: (person: Person) => Promise<PortalReply>
  /** With the releases of many remotes in brief. The same object for the same reply. */
  brief: (reply: PortalReply) => PortalReply
  /** The same, with these releases in full. */
  briefFor: (reply: PortalReply, opened: ComposedRelease[]) => PortalReply
}

export type PortalParts = {
  compositions: CompositionService
  visits: Pick<Visits, 'previous'>
  visibility: Pick<VisibilityService, 'bodiesOf'>
  config: PortalConfig
  /** The shell build that pages are made of, if known. */
  shell?: string | undefined
}

export function createPortalService({
  compositions,
  visits,
  visibility,
  config,
  shell,
}: PortalParts): PortalService {
  /** Keyed by the person object, which stays the same while the token and the list of admins do. */
  const cached = new WeakMap<Person, { version: number; reply: PortalReply }>()

  const briefOnes = new WeakMap<PortalReply, PortalReply>()

  return {
    config: () => config,
    briefFor(reply, opened) {
      const isOpened = (first: ComposedRelease) => opened.includes(first)
      return { ...reply, composition: compositions.inBrief(reply.composition, isOpened) }
    },
    brief(reply) {
      const known = briefOnes.get(reply)
      if (known) return known
      const brief = { ...reply, composition: compositions.inBrief(reply.composition) }
      briefOnes.set(reply, brief)
      return brief
    },
    async portal(person) {
      const version = compositions.version()
      const known = cached.get(person)
      const previousVisit = person.viewsAs ? undefined : visits.previous(person.uid)
      const bodies = visibility.bodiesOf(person)
      const isCurrent =
        known?.version === version &&
        known.reply.previousVisit === previousVisit &&
        known.reply.person.bodies?.join() === bodies?.join()
      if (isCurrent) return known.reply
      const reply: PortalReply = {
        person: bodies ? { ...person, bodies } : person,
        composition: await compositions.composition(person),
        config,
        ...(previousVisit === undefined ? {} : { previousVisit }),
        ...(shell === undefined ? {} : { shell }),
      }
      if (!compositions.changing) cached.set(person, { version, reply })
      return reply
    },
  }
}

/** The public configuration. Sample accounts are only included with local identities. */
export function portalConfigOf(
  settings: Settings,
  branding: Partial<PortalConfig['foundation']> = {},
  sampleAccounts?: SampleAccount[],
): PortalConfig {
  const { identity, signIns, embedHosts, backupDays, traces } = settings
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
    ...(backupDays === undefined ? {} : { backupDays }),
    ...(traces ? { tracing: true } : {}),
  }
}

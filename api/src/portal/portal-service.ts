import type { Person, PortalConfig, PortalReply } from '@portal/contract/portal'
import type { CompositionService } from '../releases/composition/composition-service.ts'

export type PortalService = {
  config: () => PortalConfig
  /** The person, their rights and their remotes. The same object while none of them changes. */
  portal: (person: Person) => Promise<PortalReply>
}

export type PortalParts = {
  compositions: CompositionService
  config: PortalConfig
  /** Which build of the shell pages are made of, where that is known. */
  shell?: string | undefined
}

export function createPortalService({ compositions, config, shell }: PortalParts): PortalService {
  /** A person is one object as long as their token and the list of admins stay the same. */
  const cached = new WeakMap<Person, { version: number; reply: PortalReply }>()

  return {
    config: () => config,
    async portal(person) {
      const version = compositions.version()
      const found = cached.get(person)
      if (found && found.version === version) return found.reply
      const reply: PortalReply = {
        person,
        composition: await compositions.composition(person),
        config,
        ...(shell === undefined ? {} : { shell }),
      }
      if (!compositions.changing) cached.set(person, { version, reply })
      return reply
    },
  }
}

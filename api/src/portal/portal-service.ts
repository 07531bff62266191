import {
  getConfig,
  getPortal,
  type Person,
  type PortalConfig,
  type PortalReply,
} from '@portal/contract/portal'
import { prepare, type Prepared } from '../http/prepared.ts'
import type { CompositionService } from '../releases/composition/composition-service.ts'

export type PortalService = {
  config: () => Prepared
  /** Who is asking, what they may do and which remotes they get, in one reply. */
  portal: (person: Person) => Prepared | Promise<Prepared>
  /** The same as a value, for the page. */
  portalOf: (person: Person) => Promise<PortalReply>
}

type Options = {
  compositions: CompositionService
  config: PortalConfig
  /** Which build of the shell pages are made of, where that is known. */
  shell?: string | undefined
}

export function createPortalService({ compositions, config, shell }: Options): PortalService {
  const preparedConfig = prepare(getConfig, config)
  /** A person is one object for as long as its token and the list of admins stay the same. */
  const kept = new WeakMap<Person, { version: number; prepared: Prepared }>()

  const make = async (person: Person): Promise<PortalReply> => ({
    person,
    composition: await compositions.composition(person),
    config,
    ...(shell === undefined ? {} : { shell }),
  })

  return {
    config: () => preparedConfig,
    portalOf: make,
    portal(person) {
      const version = compositions.version()
      const found = kept.get(person)
      if (found && found.version === version) return found.prepared
      return make(person).then((reply) => {
        const prepared = prepare(getPortal, reply)
        if (!compositions.changing) kept.set(person, { version, prepared })
        return prepared
      })
    },
  }
}

import {
  type NavigationEntry,
  type RemoteDeclaration,
  remoteContract,
} from '@portal/contract/releases'
import type { ComponentType } from 'react'
import type { RouteObject } from './router.ts'

/** A component that stands in one of the shell's places, fetched when that place is shown. */
export type RemoteSlot = {
  /** The shell's place: `dashboard`. */
  slot: string
  order: number
  load: () => Promise<{ Component: ComponentType }>
}

type RemoteDefinition = {
  name: string
  /** `admins`: members are never sent this remote. Default `members`. */
  audience?: 'members' | 'admins'
  navigation: NavigationEntry[]
  /** Path prefixes this remote owns, absolute; `/:name` takes the single names that no remote owns. */
  owns: `/${string}`[]
  /** The route table, paths relative to `/`. Screens come by `lazy`, so that this module stays small. */
  routes: RouteObject[]
  slots?: Record<string, RemoteSlot>
}

/** What a remote exposes as its only module, `./remote`. */
export type Remote = Required<RemoteDefinition> & { contract: number }

/** Declares a remote. The build reads the same value, so this module must load outside a browser too. */
export function defineRemote(definition: RemoteDefinition): Remote {
  return { audience: 'members', slots: {}, ...definition, contract: remoteContract }
}

/** The part of a remote that is known before its code runs. */
export function declarationOf(remote: Remote): RemoteDeclaration {
  const { name, contract, audience, navigation, owns, slots } = remote
  return {
    name,
    contract,
    audience,
    navigation,
    routes: owns,
    slots: Object.entries(slots).map(([component, { slot, order }]) => ({
      slot,
      component,
      order,
    })),
  }
}

import {
  type NavigationEntry,
  type RemoteDeclaration,
  remoteContract,
} from '@portal/contract/releases'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Portal } from './portal.tsx'
import type { RouteObject } from './router.ts'

/** A component that stands in one of the shell's places, fetched when that place is shown. */
export type RemoteSlot = {
  /** The shell's place: `dashboard`. */
  slot: string
  order: number
  load: () => Promise<{ Component: ComponentType }>
}

/**
 * What reading ahead goes by and reads into; `prefetchQuery` never fails and asks for nothing that is fresh,
 * `getQueryData` gives what it brought.
 */
export type ReadAheadHost = {
  portal: Portal
  queries: Pick<QueryClient, 'prefetchQuery' | 'getQueryData'>
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
  /**
   * Asks for what the screen at this path will show first, by the screen's own queries. Called while a link
   * is pointed at and before the first paint of a reload, so that the screen has it when it is drawn.
   */
  readAhead?: (path: string, host: ReadAheadHost) => void
}

/** What a remote exposes as its only module, `./remote`. */
export type Remote = Required<Omit<RemoteDefinition, 'readAhead'>> &
  Pick<RemoteDefinition, 'readAhead'> & { contract: number }

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

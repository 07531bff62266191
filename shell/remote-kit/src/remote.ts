import {
  type NavigationEntry,
  type ReadingAddress,
  type RemoteDeclaration,
} from '@portal/contract/releases'
import { remoteContract } from '@portal/domain/release-compatibility'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Portal } from './portal.tsx'
import type { RouteObject } from './router.ts'
import type { Settings } from './settings.ts'

/** A component for one of the shell's slots, loaded when that slot is shown. */
export type RemoteSlot = {
  /** The shell's slot: `dashboard`. */
  slot: string
  order: number
  /** Two neighboring halves are next to each other if there is room. `full` by default. */
  width?: 'full' | 'half'
  load: () => Promise<{ Component: ComponentType }>
}

/**
 * What prefetching needs. `prefetchQuery` never fails and skips fresh queries; `getQueryData`
 * returns the cached result.
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
  /**
   * Path prefixes this remote owns, absolute; `/:name` takes single names that no other remote
   * owns.
   */
  owns: `/${string}`[]
  /**
   * The route table, with paths relative to `/`. Screens are lazy, so that this module stays small.
   */
  routes: RouteObject[]
  slots?: Record<string, RemoteSlot>
  /** What admins and your team can set without another release: from `defineSettings()`. */
  settings?: Pick<Settings<unknown>, 'declared' | 'receive'>
  /** Addresses where a paper fills the page: the shell paints no menu there while the screen loads. */
  reading?: ReadingAddress[]
  /**
   * Prefetches what the screen at this path shows first, with the screen's own queries. Called
   * while a link is hovered and before the first paint of a reload.
   */
  readAhead?: (path: string, host: ReadAheadHost) => void
  /**
   * For an admin remote: the address of the members' page that the screen at this address manages, for viewing the
   * portal as a member. The dashboard by default.
   */
  membersPage?: (
    address: { pathname: string; search: string },
    portal: Pick<Portal, 'person' | 'config'>,
  ) => string
}

type OptionalPart = 'readAhead' | 'reading' | 'membersPage' | 'settings'

/** What a remote exposes as its only module, `./remote`. */
export type Remote = Required<Omit<RemoteDefinition, OptionalPart>> &
  Pick<RemoteDefinition, OptionalPart> & { contract: number }

/**
 * Declares a remote. The build reads the same value, so this module must also load outside a
 * browser.
 */
export function defineRemote(definition: RemoteDefinition): Remote {
  return { audience: 'members', slots: {}, ...definition, contract: remoteContract }
}

/** The part of a remote that is known before its code runs. */
export function declarationOf(remote: Remote): RemoteDeclaration {
  const { name, contract, audience, navigation, owns, slots, reading } = remote
  return {
    name,
    contract,
    audience,
    navigation,
    routes: owns,
    ...(reading === undefined ? {} : { reading }),
    slots: Object.entries(slots).map(([component, { slot, order, width }]) => ({
      slot,
      component,
      order,
      ...(width === undefined ? {} : { width }),
    })),
  }
}

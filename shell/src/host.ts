import type { Composition } from '@portal/contract/releases'
import { createContext, use } from 'react'
import type { RemoteLoader } from './load-remote.ts'
import type { Session } from './session/session.ts'

/** What the shell's own parts share, in addition to the API for remotes. */
export type Host = {
  /** Stays the same until the page is reloaded, even if a release is published meanwhile. */
  composition: Composition
  loader: RemoteLoader
  /** Shown when a part is missing: identifies this tab's reports in the log. */
  reference: string
  /** Asks first if something isn't saved; `before` runs once that is settled. */
  signOut: (before?: () => Promise<unknown>) => Promise<void>
  startSetUp: Session['startSetUp']
  refreshReader: Session['refreshReader']
}

export const HostContext = createContext<Host | undefined>(undefined)

export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('useHost needs the portal around it')
  return host
}

import type { Composition } from '@portal/contract/releases'
import { createContext, use } from 'react'
import type { RemoteLoader } from './load-remote.ts'

/** What the shell's own parts share, beyond what remotes may ask for. */
export type Host = {
  /** Kept until the page is reloaded, whatever is published meanwhile. */
  composition: Composition
  loader: RemoteLoader
  /** Stands where a part is missing: what this tab has reported is found in the log by it. */
  reference: string
  signOut: () => Promise<void>
}

export const HostContext = createContext<Host | undefined>(undefined)

export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('useHost needs the portal around it')
  return host
}

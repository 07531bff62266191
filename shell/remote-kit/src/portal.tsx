import type { Call } from './client.ts'
import type { Person, PortalConfig } from '@portal/contract/portal'
import { createContext, use } from 'react'

export type ToastKind = 'good' | 'bad' | 'plain'

export type ToastOptions = {
  /** By default, a message that contains "failed" or "error" is bad, and any other good. */
  kind?: ToastKind
  /** Duration in ms, 5000 by default. A hovered or focused message stays longer. */
  duration?: number
  /** A button in the message, which then stays for at least 10 s. An older shell shows the message without it. */
  action?: ToastAction
}

type ToastAction = { label: string; onSelect: () => void }

/** The host's API for remotes. */
export type Portal = {
  person: Person
  config: PortalConfig
  /** When this person's visit before the current one ended, ISO 8601; absent on the first. */
  previousVisit?: string | undefined
  call: Call
  toast: (message: string, options?: ToastOptions) => void
  /** Opens the portal's search, for a page that fills the window. Absent in an older shell. */
  openSearch?: () => void
  /** Sends an error to the API's log, and to an error reporter if there is one. */
  report: (error: unknown, context?: { remote?: string }) => void
}

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The host, from anywhere inside a remote. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('usePortal needs a shell, or the testing host, around it')
  return portal
}

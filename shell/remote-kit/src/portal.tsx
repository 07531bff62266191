import type { Call } from '@portal/contract/client'
import type { Person, PortalConfig } from '@portal/contract/portal'
import { createContext, use } from 'react'

export type ToastKind = 'good' | 'bad' | 'plain'

export type ToastOptions = {
  /** Explicit; without one a message that contains "failed" or "error" is bad, any other good. */
  kind?: ToastKind
  /** How long it stays, in ms; 5000 without. It stays longer while hovered or focused. */
  duration?: number
}

/** Everything a remote may ask of its host. */
export type Portal = {
  person: Person
  config: PortalConfig
  call: Call
  toast: (message: string, options?: ToastOptions) => void
  /** Hands an error to the API's log and to an error reporter where there is one. */
  report: (error: unknown, context?: { remote?: string }) => void
}

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The host, from anywhere inside a remote. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('usePortal needs a shell, or the testing host, around it')
  return portal
}

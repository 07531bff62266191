import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const ScreenSignalContext = createContext<AbortSignal | undefined>(undefined)

/**
 * Aborted when the screen is left or replaced by another release: for listeners, timers, requests outside queries, and
 * anything else that a screen starts and must end. A part of the dashboard gets the dashboard's signal. An address of
 * the same route with different parameters is the same screen.
 */
export function useScreenSignal(): AbortSignal {
  const signal = use(ScreenSignalContext)
  if (!signal) throw new Error('useScreenSignal needs a shell, or the testing host, around it')
  return signal
}

type ScreenLifetimeProps = {
  /** A key that is unique to the screen. */
  screen: string
  children: ReactNode
}

/** Gives each screen its signal. Only a host needs it. */
export function ScreenLifetime({ screen, children }: ScreenLifetimeProps) {
  const [shown, setShown] = useState(() => ({ screen, controller: new AbortController() }))
  if (shown.screen !== screen) setShown({ screen, controller: new AbortController() })
  const { controller } = shown
  useEffect(() => () => controller.abort(), [controller])
  return <ScreenSignalContext value={controller.signal}>{children}</ScreenSignalContext>
}

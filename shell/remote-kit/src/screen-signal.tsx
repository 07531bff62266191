import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const ScreenSignalContext = createContext<AbortSignal | undefined>(undefined)

/**
 * Aborted when the screen is left, or another release replaces it: for what a screen starts and nothing else would end,
 * such as listeners, timers and requests outside of queries. A part of the dashboard gets the dashboard's. An address of
 * the same route with other parameters is the same screen.
 */
export function useScreenSignal(): AbortSignal {
  const signal = use(ScreenSignalContext)
  if (!signal) throw new Error('useScreenSignal needs a shell, or the testing host, around it')
  return signal
}

type ScreenLifetimeProps = {
  /** Differs from that of every other screen. */
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

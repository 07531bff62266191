import { Skeleton } from '@portal/shared-ui/skeleton'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { followLinks, onTokenChange, tokenIn } from './foreign-root.ts'
import { type Portal, usePortal } from './portal.tsx'
import { useLocation, useNavigate } from './router.ts'

export type ForeignLocation = { pathname: string; search: string; hash: string; state: unknown }

/** What a foreign screen gets from the shell. */
export type ForeignHost = {
  location: () => ForeignLocation
  /** Calls `listener` after each navigation, until the screen is left or the returned function is called. */
  onLocation: (listener: (location: ForeignLocation) => void) => () => void
  /** Opens an address of the portal, or goes this many steps through the history. */
  navigate: (to: string | number, options?: { replace?: boolean; state?: unknown }) => void
  /** The host's API for remotes: the person, `call()`, `toast()`, `report()`. */
  portal: () => Portal
  /** The current value of a design token: `--ink`. */
  token: (name: `--${string}`) => string
  /** Calls `listener` when tokens change with the color scheme or the text size. */
  onTokens: (listener: () => void) => () => void
  /** Aborted when the screen is left. */
  signal: AbortSignal
  /** Reports that the screen has failed: the shell replaces it, as if a component had thrown. */
  fail: (error: unknown) => void
}

/**
 * Draws into an element with any library. Returns a function that removes everything again, or a
 * promise of one.
 */
export type Mount = (place: HTMLElement, host: ForeignHost) => Unmount | Promise<Unmount>
type Unmount = () => void

/**
 * A screen or a part in its own root, with a different React than the shell's or without React. Its
 * links to addresses of the portal work like the router's. A release whose foreign root stays empty
 * has failed.
 */
export function foreign(mount: Mount): ComponentType {
  return function Foreign() {
    const place = useRef<HTMLDivElement>(null)
    const [isMounted, setMounted] = useState(false)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const connect = useConnect()
    const start = useEffectEvent(async (root: HTMLElement, signal: AbortSignal) => {
      const fail = (error: unknown) => signal.aborted || setFailure({ error })
      try {
        const unmount = await mount(root, connect(root, signal, fail))
        if (!signal.aborted) setMounted(true)
        return unmount
      } catch (error) {
        fail(error)
        return () => {}
      }
    })

    useEffect(() => {
      const ended = new AbortController()
      // Each mount gets its own element, because the previous one may still be cleaning up.
      const root = document.createElement('div')
      place.current!.append(root)
      const mounting = start(root, ended.signal)
      return () => {
        ended.abort()
        // Runs outside the shell's commit.
        void mounting.then((unmount) => unmount()).finally(() => root.remove())
      }
    }, [])

    if (failure) throw failure.error
    return (
      <>
        {!isMounted && <Skeleton lines={6} />}
        <div ref={place} data-foreign />
      </>
    )
  }
}

type Connect = (root: HTMLElement, signal: AbortSignal, fail: ForeignHost['fail']) => ForeignHost

/** Connects a foreign root with the router and the portal around it. */
function useConnect(): Connect {
  const location = useLocation()
  const navigate = useNavigate()
  const portal = usePortal()
  const current = useRef({ location, navigate, portal })
  const [listeners] = useState(() => new Set<(location: ForeignLocation) => void>())
  useEffect(() => {
    const isNew = current.current.location !== location
    current.current = { location, navigate, portal }
    if (isNew) for (const listener of listeners) listener(location)
  }, [location, navigate, portal, listeners])

  return (root, signal, fail) => {
    const go: ForeignHost['navigate'] = (to, options) => {
      if (typeof to === 'number') void current.current.navigate(to)
      else void current.current.navigate(to, options)
    }
    followLinks(root.parentElement!, signal, go)
    return {
      location: () => current.current.location,
      onLocation(listener) {
        const stop = () => void listeners.delete(listener)
        listeners.add(listener)
        signal.addEventListener('abort', stop)
        return stop
      },
      navigate: go,
      portal: () => current.current.portal,
      token: (name) => tokenIn(root.parentElement!, name),
      onTokens: (listener) => onTokenChange(listener, signal),
      signal,
      fail,
    }
  }
}

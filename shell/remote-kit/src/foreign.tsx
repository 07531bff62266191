import { Skeleton } from '@portal/shared-ui/skeleton'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Portal, usePortal } from './portal.tsx'
import { useLocation, useNavigate } from './router.ts'
import { anySignal } from '@portal/domain/any-signal'

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

/**
 * Follows links to addresses of the portal without loading a page. `place` must be an ancestor of
 * the foreign root, whose own handlers come first.
 */
function followLinks(
  place: HTMLElement,
  signal: AbortSignal,
  navigate: (to: string) => void,
): void {
  const follow = (event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (!link || !isPlain(event) || !leadsToPage(link)) return
    event.preventDefault()
    navigate(`${link.pathname}${link.search}${link.hash}`)
  }
  place.addEventListener('click', follow, { signal })
}

function isPlain({ defaultPrevented, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  return !defaultPrevented && button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}

/** Whether a link leads to another page of the portal: not to a file, another site, or a place on this page. */
function leadsToPage({ origin, pathname, search, hash, target, download }: HTMLAnchorElement) {
  if (origin !== location.origin || (target && target !== '_self') || download) return false
  if (/^\/(api|assets|remotes)\//.test(pathname)) return false
  return !hash || pathname !== location.pathname || search !== location.search
}

/** A token's value; for a color, the computed one, because its token may be `light-dark(…)`. */
function tokenIn(place: HTMLElement, name: `--${string}`): string {
  const value = getComputedStyle(place).getPropertyValue(name).trim()
  if (!CSS.supports('color', value)) return value
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Calls `listener` when the color scheme or the text size changes. Returns a function that stops it. */
function onTokenChange(listener: () => void, signal: AbortSignal): () => void {
  const ended = new AbortController()
  const until = { signal: anySignal([signal, ended.signal]) }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener, until)
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-text-size'] })
  until.signal.addEventListener('abort', () => observer.disconnect())
  return () => ended.abort()
}

import { anySignal } from '@portal/domain/any-signal'

/**
 * Follows links to addresses of the portal without loading a page. `place` must be an ancestor of
 * the foreign root, whose own handlers come first.
 */
export function followLinks(
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
export function tokenIn(place: HTMLElement, name: `--${string}`): string {
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
export function onTokenChange(listener: () => void, signal: AbortSignal): () => void {
  const ended = new AbortController()
  const until = { signal: anySignal([signal, ended.signal]) }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener, until)
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-text-size'] })
  until.signal.addEventListener('abort', () => observer.disconnect())
  return () => ended.abort()
}

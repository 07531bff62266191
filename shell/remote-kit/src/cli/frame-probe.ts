/**
 * What runs in the page for the frame check. Each function is sent to the browser as text, so it refers to nothing
 * outside itself.
 */

/** The symbol under which the probe is kept on the page. */
export const probeKey = 'portal.frame-probe'

/** What the page has besides its elements. */
export type PageState = {
  /** Built-ins that were replaced, removed or added to: `history.pushState`. */
  changed: string[]
  globals: string[]
  /** Storage that was cleared, by its name. */
  cleared: string[]
  /** In bytes. */
  stored: number
}

type Probe = () => PageState

/** A part of the frame: its place, its style, and whether a click reaches it. */
export type PartState = {
  box: { x: number; y: number; width: number; height: number }
  style: Record<string, string>
  /** What is in front of its middle; undefined if a click reaches it. */
  covered?: string | undefined
}

export type FrameState = {
  parts: Record<string, PartState>
  hasDialog: boolean
  /** An open paper fills the page: the shell hides the menu and the header. */
  isReading: boolean
}

/** Keeps references to the page’s built-ins before any of its code runs. */
export function installProbe(key: string): void {
  // Embedded content belongs to another site, and its storage is inaccessible.
  if (globalThis.top !== globalThis.self) return
  const { getOwnPropertyDescriptor, getOwnPropertyNames, is } = Object
  const { ownKeys } = Reflect
  const known = new Map<object, Map<PropertyKey, PropertyDescriptor>>()
  const labels = new Map<object, string>()
  const keep = (owner: object, label: string) => {
    if (known.has(owner)) return
    labels.set(owner, label)
    known.set(
      owner,
      new Map(ownKeys(owner).map((name) => [name, getOwnPropertyDescriptor(owner, name)!])),
    )
  }
  for (const name of ['history', 'document', 'navigator', 'performance', 'crypto'] as const) {
    keep(globalThis[name], name)
  }
  for (const name of getOwnPropertyNames(globalThis)) {
    const value: unknown = getOwnPropertyDescriptor(globalThis, name)!.value
    if (typeof value === 'function') {
      keep(value, name)
      const prototype: unknown = value.prototype
      if (typeof prototype === 'object' && prototype !== null) keep(prototype, `${name}.prototype`)
    }
    if (/^(JSON|Math|Reflect|Intl|Atomics|CSS|console)$/.test(name)) keep(value as object, name)
  }
  keep(globalThis, 'window')
  const storages = [localStorage, sessionStorage]
  for (const storage of storages) storage.setItem(key, '')

  const changes = () => {
    const changed: string[] = []
    for (const [owner, before] of known) {
      const label = labels.get(owner)!
      const named = (name: PropertyKey) =>
        label === 'window' ? String(name) : `${label}.${String(name)}`
      for (const [name, descriptor] of before) {
        const now = getOwnPropertyDescriptor(owner, name)
        const isSame = (['value', 'get', 'set'] as const).every((part) =>
          is(now?.[part], descriptor[part]),
        )
        if (!isSame || !now) changed.push(named(name))
      }
      if (owner === globalThis) continue
      // Polyfills add what `for … in` doesn’t show; React marks its documents with an underscore.
      for (const name of ownKeys(owner)) {
        if (before.has(name) || String(name).startsWith('_')) continue
        if (getOwnPropertyDescriptor(owner, name)?.enumerable) changed.push(named(name))
      }
    }
    return changed
  }
  const probe: Probe = () => ({
    changed: changes(),
    globals: getOwnPropertyNames(globalThis).filter(
      (name) => !known.get(globalThis)!.has(name) && !/^\d+$/.test(name),
    ),
    cleared: ['local storage', 'session storage'].filter(
      (_, index) => getOwnPropertyDescriptor(storages[index], key) === undefined,
    ),
    stored: storages.reduce((sum, storage) => sum + new Blob(Object.values(storage)).size, 0),
  })
  Object.defineProperty(globalThis, Symbol.for(key), { value: probe })
}

export function readState(key: string): PageState {
  return (globalThis as unknown as Record<symbol, Probe>)[Symbol.for(key)]!()
}

/** The parts of the frame, at the top of the page and without a focus. */
export function readFrame(properties: readonly string[]): FrameState {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo(0, 0)
  const parts: Record<string, PartState> = {}
  const add = (name: string, element: Element | null | undefined, isClickable = false) => {
    if (!element || name in parts) return
    const { x, y, width, height } = element.getBoundingClientRect()
    const computed = getComputedStyle(element)
    const style = Object.fromEntries(
      properties.map((property) => [property, computed.getPropertyValue(property)]),
    )
    const hit = isClickable ? document.elementFromPoint(x + width / 2, y + height / 2) : element
    const isReached = hit !== null && element.contains(hit)
    const covered = isReached ? undefined : hit ? hit.tagName.toLowerCase() : 'nothing'
    parts[name] = { box: { x, y, width, height }, style, covered }
  }
  const menu = document.querySelector('nav[aria-label="Main"]')
  const side = menu?.closest('aside') ?? menu
  const header = document.querySelector('header:not(main header, aside header)')
  add('the page', document.documentElement)
  add('the body', document.body)
  add('the menu', side)
  add('the header', header)
  for (const [place, name] of [
    [side, 'the menu'],
    [header, 'the header'],
  ] as const) {
    for (const control of place?.querySelectorAll('a, button') ?? []) {
      if (!control.checkVisibility()) continue
      const label = (control.getAttribute('aria-label') ?? control.textContent).trim()
      add(`${name}’s “${label}”`, control, true)
    }
  }
  const has = (selector: string) => document.querySelector(selector) !== null
  return {
    parts,
    hasDialog: has('[role=dialog], dialog[open]'),
    // The dashboard is the shell’s page, not a paper’s.
    isReading: location.pathname !== '/' && has('[data-reading]'),
  }
}

/** The keys that don’t reach the menu, because a listener in front of it stops or prevents them. */
export function swallowedKeys(): string[] {
  const target = document.querySelector('nav[aria-label="Main"] a')
  if (!target) return []
  return ['Tab', 'Enter'].filter((key) => {
    let arrived = false
    const arrive = () => (arrived = true)
    target.addEventListener('keydown', arrive, { once: true })
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    const isFree = target.dispatchEvent(event)
    target.removeEventListener('keydown', arrive)
    return !arrived || !isFree
  })
}

import type { ComposedRelease } from '@portal/contract/releases'
import { brokenRelease } from './failure-stage.ts'
import { type MountedRelease, responsibleRelease } from './mounted-releases.ts'

type BuiltIn = {
  /** `history.pushState`. */
  label: string
  owner: object
  name: PropertyKey
  /** Undefined if the owner only inherits it. */
  original: PropertyDescriptor | undefined
}

// No release can replace these.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const { is } = Object

const parts = ['value', 'get', 'set'] as const

const builtIns: BuiltIn[] = []

const onPage = [
  'fetch setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone',
  'requestAnimationFrame cancelAnimationFrame getComputedStyle history localStorage sessionStorage',
  'Object Array Promise Map Set String Function EventTarget Node Element History Storage Response',
  'Request Headers URL URLSearchParams AbortController JSON Intl Date Error',
].flatMap((names) => names.split(' '))

/**
 * Notes the built-ins that the whole page uses, before any release runs. They can't be frozen: libraries assign to
 * properties of their own that have these names. Returns a function that puts them back and forgets them.
 */
export function keepBuiltIns(): () => void {
  builtIns.length = 0
  const keep = (label: string, owner: object, names = ownKeys(owner)) => {
    for (const name of names) {
      const original = getOwnPropertyDescriptor(owner, name)
      builtIns.push({ label: `${label}${String(name)}`, owner, name, original })
    }
  }
  keep('', globalThis, onPage)
  keep('JSON.', JSON)
  for (const type of [Object, Array, Promise, Map, Set, String, Function]) {
    keep(`${type.name}.`, type)
    keep(`${type.name}.prototype.`, type.prototype as object)
  }
  for (const type of [EventTarget, Node, Element, Storage, Response]) {
    keep(`${type.name}.prototype.`, type.prototype)
  }
  // Assigned to the object itself, a method hides the one of its prototype.
  keep('', globalThis, ownKeys(EventTarget.prototype))
  keep('document.', document, ownKeys(EventTarget.prototype))
  keep('history.', history, ownKeys(History.prototype))
  keep('History.prototype.', History.prototype)
  return () => {
    restoreBuiltIns()
    builtIns.length = 0
  }
}

/** Puts back what was replaced, and returns its names. Uses nothing that could have been replaced. */
export function restoreBuiltIns(): string[] {
  const changed: string[] = []
  for (let index = 0; index < builtIns.length; index += 1) {
    const builtIn = builtIns[index]!
    const { label, owner, name, original } = builtIn
    const now = getOwnPropertyDescriptor(owner, name)
    if (isSame(now, original)) continue
    changed[changed.length] = label
    const isBack = original ? defineProperty(owner, name, original) : deleteProperty(owner, name)
    // Reported once.
    if (!isBack) builtIn.original = now
  }
  return changed
}

type Descriptor = PropertyDescriptor | undefined

function isSame(one: Descriptor, other: Descriptor): boolean {
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!
    if (!is(one?.[part], other?.[part])) return false
  }
  return true
}

/** By release: what its code has changed and nobody has reported yet. */
const unreported = new Map<string, string[]>()

/** To be called right after code of a release was evaluated. */
export function noteEvaluated({ name, release }: ComposedRelease): void {
  const changed = restoreBuiltIns()
  if (changed.length > 0) unreported.set(`${name}@${release}`, changed)
}

/** The failure of a release whose code has changed built-ins while it was evaluated; once. */
export function evaluationFault(release: ComposedRelease): Error | undefined {
  noteEvaluated(release)
  const id = `${release.name}@${release.release}`
  const changed = unreported.get(id)
  unreported.delete(id)
  return changed && changedBuiltIns(release, changed)
}

/** Called with a release that has damaged what the whole page uses. */
export type OnFault = (release: ComposedRelease, error: Error) => void

/**
 * Puts back what was changed, as a failure of this release; if it isn't known, `null`, it's only reported. Returns
 * whether anything was changed.
 */
export function recoverFrame(
  report: (error: unknown) => void,
  onFault: OnFault,
  suspect: MountedRelease | null | undefined = responsibleRelease(),
): boolean {
  const changed = restoreBuiltIns()
  if (changed.length === 0) return false
  if (suspect) onFault(suspect.release, changedBuiltIns(suspect.release, changed, suspect.route))
  else report(new Error(`A release ${didChange(changed)}`))
  return true
}

function changedBuiltIns(release: ComposedRelease, changed: string[], route?: string): Error {
  const place = route === undefined ? {} : { route }
  return brokenRelease(release, didChange(changed), { kind: 'frame', ...place })
}

/** "changed the browser’s fetch and history.pushState". */
function didChange(changed: string[]): string {
  const [first, second, ...others] = changed
  if (second === undefined) return `changed the browser’s ${first}`
  const rest = others.length > 0 ? `, ${second} and ${others.length} more` : ` and ${second}`
  return `changed the browser’s ${first}${rest}`
}

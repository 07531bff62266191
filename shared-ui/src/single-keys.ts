const setting = 'portal.single-keys'
const listeners = new Set<() => void>()

/** Whether keys of one character (letters, digits, signs) act as shortcuts on this device (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(setting) !== 'off'
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(setting)
  else localStorage.setItem(setting, 'off')
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function onSingleKeysChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function isSingleKey({ key, ctrlKey, metaKey, altKey }: Key): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

/** The paper with its panels, and the list next to it. */
const places = '[data-paper-keys], [data-reading-area=pages], [data-reading-area=list]'
const tools = '[role=toolbar], [role=menu], [data-paper-bar]'

/** Whether a key may act at this element: one of a single character only at a paper or its list. */
export function mayAct(key: Key, target: Element): boolean {
  if (!isSingleKey(key)) return true
  return hasSingleKeys() && target.closest(places) !== null && target.closest(tools) === null
}

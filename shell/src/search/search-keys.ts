import { hasSingleKeys } from '@portal/shared-ui/single-keys'

/** The keys that open the search, as `aria-keyshortcuts` lists them. */
export const searchKeys = '/ Control+K Meta+K'

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'defaultPrevented'
>

/** Whether a key opens the search: `/` except where text is entered, and Ctrl-K or ⌘-K anywhere. */
export function opensSearch(event: Key): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  // Some keyboards need Shift for the slash.
  const isSlash =
    key === '/' && hasSingleKeys() && !ctrlKey && !metaKey && !altKey && !entersText(target)
  const isK = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
  return (isSlash || isK) && !event.defaultPrevented
}

/** Checkboxes, radio buttons and buttons take no text. */
const textFields = `input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]`

function entersText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(textFields)
}

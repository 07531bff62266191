export type ViewerCommand =
  | 'screenDown'
  | 'screenUp'
  | 'nextPage'
  | 'previousPage'
  | 'firstPage'
  | 'lastPage'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'nextChange'
  | 'previousChange'
  | 'search'
  | 'print'
  | 'fullScreen'
  | 'keys'
  | 'escape'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const plain: Record<string, ViewerCommand> = {
  PageDown: 'screenDown',
  PageUp: 'screenUp',
  ArrowRight: 'nextPage',
  ArrowLeft: 'previousPage',
  Home: 'firstPage',
  End: 'lastPage',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomReset',
  n: 'nextChange',
  N: 'nextChange',
  p: 'previousChange',
  P: 'previousChange',
  f: 'fullScreen',
  F: 'fullScreen',
  '?': 'keys',
  Escape: 'escape',
}

const withControl: Record<string, ViewerCommand> = {
  f: 'search',
  F: 'search',
  p: 'print',
  P: 'print',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomReset',
}

/** The command for a key. In a text field, only search, print and Escape apply; Tab never does. */
export function commandOf(key: Key, typing: boolean): ViewerCommand | undefined {
  if (key.altKey) return undefined
  const isControl = key.ctrlKey || key.metaKey
  const command = isControl ? withControl[key.key] : plain[key.key]
  // With Shift, browsers have another command for it.
  if (command === 'print' && key.shiftKey) return undefined
  if (!typing) return command
  return command && ['search', 'print', 'escape'].includes(command) ? command : undefined
}

/** Whether keys pressed in the target enter text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

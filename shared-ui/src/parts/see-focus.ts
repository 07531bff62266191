let isDone = false

/**
 * Shows Headless UI where the focus is. It returns the focus to an element that it saw receive it,
 * and when a press has loaded its code, it has seen none.
 */
export function seeFocus(): void {
  if (isDone) return
  isDone = true
  document.activeElement?.dispatchEvent(new FocusEvent('focus'))
}

/**
 * Moves the focus from a button that a change takes away. The change is drawn some frames later, and a dialog that closes
 * moves the focus too.
 */
export function focusOnceDrawn(selector: string, frames = 60): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector)
    const isCovered = document.querySelector('[role=dialog], [role=alertdialog]') !== null
    const isFocused = element !== null && document.activeElement === element && !isCovered
    if (!isFocused) element?.focus()
    if (!isFocused && frames > 0) focusOnceDrawn(selector, frames - 1)
  })
}

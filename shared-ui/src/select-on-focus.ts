import type { FocusEvent, MouseEvent } from 'react'

/** The props of an input whose whole value is selected when it gets the focus. */
export const selectOnFocus = {
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    // The browser would place the caret after that: Safari and Firefox clear the selection.
    if (document.activeElement === event.currentTarget) return
    event.preventDefault()
    event.currentTarget.focus()
  },
}

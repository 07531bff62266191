/** Copies a text; false if this browser doesn't let the page copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing without a secure connection, and refused without permission.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Selects an element's text, for the reader to copy it by hand. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element)
}

/** By the older command, which copies what is selected. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

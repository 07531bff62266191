const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), [tabindex="0"]'

/** Moves the focus to the next of the list, the tools and the pages; `step` is 1 or -1. */
export function moveToNextArea(root: HTMLElement, step: 1 | -1): void {
  const areas = [...root.querySelectorAll<HTMLElement>('[data-reading-area]')]
  const at = areas.findIndex((area) => area.contains(document.activeElement))
  const next = areas.at((at + step) % areas.length)
  if (next) targetIn(next).focus()
}

/** In a list the chosen row, among the tools the first one, and the pages themselves. */
function targetIn(area: HTMLElement): HTMLElement {
  const pages = area.querySelector<HTMLElement>('[role=region][tabindex="0"]')
  const chosen = area.querySelector<HTMLElement>('a[aria-current]')
  return pages ?? chosen ?? area.querySelector<HTMLElement>(focusable) ?? area
}

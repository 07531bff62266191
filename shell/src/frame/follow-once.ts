/**
 * A link that is double-clicked is followed once: no second entry in the history, no second tab. What stands under
 * the pointer by then may be another link, as with "Next", and is meant.
 */
export function followLinksOnce(page: HTMLElement = document.documentElement): void {
  let followed: string | undefined
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a[href]')
    const href = link ? (link as HTMLAnchorElement).href : undefined
    if (event.detail > 1 && href !== undefined && href === followed) event.preventDefault()
    followed = href
  }
  page.addEventListener('click', follow, { capture: true })
}

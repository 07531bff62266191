/**
 * A double-clicked link is followed once: no second history entry, no second tab. If another link
 * has moved under the pointer by then, as with "Next", it is followed.
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

import type { Report } from './report.ts'

const sheets = 'link[rel=stylesheet]'

/** In ms. A page that is being left cancels its sheets, and is gone before it could report them. */
const patience = 1000

/**
 * Reports a style sheet of the shell that didn't load: the page works without it, and looks broken.
 * Call it once the page's own sheets have loaded or failed.
 */
export function reportBrokenStyles(report: Report): void {
  const reportSheet = (link: HTMLLinkElement) => {
    const { pathname } = new URL(link.href)
    report(new Error(`The style sheet ${pathname} could not be loaded`))
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>(sheets)) {
    // Chrome has an empty sheet for one that failed.
    if (isOfShell(link) && !link.sheet?.cssRules.length) reportSheet(link)
  }
  // An error of a file doesn't bubble.
  const options = { capture: true }
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.matches(sheets) && isOfShell(target)) {
        setTimeout(reportSheet, patience, target)
      }
    },
    options,
  )
}

/** `loadStyles` handles remotes' styles; styles of a dev server or an extension can't be read. */
function isOfShell({ href }: HTMLLinkElement): boolean {
  const { origin, pathname } = new URL(href, location.href)
  return origin === location.origin && !pathname.startsWith('/remotes/')
}

/**
 * The style sheets of a release apply only while a screen or part of it is shown. Until then they are
 * loaded without being applied: a media query that never matches stops neither the request nor its
 * events, which `disabled` would. Once a sheet has loaded, its own media list is changed: a new
 * attribute would make Firefox request it again.
 */
const notApplied = 'not all'

/** How often each release is on the page, by the address of its files. */
const counts = new Map<string, number>()

/** The media query that a sheet came with. */
const ownMedia = new WeakMap<HTMLLinkElement, string>()

let observer: MutationObserver | undefined

/** From now on, sheets below `base` apply only while it is shown, however they are added. */
export function guardStyles(base: string): void {
  const address = addressOf(base)
  if (!counts.has(address)) counts.set(address, 0)
  if (observer) return
  observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof HTMLLinkElement) guard(node)
    }
  })
  observer.observe(document.head, { childList: true })
}

/** Applies the sheets below `base` until the returned function is called. */
export function showStyles(base: string): () => void {
  const address = addressOf(base)
  const add = (difference: number) => {
    counts.set(address, (counts.get(address) ?? 0) + difference)
    applyBelow(address)
  }
  add(1)
  return () => add(-1)
}

function applyBelow(address: string): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (link.href.startsWith(address)) apply(link)
  }
}

/** If its release is shown before the sheet has loaded, the sheet is applied when it has. */
function guard(link: HTMLLinkElement): void {
  link.addEventListener('load', () => apply(link))
  apply(link)
}

function apply(link: HTMLLinkElement): void {
  if (link.rel !== 'stylesheet') return
  const address = [...counts.keys()].find((key) => link.href.startsWith(key))
  if (address === undefined) return
  // A hot update's sheet has the attribute of the sheet that it replaces.
  if (!ownMedia.has(link)) ownMedia.set(link, link.media === notApplied ? '' : link.media)
  const media = counts.get(address)! > 0 ? ownMedia.get(link)! : notApplied
  const list = link.sheet?.media
  if (list) list.mediaText = media
  else if (media === notApplied) link.media = media
}

function addressOf(base: string): string {
  return new URL(base, location.href).href
}

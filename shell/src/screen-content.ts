import { mountDeadline } from './first-render.tsx'
import { whenOverdue } from './overdue.ts'

/** Elements that show something without text. */
const visible = 'img, svg, canvas, video, iframe, object, embed, input, button, select, textarea'

/** A skeleton, what React hides while a screen suspends, and what a layout route shows around every screen. */
const placeholder = 'output[aria-busy=true], [hidden], [data-around-screens], script, style'

/**
 * Whether a screen shows anything but placeholders: text, a picture, a control, or a dialog, which
 * is in another place of the page.
 */
export function hasContent(place: Element): boolean {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode(node) {
      if (node instanceof Element) {
        if (node.matches(placeholder) || isUndisplayed(node)) return NodeFilter.FILTER_REJECT
        return node.matches(visible) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
      }
      return node.textContent?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
    },
  })
  return walker.nextNode() !== null || document.querySelector('[role=dialog]') !== null
}

/** Whether a root of another library in this place shows nothing: an uncaught error has emptied it. */
export function hasEmptyRoot(place: Element): boolean {
  return [...place.querySelectorAll('[data-foreign]')].some((root) => !hasContent(root))
}

function isUndisplayed(element: Element): boolean {
  return element instanceof HTMLElement && element.style.display === 'none'
}

type Watched = {
  area: HTMLElement
  isShown: () => boolean
  /** Called once. */
  onShown: () => void
  /** Called when nothing has been shown for `mountDeadline` although nothing is loading. */
  onEmpty: () => void
}

/** Watches that a place shows something, now and later. Returns a function that ends it. */
export function watchContent({ area, isShown, onShown, onEmpty }: Watched): () => void {
  let isSeen = false
  let stop: (() => void) | undefined
  const look = () => {
    if (!isShown()) {
      stop ??= whenOverdue(mountDeadline, () => {
        if (!isShown()) onEmpty()
      })
      return
    }
    stop?.()
    stop = undefined
    if (!isSeen) onShown()
    isSeen = true
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(area, { childList: true, subtree: true })
  return () => {
    stop?.()
    observer.disconnect()
  }
}

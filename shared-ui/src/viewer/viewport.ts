/** pdf.js's view of a page; its canvases and its text layer exist while the page is rendered. */
export type PageView = {
  id: number
  div: HTMLElement
  /** By how many degrees the reader has turned the page. */
  rotation?: number
  canvas?: HTMLCanvasElement | null
  /** A sharper canvas over a part of the first one, at large zooms. */
  detailView?: { canvas: HTMLCanvasElement | null } | null
  textLayer?: { div: HTMLElement } | null
}

/** Where a page begins and ends, in px of the scrolled content. */
type PageSpan = { page: number; top: number; bottom: number }

/** A page is in view if this share of it is visible, or if it fills this share of the view. */
const share = 0.5

/** The pages that a reader of this part of the content sees; several if they are small. */
export function pagesInView(
  spans: readonly PageSpan[],
  view: { top: number; bottom: number },
): number[] {
  return spans.flatMap(({ page, top, bottom }) => {
    const seen = Math.min(bottom, view.bottom) - Math.max(top, view.top)
    const isInView = seen >= share * Math.min(bottom - top, view.bottom - view.top)
    return seen > 0 && isInView ? [page] : []
  })
}

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]

/** The zoom factor, within the range of the steps. */
export function clampZoom(factor: number): number {
  return Math.min(Math.max(factor, steps[0]!), steps.at(-1)!)
}

/** The next larger (1) or smaller (-1) standard zoom factor. */
export function nextZoom(factor: number, direction: 1 | -1): number {
  const near = 0.01
  if (direction === 1) return steps.find((step) => step > factor + near) ?? steps.at(-1)!
  return steps.findLast((step) => step < factor - near) ?? steps[0]!
}

/** The zooms of Safari's pages, from their actual size up. */
const pageZooms = [1, 1.15, 1.25, 1.5, 1.75, 2, 2.5, 3]

/**
 * How many pixels of the screen a CSS pixel has in WebKit. Its `devicePixelRatio` leaves out the page's zoom, which shows
 * in how many CSS pixels fit into the window. Rounded to a zoom that Safari has: a scroll bar or a rounded width would
 * blur the pages.
 */
export function webKitPixelRatio(
  shown: Pick<Window, 'devicePixelRatio' | 'outerWidth' | 'innerWidth'>,
): number {
  const zoom = shown.outerWidth / shown.innerWidth
  const distance = (step: number) => Math.abs(Math.log(step / zoom))
  const nearest = pageZooms.reduce((best, step) => (distance(step) < distance(best) ? step : best))
  return (shown.devicePixelRatio || 1) * nearest
}

/** Where a page begins and ends, in px of the scrolled content. */
export type PageSpan = { page: number; top: number; bottom: number }

/** A page is in view if so much of it is, or if it fills so much of the view. */
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

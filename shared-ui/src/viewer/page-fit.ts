import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** How pages fit: as wide as the container, or less if they would be uncomfortably large. */
export type Fit = 'page-width' | 'auto'

export function isFit(zoom: string | undefined): zoom is Fit {
  return zoom === 'page-width' || zoom === 'auto'
}

/** A page's size in CSS pixels at its actual size. */
export type PageSize = { width: number; height: number }

/** The largest zoom factor of `auto`, like pdf.js's. */
const widestAuto = 1.25

/** The zoom factor at which pages of this size fit. */
export function fitZoom(
  fit: Fit,
  page: PageSize,
  container: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
): number {
  const whole = container.clientWidth / page.width
  if (fit === 'page-width') return whole
  const isPortrait = page.width <= page.height
  return Math.min(widestAuto, whole, isPortrait ? whole : container.clientHeight / page.height)
}

/** The size that most pages have; of equally frequent ones the narrowest, because a large page is the exception. */
export function usualSize(sizes: readonly PageSize[]): PageSize | undefined {
  const groups = Map.groupBy(sizes, ({ width }) => Math.round(width))
  const [usual] = [...groups.values()].toSorted(
    (a, b) => b.length - a.length || a[0]!.width - b[0]!.width,
  )
  return usual?.[0]
}

/** What pdf.js's view of a page also has. */
type SizedView = PageSize & {
  scale: number
  viewport: { viewBox: readonly number[] }
  /** Absent until the page has been read. */
  pdfPage?: object | null
}

type PageViews = Pick<PDFViewer, 'getPageView'>

const viewOf = (viewer: PageViews, page: number) => viewer.getPageView(page - 1) as SizedView

/** The sizes of the pages that have been read, or of one page. The others have the first page's size until then. */
export function knownSizes(viewer: PDFViewer, only?: number): PageSize[] {
  return Array.from({ length: viewer.pagesCount }, (_, index) => index + 1).flatMap((page) => {
    const { width, height, scale, pdfPage } = viewOf(viewer, page)
    const isWanted = only === undefined ? pdfPage : page === only
    return isWanted ? [{ width: width / scale, height: height / scale }] : []
  })
}

/** How far a point is below its page's upper edge, in PDF units. */
export function belowTop(viewer: PageViews, page: number, y: number): number {
  return viewOf(viewer, page).viewport.viewBox[3]! - y
}

type Spot = Parameters<PDFViewer['scrollPageIntoView']>[0]

/** A page, or a point that far below its upper edge, as the viewer scrolls to it. */
export function spotIn(viewer: PageViews, to: { page: number; below?: number | undefined }): Spot {
  const { page: pageNumber, below } = to
  if (below === undefined) return { pageNumber }
  const y = belowTop(viewer, pageNumber, below)
  return {
    pageNumber,
    destArray: [null, { name: 'XYZ' }, 0, y, null],
    allowNegativeOffset: true,
  }
}

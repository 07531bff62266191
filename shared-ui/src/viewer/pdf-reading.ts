import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { zoomByGesture } from './pdf-gestures.ts'
import { belowTop, type Fit, fitZoom, isFit, knownSizes, spotIn, usualSize } from './page-fit.ts'
import { nextZoom, pagesInView, type PageView } from './viewport.ts'
import { markMatches } from './match-marks.ts'
import { pageLayers, type PageLayers } from './page-layers.ts'

import { createPageMarks, type PageMarks } from './page-marks.ts'
import { createPdfFinder, type Finding, type PdfFinder } from './pdf-finder.ts'
import type { Pdfjs } from './pdfjs.ts'
import { readInOrder } from './reading-order.ts'
import type { ReadingPlace } from './reading-places.ts'
import { untilAborted } from './until-aborted.ts'

export type ReadingState = {
  page: number
  pages: number
  /** 1 is the page's actual size. */
  zoom: number
  fitsWidth: boolean
  rotation: number
  finding: Finding
}

/** An open document on the screen: its state and commands for the toolbar. */
export type PdfReading = PdfFinder &
  PageMarks & {
    document: PDFDocumentProxy
    subscribe: (listener: () => void) => () => void
    state: () => ReadingState
    goTo: (page: number) => void
    goToDestination: (destination: string | unknown[]) => void
    scrollScreen: (direction: 1 | -1) => void
    zoomBy: (direction: 1 | -1) => void
    fitWidth: () => void
    rotate: () => void
    /** The pages that the reader sees, from 1. */
    pagesInView: () => number[]
    /** The rendered pages, for what is drawn on them. */
    layers: PageLayers
  }

type ReadingOptions = {
  pdfjs: Pdfjs
  document: PDFDocumentProxy
  container: HTMLDivElement
  signal: AbortSignal
  place: ReadingPlace | undefined
  /** The requested page; takes precedence over the remembered place. */
  page?: number | undefined
  onPlace: (place: ReadingPlace) => void
  /** Called when the first page is shown. */
  onDrawn: () => void
}

/** The maximum canvas size on an iPad. */
const maxCanvasPixels = 16_777_216
/** How many pages are labeled first; the others are once the first page is shown. */
const namedAtOnce = 100
/** In a wider container, a page at full width would be uncomfortably large. */
const widestFit = 1000

export function createReading(options: ReadingOptions): PdfReading {
  const { pdfjs, document: pdf, container, signal, place, page, onPlace, onDrawn } = options
  const { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } =
    pdfjs.components
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer',
    ignoreDestinationZoom: true,
  })
  const findController = new PDFFindController({ eventBus, linkService })
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    maxCanvasPixels,
    annotationMode: pdfjs.library.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.library.AnnotationEditorType.DISABLE,
    enablePermissions: false,
    // A page may be as wide as the window; its shadow marks its edge.
    removePageBorders: true,
    l10n: untranslated,
    abortSignal: signal,
  } as object as ConstructorParameters<typeof PDFViewer>[0])
  linkService.setViewer(viewer)
  zoomByGesture({ pdfjs, viewer, container, signal })

  const listeners = new Set<() => void>()
  const wanted = page ?? place?.page ?? 1
  let state: ReadingState = {
    page: wanted <= pdf.numPages ? wanted : 1,
    pages: pdf.numPages,
    zoom: 1,
    fitsWidth: true,
    rotation: place?.rotation ?? 0,
    finding: { status: 'idle', current: 0, total: 0 },
  }
  let drawn = false
  const change = (part: Partial<ReadingState>) => {
    if (signal.aborted) return
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const finder = createPdfFinder(eventBus, FindState, (finding) => change({ finding }))
  let fitted: Fit | undefined
  let isFitting = false
  const showZoom = () => {
    if (!isFitting) fitted = undefined
    change({ zoom: viewer.currentScale, fitsWidth: fitted === 'page-width' })
  }
  const fitTo = (how: Fit, sizes = knownSizes(viewer)) => {
    const size = usualSize(sizes)
    if (!size) return
    fitted = how
    const zoom = fitZoom(how, size, container)
    // A container that isn't shown has no width yet.
    if (zoom <= 0) return
    isFitting = true
    viewer.currentScale = zoom
    // A zoom that stays the same is no event.
    showZoom()
    isFitting = false
  }

  eventBus.on('pagesinit', () => {
    namePages(viewer, Math.min(viewer.pagesCount, namedAtOnce))
    const zoom = place?.zoom ?? (container.clientWidth > widestFit ? 'auto' : 'page-width')
    if (isFit(zoom)) fitTo(zoom)
    else viewer.currentScaleValue = zoom
    restorePlace(viewer, place, page)
  })
  eventBus.on('pagechanging', (event: { pageNumber: number }) => change({ page: event.pageNumber }))
  eventBus.on('scalechanging', showZoom)
  eventBus.on('rotationchanging', ({ pageNumber }: { pageNumber: number }) => {
    if (fitted) fitTo(fitted)
    viewer.currentPageNumber = pageNumber
    change({ rotation: viewer.pagesRotation })
  })
  eventBus.on('annotationlayerrendered', ({ source }: { source: PageView }) =>
    removeImageRoles(source.div),
  )
  eventBus.on('textlayerrendered', ({ source }: { source: PageView }) => {
    // The pages' container is focusable; a layer that is rendered again would lose the focus.
    source.textLayer?.div.removeAttribute('tabindex')
  })
  eventBus.on('pagerendered', () => {
    if (drawn) return
    drawn = true
    afterPaint(() => {
      if (signal.aborted) return
      namePages(viewer, viewer.pagesCount)
      onDrawn()
    })
  })
  eventBus.on(
    'updateviewarea',
    ({ location }: { location: { pageNumber: number; top: number } }) => {
      if (signal.aborted) return
      const zoom = fitted ?? viewer.currentScaleValue
      if (!zoom) return
      const { pageNumber } = location
      const below = belowTop(viewer, pageNumber, location.top)
      onPlace({ page: pageNumber, zoom, rotation: viewer.pagesRotation, below })
    },
  )

  const { OutputScale } = pdfjs.library
  let { pixelRatio } = OutputScale
  const fit = () => {
    if (signal.aborted) return
    if (OutputScale.pixelRatio !== pixelRatio) {
      // The page is zoomed, or its window is on another screen.
      ;({ pixelRatio } = OutputScale)
      viewer.refresh(true)
    }
    if (fitted) fitTo(fitted)
    viewer.update()
  }
  // Responds to folding the menu at once, and resizes the pages afterwards.
  const resized = new ResizeObserver(() => afterPaint(fit))
  resized.observe(container)
  signal.addEventListener('abort', () => {
    resized.disconnect()
    // Removing many pages takes long, and mustn't delay the screen that follows.
    afterPaint(() => {
      viewer.setDocument(null)
      linkService.setDocument(null)
    })
  })

  const pageView = (pageNumber: number) => viewer.getPageView(pageNumber - 1) as PageView
  const layers = pageLayers({ eventBus, pageView, container })
  readInOrder(pdf)
  const shown = untilAborted(pdf, signal)
  linkService.setDocument(shown)
  viewer.setDocument(shown)

  markMatches(layers)
  const goTo = (pageNumber: number) => {
    viewer.currentPageNumber = Math.min(Math.max(1, Math.round(pageNumber)), pdf.numPages)
  }
  return {
    ...finder,
    ...createPageMarks({ layers, goTo }),
    document: pdf,
    layers,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    goTo,
    goToDestination: (destination) => void linkService.goToDestination(destination),
    scrollScreen(direction) {
      const view = viewer.getPageView(viewer.currentPageNumber - 1) as PageView
      if (view.div.offsetHeight <= container.clientHeight) {
        goTo(viewer.currentPageNumber + direction)
      } else {
        container.scrollBy({ top: direction * container.clientHeight * 0.9 })
      }
    },
    zoomBy(direction) {
      viewer.currentScaleValue = String(nextZoom(viewer.currentScale, direction))
    },
    fitWidth() {
      fitTo('page-width', knownSizes(viewer, viewer.currentPageNumber))
    },
    pagesInView() {
      const near = [-2, -1, 0, 1, 2, 3].map((step) => viewer.currentPageNumber + step)
      const spans = near.flatMap((number) => {
        const div = number < 1 || number > pdf.numPages ? undefined : pageView(number).div
        if (!div) return []
        return [{ page: number, top: div.offsetTop, bottom: div.offsetTop + div.offsetHeight }]
      })
      const { scrollTop: top, clientHeight } = container
      return pagesInView(spans, { top, bottom: top + clientHeight })
    },
    rotate() {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
    },
  }
}

function restorePlace(
  viewer: PDFViewer,
  place: ReadingPlace | undefined,
  wanted: number | undefined,
) {
  if (place) viewer.pagesRotation = place.rotation
  const target: Pick<ReadingPlace, 'page' | 'below'> | undefined =
    wanted === undefined ? place : { page: wanted }
  if (!target || target.page > viewer.pagesCount) return
  viewer.scrollPageIntoView(spotIn(viewer, target))
}

/** Runs after the current changes are painted. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/** pdf.js makes each page a landmark; hundreds of them would hide the page's own. */
function namePages(viewer: PDFViewer, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const { div } = viewer.getPageView(index) as PageView
    div.setAttribute('role', 'group')
    div.setAttribute('aria-label', `Page ${index + 1}`)
  }
}

/** pdf.js makes a stamp, such as a footer of the board book, an image without a name. */
function removeImageRoles(page: HTMLElement): void {
  for (const stamp of page.querySelectorAll('.stampAnnotation')) stamp.removeAttribute('role')
}

/** pdf.js's translations insert HTML, which Trusted Types block; the viewer sets its own labels. */
const untranslated = {
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => {},
  translateOnce: async () => {},
  destroy: async () => {},
  pause: () => {},
  resume: () => {},
}

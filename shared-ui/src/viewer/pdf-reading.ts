import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { createPdfFinder, type Finding, type PdfFinder } from './pdf-finder.ts'
import type { Pdfjs } from './pdfjs.ts'
import type { ReadingPlace } from './reading-places.ts'
import { untilAborted } from './until-aborted.ts'
import { nextZoom } from './zoom-steps.ts'

export type ReadingState = {
  page: number
  pages: number
  /** 1 is the page's own size. */
  zoom: number
  fitsWidth: boolean
  rotation: number
  finding: Finding
}

/** One open document on the screen: what the toolbar shows and what it can do. */
export type PdfReading = PdfFinder & {
  document: PDFDocumentProxy
  subscribe: (listener: () => void) => () => void
  state: () => ReadingState
  goTo: (page: number) => void
  goToDestination: (destination: string | unknown[]) => void
  scrollScreen: (direction: 1 | -1) => void
  zoomBy: (direction: 1 | -1) => void
  fitWidth: () => void
  rotate: () => void
}

type ReadingOptions = {
  pdfjs: Pdfjs
  document: PDFDocumentProxy
  container: HTMLDivElement
  signal: AbortSignal
  place: ReadingPlace | undefined
  /** The page that was asked for; it wins over the remembered place. */
  page?: number | undefined
  onPlace: (place: ReadingPlace) => void
  /** The first page stands on the screen. */
  onDrawn: () => void
}

type PageSource = { div: HTMLElement; textLayer?: { div: HTMLElement } | null }

/** An iPad gives no canvas with more pixels. */
const maxCanvasPixels = 16_777_216
/** The rest of a book are named once its first page stands. */
const namedAtOnce = 100
/** Wider than this, a page at full width is too large to read with comfort. */
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
    l10n: untranslated,
    abortSignal: signal,
  } as object as ConstructorParameters<typeof PDFViewer>[0])
  linkService.setViewer(viewer)

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
  const showZoom = () =>
    change({ zoom: viewer.currentScale, fitsWidth: viewer.currentScaleValue === 'page-width' })

  eventBus.on('pagesinit', () => {
    namePages(viewer, Math.min(viewer.pagesCount, namedAtOnce))
    takePlace(viewer, container, place, page)
    showZoom()
  })
  eventBus.on('pagechanging', (event: { pageNumber: number }) => change({ page: event.pageNumber }))
  eventBus.on('scalechanging', showZoom)
  eventBus.on('rotationchanging', ({ pageNumber }: { pageNumber: number }) => {
    viewer.currentPageNumber = pageNumber
    change({ rotation: viewer.pagesRotation })
  })
  eventBus.on('textlayerrendered', ({ source }: { source: PageSource }) => {
    // The pages' own frame takes the focus: a layer that is drawn anew would lose it.
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
      const zoom = viewer.currentScaleValue
      if (!zoom) return
      onPlace({
        page: location.pageNumber,
        zoom,
        rotation: viewer.pagesRotation,
        top: location.top,
      })
    },
  )

  const fit = () => {
    if (signal.aborted) return
    if (viewer.currentScaleValue === 'page-width') viewer.currentScaleValue = 'page-width'
    viewer.update()
  }
  // Whoever folds the menu beside it sees that at once, and the pages follow.
  const resized = new ResizeObserver(() => afterPaint(fit))
  resized.observe(container)
  signal.addEventListener('abort', () => {
    resized.disconnect()
    viewer.setDocument(null)
    linkService.setDocument(null)
  })

  const shown = untilAborted(pdf, signal)
  linkService.setDocument(shown)
  viewer.setDocument(shown)

  const goTo = (page: number) => {
    viewer.currentPageNumber = Math.min(Math.max(1, Math.round(page)), pdf.numPages)
  }
  return {
    ...finder,
    document: pdf,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    goTo,
    goToDestination: (destination) => void linkService.goToDestination(destination),
    scrollScreen(direction) {
      const view = viewer.getPageView(viewer.currentPageNumber - 1) as PageSource
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
      viewer.currentScaleValue = 'page-width'
    },
    rotate() {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
    },
  }
}

function takePlace(
  viewer: PDFViewer,
  container: HTMLElement,
  place: ReadingPlace | undefined,
  wanted: number | undefined,
) {
  viewer.currentScaleValue =
    place?.zoom ?? (container.clientWidth > widestFit ? '1.25' : 'page-width')
  if (place) viewer.pagesRotation = place.rotation
  const target: Pick<ReadingPlace, 'page' | 'top'> | undefined =
    wanted === undefined ? place : { page: wanted }
  if (!target || target.page > viewer.pagesCount) return
  const { page, top } = target
  const destArray = top === undefined ? undefined : [null, { name: 'XYZ' }, 0, top, null]
  viewer.scrollPageIntoView(
    destArray ? { pageNumber: page, destArray, allowNegativeOffset: true } : { pageNumber: page },
  )
}

/** Runs when what was drawn is on the screen: a task that begins in its frame comes after it. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/** pdf.js makes a landmark of each page; five hundred of them would hide the page's own. */
function namePages(viewer: PDFViewer, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const { div } = viewer.getPageView(index) as PageSource
    div.setAttribute('role', 'group')
    div.setAttribute('aria-label', `Page ${index + 1}`)
  }
}

/** pdf.js's own translations write HTML, which the page's Trusted Types refuse; we label what we show. */
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

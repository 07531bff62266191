import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { Pdfjs } from './pdfjs.ts'
import { clampZoom } from './viewport.ts'

type GestureOptions = {
  pdfjs: Pick<Pdfjs, 'library'>
  viewer: Pick<PDFViewer, 'currentScale' | 'updateScale'>
  container: HTMLElement
  signal: AbortSignal
}

/** A point of the window, in px. */
type Point = readonly [x: number, y: number]

/** How long the pages are only stretched before they are drawn again, in ms. */
const drawingDelay = 400
/** The most that one event of a wheel changes, as a power of e: a notch of a mouse is a step of 20 %. */
const largestStep = 0.2
/** In px, for wheels that report lines or pages. */
const lineHeight = 30

/**
 * Zooms as a native reader does, around the fingers or the pointer: by pinching on a touch screen or touchpad, and by
 * the wheel with Ctrl or ⌘.
 */
export function zoomByGesture({ pdfjs, viewer, container, signal }: GestureOptions): void {
  /** More precise than the viewer's own, which is rounded: slow movements would be lost. */
  let zoom: number | undefined
  let ends: ReturnType<typeof setTimeout> | undefined

  const zoomBy = (factor: number, at: Point, [panX, panY]: Point = [0, 0]) => {
    zoom = clampZoom((zoom ?? viewer.currentScale) * factor)
    const anchor = pageAt(at, container)
    const before = anchor.getBoundingClientRect()
    viewer.updateScale({ scaleFactor: zoom / viewer.currentScale, drawingDelay })
    // The viewer scrolls by whole points of the page, so its own anchor drifts with every step.
    const after = anchor.getBoundingClientRect()
    const grown = after.width / before.width
    const [x, y] = at
    container.scrollBy(
      after.left + (x - before.left) * grown - x - panX,
      after.top + (y - before.top) * grown - y - panY,
    )
    clearTimeout(ends)
    ends = setTimeout(() => (zoom = undefined), drawingDelay)
  }

  const onWheel = (event: WheelEvent) => {
    // A pinch on a touchpad is a wheel with Ctrl, too.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeight
    const power = (-event.deltaY * pixels) / 100
    const step = Math.max(-largestStep, Math.min(largestStep, power))
    zoomBy(Math.exp(step), [event.clientX, event.clientY])
  }
  container.addEventListener('wheel', onWheel, { passive: false, signal })

  const touch = new pdfjs.library.TouchManager({
    container,
    onPinching: (at: Point, before: number, distance: number, x: number, y: number) =>
      zoomBy(distance / before, at, [x, y]),
    onPanning: (x: number, y: number) => container.scrollBy(-x, -y),
    signal,
  })
  signal.addEventListener('abort', () => {
    clearTimeout(ends)
    touch.destroy()
  })
  listenToTouchpad(container, zoomBy, signal)
}

/** The page at a point, or the element around all pages if no page is there. */
function pageAt([x, y]: Point, container: HTMLElement): Element {
  return document.elementFromPoint(x, y)?.closest('.page') ?? container.firstElementChild!
}

/** WebKit's own event for a pinch on a Mac's touchpad. On a touch screen it comes in addition to the touches. */
type GestureEvent = UIEvent & { scale: number; clientX: number; clientY: number }

function listenToTouchpad(
  container: HTMLElement,
  zoomBy: (factor: number, at: Point) => void,
  signal: AbortSignal,
): void {
  if (navigator.maxTouchPoints > 0) return
  let before = 1
  const listen = (name: string, act: (event: GestureEvent) => void) =>
    container.addEventListener(
      name,
      (event) => {
        event.preventDefault()
        act(event as GestureEvent)
      },
      { passive: false, signal },
    )
  listen('gesturestart', () => (before = 1))
  listen('gesturechange', ({ scale, clientX, clientY }) => {
    zoomBy(scale / before, [clientX, clientY])
    before = scale
  })
}

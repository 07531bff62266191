import { type PagePoint, rectangleOf } from '../page-geometry.ts'
import type { PageLayers } from '../page-layers.ts'
import type { InkLine, PageRectangle } from '../shown-notes.ts'
import { pageAt } from './note-marks.ts'

export type Drawn =
  | { page: number; line: InkLine; rectangle?: undefined }
  | { page: number; rectangle: PageRectangle; line?: undefined }

type Options = {
  layers: PageLayers
  kind: 'ink' | 'area'
  /** Called while the pointer moves. */
  onDrawing: (drawn: Drawn) => void
  onDrawn: (drawn: Drawn) => void
}

/** A smaller rectangle is a slip of the finger, in fractions of the page. */
const smallestSide = 0.01
/** Points that are closer add nothing that can be seen. */
const smallestStep = 0.0015

/**
 * Draws with a mouse, a pencil or a finger. Once a pencil has been seen, ink comes from it alone: fingers and the palm
 * scroll. Returns what ends it.
 */
export function drawOnPages({ layers, kind, onDrawing, onDrawn }: Options): () => void {
  const { container } = layers
  const controller = new AbortController()
  const { signal } = controller
  let isPenSeen = false
  let draws = false
  let current: { pointer: number; page: number; points: PagePoint[] } | undefined

  const pointOn = (page: number, event: PointerEvent): PagePoint | undefined => {
    const hit = pageAt(layers, event.clientX, event.clientY)
    return hit?.page === page ? hit.point : undefined
  }
  const drawnSoFar = (): Drawn | undefined => {
    if (!current) return undefined
    const { page, points } = current
    if (kind === 'ink') return { page, line: points }
    return { page, rectangle: rectangleOf(points[0]!, points.at(-1)!) }
  }
  const onDown = (event: PointerEvent) => {
    isPenSeen ||= event.pointerType === 'pen'
    const hit = pageAt(layers, event.clientX, event.clientY)
    draws = event.isPrimary && event.button === 0 && canDraw(event.pointerType, isPenSeen, kind)
    if (!draws || !hit) return
    event.preventDefault()
    container.setPointerCapture(event.pointerId)
    current = { pointer: event.pointerId, page: hit.page, points: [hit.point] }
  }
  const onMove = (event: PointerEvent) => {
    if (current?.pointer !== event.pointerId) return
    for (const part of coalesced(event)) {
      const point = pointOn(current.page, part)
      const last = current.points.at(-1)!
      if (point && Math.hypot(point.x - last.x, point.y - last.y) >= smallestStep) {
        current.points.push(point)
      }
    }
    onDrawing(drawnSoFar()!)
  }
  const onUp = (event: PointerEvent) => {
    if (current?.pointer !== event.pointerId) return
    const drawn = drawnSoFar()!
    current = undefined
    swallowClick(container)
    if (!drawn.rectangle || isLargeEnough(drawn.rectangle)) onDrawn(drawn)
    else onDrawing({ page: drawn.page, line: [] })
  }
  // Pointer events alone can't keep a finger from scrolling once it has begun.
  const onTouch = (event: TouchEvent) => {
    if (draws && event.touches.length === 1) event.preventDefault()
  }
  container.addEventListener('pointerdown', onDown, { signal })
  container.addEventListener('pointermove', onMove, { signal })
  container.addEventListener('pointerup', onUp, { signal })
  container.addEventListener('pointercancel', onUp, { signal })
  container.addEventListener('touchstart', onTouch, { signal, passive: false })
  container.classList.add('drawing')
  return () => {
    controller.abort()
    container.classList.remove('drawing')
  }
}

/** The click that ends a drawing isn't one on what was drawn: it would take the focus from the new note. */
function swallowClick(container: HTMLElement): void {
  const swallow = (event: Event) => {
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  container.addEventListener('click', swallow, { capture: true, once: true })
  // It comes at once, or not at all.
  setTimeout(() => container.removeEventListener('click', swallow, { capture: true }))
}

/** Whether a pointer draws, or scrolls. */
export function canDraw(pointerType: string, isPenSeen: boolean, kind: 'ink' | 'area'): boolean {
  return kind === 'area' || pointerType !== 'touch' || !isPenSeen
}

function coalesced(event: PointerEvent): PointerEvent[] {
  const events = event.getCoalescedEvents?.() ?? []
  return events.length > 0 ? events : [event]
}

function isLargeEnough({ width, height }: PageRectangle): boolean {
  return width >= smallestSide && height >= smallestSide
}

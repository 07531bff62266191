import { useEffect, useEffectEvent, useState } from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import type { InkLine, NoteColor, NoteSubject, PageRectangle } from '../shown-notes.ts'
import { type Draft, type NoteMarks, pageAt } from './note-marks.ts'
import { type PagePoint, rectangleOf } from '../page-geometry.ts'
import type { PageLayers } from '../page-layers.ts'

export type Drawing = {
  color: NoteColor
  setColor: (color: NoteColor) => void
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  /** Makes a note of the lines on each page. */
  finish: () => void
}

type Stroke = { page: number; line: InkLine }

/** The most points that the ink of a note has: about 80 KB. */
const mostPoints = 6000

type DrawingOptions = {
  reading: PdfReading
  marks: NoteMarks | undefined
  kind: 'ink' | 'area' | undefined
  onMade: (color: NoteColor, subject: NoteSubject) => void
}

/** Lines or an area that the reader draws on the pages. Lines become notes when they are done, or leave the paper. */
export function useDrawing({ reading, marks, kind, onMade }: DrawingOptions): Drawing {
  const [color, setColor] = useState<NoteColor>('yellow')
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [undone, setUndone] = useState<readonly Stroke[]>([])

  const show = useEffectEvent((current: Drawn) => {
    const drafts = draftsOf(strokes, color)
    if (current.rectangle) {
      drafts.push({ color, subject: { page: current.page, rectangle: current.rectangle } })
    } else {
      drafts.push({ color, subject: { page: current.page, ink: [current.line] } })
    }
    marks?.showDrafts(drafts)
  })
  const keep = useEffectEvent((drawn: Drawn) => {
    if (drawn.rectangle) return onMade(color, { page: drawn.page, rectangle: drawn.rectangle })
    setStrokes([...strokes, { page: drawn.page, line: drawn.line }])
    setUndone([])
  })
  const finish = useEffectEvent(() => {
    for (const subject of inkOf(strokes)) onMade(color, subject)
    setStrokes([])
    setUndone([])
  })

  useEffect(() => {
    if (!kind) return undefined
    const { layers } = reading
    const end = drawOnPages({ layers, kind, onDrawing: show, onDrawn: keep })
    const onHidden = () => document.visibilityState === 'hidden' && finish()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      end()
      document.removeEventListener('visibilitychange', onHidden)
      finish()
    }
  }, [reading, kind])
  useEffect(() => marks?.showDrafts(draftsOf(strokes, color)), [strokes, color, marks])

  const last = strokes.at(-1)
  const lastUndone = undone.at(-1)
  return {
    color,
    setColor,
    canUndo: last !== undefined,
    canRedo: lastUndone !== undefined,
    undo() {
      if (!last) return
      setStrokes(strokes.slice(0, -1))
      setUndone([...undone, last])
    },
    redo() {
      if (!lastUndone) return
      setUndone(undone.slice(0, -1))
      setStrokes([...strokes, lastUndone])
    },
    finish,
  }
}

function draftsOf(strokes: readonly Stroke[], color: NoteColor): Draft[] {
  return inkOf(strokes).map((subject) => ({ color, subject }))
}

/** The lines of each page, in as many notes as they need. */
export function inkOf(strokes: readonly Stroke[]): NoteSubject[] {
  return [...Map.groupBy(strokes, ({ page }) => page)].flatMap(([page, own]) => {
    const parts: InkLine[][] = []
    let room = 0
    for (const line of own.flatMap((stroke) => piecesOf(stroke.line))) {
      // A dot is stored as a line of two points, and each line has a beginning.
      const size = Math.max(line.length, 2) + 1
      if (size > room) {
        parts.push([])
        room = mostPoints
      }
      parts.at(-1)!.push(line)
      room -= size
    }
    return parts.map((ink) => ({ page, ink }))
  })
}

/** A very long line in pieces that meet. */
function piecesOf(line: InkLine): InkLine[] {
  const pieces: InkLine[] = []
  for (let at = 0; at === 0 || at < line.length - 1; at += mostPoints - 1) {
    pieces.push(line.slice(at, at + mostPoints))
  }
  return pieces
}

type Drawn =
  | { page: number; line: InkLine; rectangle?: undefined }
  | { page: number; rectangle: PageRectangle; line?: undefined }

type DrawOnPagesOptions = {
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
 * scroll. Returns a function that ends it.
 */
function drawOnPages({ layers, kind, onDrawing, onDrawn }: DrawOnPagesOptions): () => void {
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

/** Ignores the click that ends a drawing, which would take the focus from the new note. */
function swallowClick(container: HTMLElement): void {
  const swallow = (event: Event) => {
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  container.addEventListener('click', swallow, { capture: true, once: true })
  // The click comes at once, or not at all.
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

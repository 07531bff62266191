import { useEffect, useEffectEvent, useState } from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import type { InkLine, NoteColor, NoteSubject, PageRectangle, ShownNotes } from '../shown-notes.ts'
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
  /** `pen`: only a pencil draws, and begins with its first line. */
  kind: DrawingKind | undefined
  /** Called when a pencil begins to draw. */
  onBegun: () => void
  onMade: (color: NoteColor, subject: NoteSubject) => void
}

type DrawingKind = 'ink' | 'area' | 'pen'

/** Lines or an area that the reader draws on the pages. Lines become notes when they are done, or leave the paper. */
export function useDrawing(options: DrawingOptions): Drawing {
  const { reading, marks, kind, onBegun, onMade } = options
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

  const begin = useEffectEvent(onBegun)
  const isPenOnly = useEffectEvent(() => kind === 'pen')
  // A pencil's first line goes on while `pen` becomes `ink`.
  const shape = kind === 'area' ? 'area' : kind && 'ink'
  useEffect(() => {
    if (!shape) return undefined
    const { layers } = reading
    const end = drawOnPages({
      layers,
      kind: shape,
      isPenOnly,
      onBegun: begin,
      onDrawing: show,
      onDrawn: keep,
    })
    const onHidden = () => document.visibilityState === 'hidden' && finish()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      end()
      document.removeEventListener('visibilitychange', onHidden)
      finish()
    }
  }, [reading, shape])
  useEffect(() => {
    const { container } = reading.layers
    container.classList.toggle('drawing', kind === 'ink' || kind === 'area')
    return () => container.classList.remove('drawing')
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

/** How long a finished drawing can be undone from the bar, in ms; afterwards, from the list. */
const undoTime = 20_000

/** The notes of the drawing that was finished last; none once the reader goes on, or after a while. */
export function useInked({ notes }: ShownNotes, isMaking: boolean) {
  const [inked, setInked] = useState<readonly string[]>([])
  const known = isMaking ? [] : inked.filter((id) => notes.some((note) => note.id === id))
  useEffect(() => {
    if (inked.length === 0) return undefined
    const timer = setTimeout(() => setInked([]), undoTime)
    return () => clearTimeout(timer)
  }, [inked])
  return [known, setInked] as const
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
  /** Whether nothing but a pencil draws, and only where it doesn't press a link or a note. */
  isPenOnly: () => boolean
  onBegun: () => void
  /** Called while the pointer moves. */
  onDrawing: (drawn: Drawn) => void
  onDrawn: (drawn: Drawn) => void
}

/** A smaller rectangle is a slip of the finger, in fractions of the page. */
const smallestSide = 0.01

/** A pencil that has moved over so many points is drawing. */
const leastPoints = 3

/** Points that are closer add nothing that can be seen. */
const smallestStep = 0.0015

/**
 * Draws with a mouse, a pencil or a finger. Once a pencil has been seen, ink comes from it alone: fingers and the palm
 * scroll. Returns a function that ends it.
 */
function drawOnPages(options: DrawOnPagesOptions): () => void {
  const { layers, kind, isPenOnly, onBegun, onDrawing, onDrawn } = options
  const { container } = layers
  const controller = new AbortController()
  const { signal } = controller
  let isPenSeen = false
  let draws = false
  /** The browser sends no click after it. */
  let isTouchPrevented = false
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
    draws =
      event.isPrimary &&
      event.button === 0 &&
      (isPenOnly()
        ? event.pointerType === 'pen' && !(event.target as Element).closest('a, button, input')
        : canDraw(event.pointerType, isPenSeen, kind))
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
    if (isPenOnly()) {
      if (current.points.length < leastPoints) return
      onBegun()
    }
    onDrawing(drawnSoFar()!)
  }
  const onUp = (event: PointerEvent) => {
    if (current?.pointer !== event.pointerId) return
    const drawn = drawnSoFar()!
    current = undefined
    // A pencil that hasn't moved has pressed what is there, such as a note.
    if (isPenOnly()) {
      const { clientX, clientY } = event
      const click = new MouseEvent('click', { bubbles: true, clientX, clientY })
      if (isTouchPrevented) event.target?.dispatchEvent(click)
      return
    }
    swallowClick(container)
    if (!drawn.rectangle || isLargeEnough(drawn.rectangle)) onDrawn(drawn)
    else onDrawing({ page: drawn.page, line: [] })
  }
  // Pointer events alone can't keep a finger from scrolling once it has begun.
  const onTouch = (event: TouchEvent) => {
    isTouchPrevented = draws && event.touches.length === 1
    if (isTouchPrevented) event.preventDefault()
  }
  container.addEventListener('pointerdown', onDown, { signal })
  container.addEventListener('pointermove', onMove, { signal })
  container.addEventListener('pointerup', onUp, { signal })
  container.addEventListener('pointercancel', onUp, { signal })
  container.addEventListener('touchstart', onTouch, { signal, passive: false })
  return () => controller.abort()
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

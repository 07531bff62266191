import './note-marks.css'
import { noteMarkColors } from '@portal/domain/mark-colors'
import { clsx } from 'clsx'
import { inkPath } from '@portal/domain/note-subject'
import { type LetterMap, letterMap, textParts, type TextPart } from '../letter-ranges.ts'
import {
  type PagePoint,
  quadPath,
  unturned,
  areaOf,
  isWithin,
  type Quad,
  quadOf,
} from '../page-geometry.ts'
import { type PageLayers, renderedPages, textLayerOf } from '../page-layers.ts'
import { drawnGroup, emptyDrawing, pathOf } from '../page-marks.ts'
import type { NoteColor, ShownNote, InkLine } from '../shown-notes.ts'

/** A line or an area that is being drawn. */
export type Draft = Pick<ShownNote, 'color' | 'subject'>

export type NoteMarks = {
  /** Replaces all marks; the selected note is outlined. */
  show: (notes: readonly ShownNote[], selected: string | undefined) => void
  showDrafts: (drafts: readonly Draft[]) => void
  /** Which of these notes is at a point of the window. */
  noteAt: (x: number, y: number, among: readonly ShownNote[]) => string | undefined
  /** Scrolls to a note, as soon as its page is rendered. */
  reveal: (note: ShownNote) => void
  /** Scrolls as far as the selected note's mark is covered. */
  uncover: () => void
  remove: () => void
}

type NoteMarksOptions = { layers: PageLayers; goTo: (page: number) => void }

/** Marks the reader's notes on the pages that are rendered, and on the others when they are. */
export function createNoteMarks({ layers, goTo }: NoteMarksOptions): NoteMarks {
  let notes: readonly ShownNote[] = []
  let drafts: readonly Draft[] = []
  let selected: string | undefined
  let awaited: ShownNote | undefined
  const words = wordMarks()

  const draw = (page: number) => {
    const view = layers.pageView(page)
    view?.div.querySelector(':scope > .noteMarks')?.remove()
    words.clear(page)
    const own = notes.filter((note) => isOn(note, page))
    const drawn = drafts.filter(({ subject }) => subject.page === page)
    const layer = textLayerOf(view)
    if (!view || !layer || own.length + drawn.length === 0) return layers.paint('notes', page, [])
    const { drawing, group } = emptyDrawing('noteMarks', view.rotation ?? 0)
    const map = letterMap(layer)
    const shapes = own.map((note) => ({ note, shape: shapeOn(note, page, map) }))
    for (const { note, shape } of shapes) {
      const isSelected = note.id === selected
      words.mark(
        page,
        note.place?.isApproximate ? 'approximate' : note.color,
        wordParts(note, page, map),
      )
      const { boxes, ink } = isSelected || !words.areNative ? shape : ownShapes(note)
      const state = clsx(isSelected && 'selected', note.place?.isApproximate && 'approximate')
      group.append(markOf(note.color, boxes, ink, state))
    }
    for (const { color, subject } of drawn) {
      const { boxes, ink } = ownShapes({ subject, place: { ranges: [] } })
      group.append(markOf(color, boxes, ink, 'draft'))
    }
    // The smallest is on top, as it is the one that a tap finds.
    const washes = shapes
      .toSorted((a, b) => sizeOf(b.shape) - sizeOf(a.shape))
      .map(({ note, shape }) => ({ color: noteMarkColors[note.color].wash, quads: shape.boxes }))
    layers.paint('notes', page, washes)
    layer.before(drawing)
    if (awaited && own.includes(awaited)) scrollTo(awaited)
  }

  const shapeOn = (note: ShownNote, page: number, map: LetterMap): NoteShape => {
    const lines = rangesOn(note, page).flatMap((range) => layers.quadsOf(page, range, map))
    const { boxes, ink } = ownShapes(note)
    return { id: note.id, boxes: [...lines, ...boxes], ink }
  }

  const scrollTo = (note: ShownNote) => {
    awaited = undefined
    const page = note.place?.page ?? 0
    const view = layers.pageView(page)
    const mark = view?.div.querySelector('.noteMarks .selected')
    mark?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }

  const end = layers.onText(draw)
  const redraw = () => renderedPages(layers.container).forEach(draw)

  return {
    show(next, nextSelected) {
      notes = next
      selected = nextSelected
      redraw()
    },
    showDrafts(next) {
      const changed = new Set([...drafts, ...next].map(({ subject }) => subject.page))
      drafts = next
      changed.forEach(draw)
    },
    noteAt(x, y, among) {
      const hit = pageAt(layers, x, y)
      const layer = hit && textLayerOf(layers.pageView(hit.page))
      if (!hit || !layer) return undefined
      const own = among.filter((note) => isOn(note, hit.page))
      const map = letterMap(layer)
      const shapes = own.map((note) => shapeOn(note, hit.page, map))
      return noteAt(shapes, hit.point)
    },
    reveal(note) {
      if (!note.place) return
      if (textLayerOf(layers.pageView(note.place.page))) return scrollTo(note)
      awaited = note
      goTo(note.place.page)
    },
    uncover() {
      const mark = layers.container.querySelector('.noteMarks .selected')
      const frame = layers.container.getBoundingClientRect()
      const box = mark?.getBoundingClientRect()
      // The reader has gone elsewhere.
      if (!box || box.bottom < frame.top || box.top > frame.bottom) return
      mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    remove() {
      end()
      notes = []
      drafts = []
      redraw()
    },
  }
}

/** The page at a point of the window, and the point on it. */
export function pageAt(
  { container, pageView }: PageLayers,
  x: number,
  y: number,
): { page: number; point: PagePoint } | undefined {
  for (const page of renderedPages(container)) {
    const view = pageView(page)
    const frame = view?.div.getBoundingClientRect()
    if (!frame || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue
    const point = {
      x: (x - frame.x) / frame.width,
      y: (y - frame.y) / frame.height,
    }
    return { page, point: unturned(point, view?.rotation ?? 0) }
  }
  return undefined
}

function isOn({ place }: ShownNote, page: number): boolean {
  if (!place) return false
  return place.page === page || place.ranges.some((range) => range.page === page)
}

function rangesOn({ place }: ShownNote, page: number) {
  return place?.ranges.filter((range) => range.page === page) ?? []
}

function wordParts(note: ShownNote, page: number, map: LetterMap) {
  return rangesOn(note, page).flatMap((range) => textParts(map, range))
}

function markOf(
  color: NoteColor,
  boxes: NoteShape['boxes'],
  ink: NoteShape['ink'],
  state: string,
): SVGElement {
  const paths: SVGElement[] = []
  if (boxes.length > 0) paths.push(pathOf('outline', boxes.map(quadPath)))
  if (boxes.includes(pageCorner)) paths.push(pathOf('sign', [pageSign]))
  // Yellow on white needs an edge.
  if (ink.length > 0 && color === 'yellow') paths.push(pathOf('edge', [inkPath(ink)]))
  if (ink.length > 0) paths.push(pathOf('ink', [inkPath(ink)]))
  return drawnGroup(`${color} ${state}`.trim(), paths)
}

/** The line below words: a note's color has its own, and so have words that are only the most alike. */
type MarkLine = NoteColor | 'approximate'

type WordMarks = {
  /** False if this browser has no custom highlights; boxes are drawn there instead. */
  areNative: boolean
  mark: (page: number, line: MarkLine, parts: readonly TextPart[]) => void
  /** Removes a page's marks. */
  clear: (page: number) => void
}

/** Marks words by the CSS Custom Highlight API: no element is added, so 500 of them cost nothing while scrolling. */
function wordMarks(): WordMarks {
  if (typeof Highlight !== 'function' || !('highlights' in CSS)) {
    return { areNative: false, mark: () => undefined, clear: () => undefined }
  }
  const marked = new Map<number, { line: MarkLine; range: Range }[]>()
  return {
    areNative: true,
    mark(page, line, parts) {
      const own = marked.get(page) ?? []
      marked.set(page, own)
      for (const { node, from, to } of parts) {
        const range = document.createRange()
        range.setStart(node, from)
        range.setEnd(node, to)
        highlightOf(line).add(range)
        own.push({ line, range })
      }
    },
    clear(page) {
      for (const { line, range } of marked.get(page) ?? []) highlightOf(line).delete(range)
      marked.delete(page)
    },
  }
}

/** Shared by all viewers of the window: a highlight's name is the window's. */
function highlightOf(line: MarkLine): Highlight {
  const name = `note-${line}`
  const known = CSS.highlights.get(name)
  if (known) return known
  const made = new Highlight()
  CSS.highlights.set(name, made)
  return made
}

/** What is drawn for a note on one page. */
export type NoteShape = { id: string; boxes: readonly Quad[]; ink: readonly InkLine[] }

/** Where the mark of a note on the whole page is: the corner, where pages have a margin. */
const pageCorner = quadOf({ x: 0.94, y: 0, width: 0.06, height: 0.03 })

/** Its sign: the lines of a note, in % of the page. */
const pageSign = 'M95.2 0.8H98.8M95.2 1.5H98.8M95.2 2.2H97.4'

/** How far from a line of ink a tap may be, in fractions of the page. */
const reach = 0.015

/** The note at a point; of several the smallest, so that none is hidden by one around it. */
export function noteAt(shapes: readonly NoteShape[], point: PagePoint): string | undefined {
  const hits = shapes.filter(
    ({ boxes, ink }) =>
      boxes.some((box) => isWithin(box, point)) || ink.some((line) => isNear(line, point)),
  )
  return hits.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]?.id
}

function isNear(line: InkLine, point: PagePoint): boolean {
  return line.some((end, index) => {
    const start = line[Math.max(0, index - 1)]!
    return distance(point, start, end) <= reach
  })
}

function distance(point: PagePoint, start: PagePoint, end: PagePoint): number {
  const [width, height] = [end.x - start.x, end.y - start.y]
  const length = width ** 2 + height ** 2
  const along =
    length === 0 ? 0 : ((point.x - start.x) * width + (point.y - start.y) * height) / length
  const share = Math.max(0, Math.min(1, along))
  return Math.hypot(point.x - start.x - share * width, point.y - start.y - share * height)
}

/** How much of the page its boxes cover. */
function sizeOf({ boxes }: NoteShape): number {
  return boxes.reduce((sum, box) => sum + areaOf(box), 0)
}

type Placed = Pick<ShownNote, 'subject'> & { place?: { ranges: readonly unknown[] } }

/** The parts of a note that aren't words: a rectangle, ink, or the corner of the page that it is about. */
function ownShapes({ subject, place }: Placed): Omit<NoteShape, 'id'> {
  const { rectangle, ink = [] } = subject
  if (rectangle) return { boxes: [quadOf(rectangle)], ink }
  if (ink.length > 0 || !place || place.ranges.length > 0) return { boxes: [], ink }
  return { boxes: [pageCorner], ink }
}

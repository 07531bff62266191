import './note-marks.css'
import { noteMarkColors } from '@portal/domain/mark-colors'
import { inkPath } from '@portal/domain/note-subject'
import { type LetterMap, letterMap, textParts } from '../letter-ranges.ts'
import { type PagePoint, quadPath, unturned } from '../page-geometry.ts'
import { type PageLayers, renderedPages, textLayerOf } from '../page-layers.ts'
import { drawnGroup, emptyDrawing, pathOf } from '../page-marks.ts'
import type { NoteColor, ShownNote } from '../shown-notes.ts'
import { noteAt, type NoteShape, ownShapes, sizeOf } from './note-shapes.ts'
import { wordMarks } from './word-marks.ts'

/** A line or an area that is being drawn. */
export type Draft = Pick<ShownNote, 'color' | 'subject'>

export type NoteMarks = {
  /** Replaces all marks; the selected note is outlined. */
  show: (notes: readonly ShownNote[], selected: string | undefined) => void
  showDrafts: (drafts: readonly Draft[]) => void
  /** The note at a point of the window. */
  noteAt: (x: number, y: number) => string | undefined
  /** Scrolls to a note, as soon as its page is rendered. */
  reveal: (note: ShownNote) => void
  remove: () => void
}

type Options = { layers: PageLayers; goTo: (page: number) => void }

/** Marks the reader's notes on the pages that are rendered, and on the others when they are. */
export function createNoteMarks({ layers, goTo }: Options): NoteMarks {
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
      words.mark(page, note.color, wordParts(note, page, map))
      const { boxes, ink } = isSelected || !words.areNative ? shape : ownShapes(note)
      group.append(markOf(note.color, boxes, ink, isSelected ? 'selected' : ''))
    }
    for (const { color, subject } of drawn) {
      const { boxes, ink } = ownShapes({ subject, place: { ranges: [] } })
      group.append(markOf(color, boxes, ink, 'draft'))
    }
    // The smallest is on top, as it is the one that a tap finds.
    const washes = shapes
      .toSorted((one, other) => sizeOf(other.shape) - sizeOf(one.shape))
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
    noteAt(x, y) {
      const hit = pageAt(layers, x, y)
      const layer = hit && textLayerOf(layers.pageView(hit.page))
      if (!hit || !layer) return undefined
      const own = notes.filter((note) => isOn(note, hit.page))
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
  state: 'selected' | 'draft' | '',
): SVGElement {
  const paths: SVGElement[] = []
  if (boxes.length > 0) paths.push(pathOf('outline', boxes.map(quadPath)))
  if (ink.length > 0) paths.push(pathOf('ink', [inkPath(ink)]))
  return drawnGroup(`${color} ${state}`.trim(), paths)
}

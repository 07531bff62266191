import './note-marks.css'
import { type LetterMap, letterMap, textParts } from '../letter-ranges.ts'
import { type PageLayers, type PageView, renderedPages } from '../page-layers.ts'
import { boxesIn, boxPath, pathOf, svgNamespace } from '../page-marks.ts'
import type { NoteColor, ShownNote } from '../shown-notes.ts'
import {
  inkPath,
  noteAt,
  type NoteShape,
  ownShapes,
  type PagePoint,
  rectangleOf,
  unturned,
} from './note-shapes.ts'
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

type Options = { layers: PageLayers; rotation: () => number; goTo: (page: number) => void }

/** Draws the reader's notes on the pages that are rendered, and on the others when they are. */
export function createNoteMarks({ layers, rotation, goTo }: Options): NoteMarks {
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
    const layer = layerOf(view)
    if (!view || !layer || own.length + drawn.length === 0) return
    const { drawing, group } = emptyDrawing(rotation())
    const map = letterMap(layer)
    for (const note of own) {
      const isSelected = note.id === selected
      words.mark(page, note.color, wordParts(note, page, map))
      const { boxes, ink } =
        isSelected || !words.areNative ? shapeOn(note, page, view, map) : ownShapes(note)
      group.append(markOf(note.color, boxes, ink, isSelected))
    }
    for (const { color, subject } of drawn) {
      const { boxes, ink } = ownShapes({ subject, place: { ranges: [] } })
      group.append(markOf(color, boxes, ink, false))
    }
    layer.before(drawing)
    if (awaited && own.includes(awaited)) scrollTo(awaited)
  }

  const shapeOn = (note: ShownNote, page: number, view: PageView, map: LetterMap): NoteShape => {
    const frame = view.div.getBoundingClientRect()
    const lines = wordParts(note, page, map).flatMap((part) => boxesIn(part, frame))
    const turn = rotation()
    const made = lines.map(({ x, y, width, height }) =>
      rectangleOf(unturned({ x, y }, turn), unturned({ x: x + width, y: y + height }, turn)),
    )
    const { boxes, ink } = ownShapes(note)
    return { id: note.id, boxes: [...made, ...boxes], ink }
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
      const view = hit && layers.pageView(hit.page)
      const layer = layerOf(view)
      if (!hit || !view || !layer) return undefined
      const own = notes.filter((note) => isOn(note, hit.page))
      const map = letterMap(layer)
      const shapes = own.map((note) => shapeOn(note, hit.page, view, map))
      return noteAt(shapes, unturned(hit.point, rotation()))
    },
    reveal(note) {
      if (!note.place) return
      if (layerOf(layers.pageView(note.place.page))) return scrollTo(note)
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

/** The page at a point of the window, and the point in % of the page as it is shown. */
export function pageAt(
  { container, pageView }: PageLayers,
  x: number,
  y: number,
): { page: number; point: PagePoint } | undefined {
  for (const page of renderedPages(container)) {
    const frame = pageView(page)?.div.getBoundingClientRect()
    if (!frame || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue
    const point = {
      x: ((x - frame.x) / frame.width) * 100,
      y: ((y - frame.y) / frame.height) * 100,
    }
    return { page, point }
  }
  return undefined
}

function layerOf(view: PageView | undefined): HTMLElement | undefined {
  return view?.textLayer?.div.isConnected ? view.textLayer.div : undefined
}

function isOn({ place }: ShownNote, page: number): boolean {
  if (!place) return false
  return place.page === page || place.ranges.some((range) => range.page === page)
}

function wordParts({ place }: ShownNote, page: number, map: LetterMap) {
  const ranges = place?.ranges.filter((range) => range.page === page) ?? []
  return ranges.flatMap((range) => textParts(map, range))
}

function emptyDrawing(rotation: number) {
  const drawing = document.createElementNS(svgNamespace, 'svg')
  drawing.setAttribute('class', 'noteMarks')
  drawing.setAttribute('viewBox', '0 0 100 100')
  drawing.setAttribute('preserveAspectRatio', 'none')
  drawing.setAttribute('aria-hidden', 'true')
  const group = document.createElementNS(svgNamespace, 'g')
  group.setAttribute('transform', `rotate(${rotation} 50 50)`)
  drawing.append(group)
  return { drawing, group }
}

function markOf(
  color: NoteColor,
  boxes: NoteShape['boxes'],
  ink: NoteShape['ink'],
  isSelected: boolean,
): SVGElement {
  const mark = document.createElementNS(svgNamespace, 'g')
  mark.setAttribute('class', isSelected ? `${color} selected` : color)
  if (boxes.length > 0) mark.append(pathOf('wash', boxes.map(boxPath)))
  if (ink.length > 0) mark.append(pathOf('ink', [inkPath(ink)]))
  return mark
}

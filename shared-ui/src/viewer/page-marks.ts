import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { PageView } from './page-layers.ts'
import { type LetterMap, letterAt, letterMap, type TextPart, textParts } from './letter-ranges.ts'
import type { ChangeKind, MarkedRange } from './shown-changes.ts'

/** What is marked: ranges of a page's letters, or the page as a whole without ranges. */
export type Mark = { kind: ChangeKind; page: number; ranges: readonly MarkedRange[] }

export type PageMarks = {
  /** Replaces all marks. */
  setMarks: (marks: readonly Mark[]) => void
  /** Scrolls to a mark by its position in the list and selects it; undefined selects none. */
  showMark: (index: number | undefined) => void
}

type Options = {
  eventBus: EventBus
  /** The page's view; undefined if there is no such page. */
  pageView: (page: number) => PageView | undefined
  goTo: (page: number) => void
}

export const svgNamespace = 'http://www.w3.org/2000/svg'
/** In % of the page's width. */
const caretWidth = 0.4
const edgeWidth = 0.8
/** Around words, so that an outline covers none of them. In % of the page. */
const roomX = 0.3
const roomY = 0.15

/**
 * Draws marks over the pages, under their text layer. Positions are in % of the page, so zooming
 * moves no mark; a page that is rendered again is marked again.
 */
export function createPageMarks({ eventBus, pageView, goTo }: Options): PageMarks {
  let marks: readonly Mark[] = []
  let selected: number | undefined
  /** The selected mark is on a page that isn't rendered yet. */
  let isWaiting = false

  const draw = (page: number) => {
    const view = pageView(page)
    if (!view) return
    view.div.querySelector(':scope > .pageMarks')?.remove()
    const own = marks.flatMap((mark, index) => (isOn(mark, page) ? [{ mark, index }] : []))
    if (own.length === 0 || !view.textLayer?.div.isConnected) return
    const drawing = document.createElementNS(svgNamespace, 'svg')
    drawing.setAttribute('class', 'pageMarks')
    drawing.setAttribute('viewBox', '0 0 100 100')
    drawing.setAttribute('preserveAspectRatio', 'none')
    drawing.setAttribute('aria-hidden', 'true')
    const map = letterMap(view.textLayer.div)
    for (const { mark, index } of own) {
      const boxes = boxesOf(mark, page, map, view.div.getBoundingClientRect())
      drawing.append(drawnMark(mark.kind, boxes, { index, isSelected: index === selected }))
    }
    view.textLayer.div.before(drawing)
    if (isWaiting && own.some(({ index }) => index === selected)) reveal()
  }
  const elementOf = (index: number | undefined) =>
    index === undefined
      ? null
      : (pageView(marks[index]?.page ?? 0)?.div.querySelector(`[data-mark="${index}"]`) ?? null)
  const reveal = () => {
    const element = elementOf(selected)
    isWaiting = !element
    element?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }
  const drawAll = (drawn: readonly Mark[]) => {
    for (const page of new Set(drawn.flatMap(pagesOf))) draw(page)
  }

  eventBus.on('textlayerrendered', ({ source }: { source: PageView }) => draw(source.id))

  return {
    setMarks(next) {
      const before = marks
      marks = next
      selected = undefined
      drawAll([...before, ...next])
    },
    showMark(index) {
      elementOf(selected)?.classList.remove('selected')
      selected = index
      const mark = index === undefined ? undefined : marks[index]
      if (!mark) return
      elementOf(index)?.classList.add('selected')
      reveal()
      if (isWaiting) goTo(mark.page)
    },
  }
}

function pagesOf({ page, ranges }: Mark): number[] {
  return ranges.length === 0 ? [page] : ranges.map((range) => range.page)
}

function isOn(mark: Mark, page: number): boolean {
  return pagesOf(mark).includes(page)
}

/** In % of the page. */
export type Box = { x: number; y: number; width: number; height: number }

function boxesOf(mark: Mark, page: number, map: LetterMap, frame: DOMRect): Box[] {
  if (mark.ranges.length === 0) return [{ x: 0, y: 0, width: edgeWidth, height: 100 }]
  return mark.ranges
    .filter((range) => range.page === page)
    .flatMap(({ from, to }) => {
      if (from < to) return textParts(map, { from, to }).flatMap((part) => boxesIn(part, frame))
      const letter = letterAt(map, from)
      const [box] = letter ? boxesIn(letter.part, frame) : []
      if (!letter || !box) return []
      const x = letter.side === 'before' ? box.x : box.x + box.width
      return [{ ...box, x: x - caretWidth / 2, width: caretWidth }]
    })
}

/** The lines of a part of the text, with a little room around them. */
export function boxesIn({ node, from, to }: TextPart, frame: DOMRect): Box[] {
  const range = document.createRange()
  range.setStart(node, from)
  range.setEnd(node, to)
  return [...range.getClientRects()].map(({ x, y, width, height }) => ({
    x: ((x - frame.x) / frame.width) * 100 - roomX,
    y: ((y - frame.y) / frame.height) * 100 - roomY,
    width: (width / frame.width) * 100 + 2 * roomX,
    height: (height / frame.height) * 100 + 2 * roomY,
  }))
}

type Drawn = { index: number; isSelected: boolean }

/** One path per mark, so that neighbouring boxes don't darken each other. */
function drawnMark(
  kind: ChangeKind,
  boxes: readonly Box[],
  { index, isSelected }: Drawn,
): SVGElement {
  const group = document.createElementNS(svgNamespace, 'g')
  group.setAttribute('data-mark', String(index))
  group.setAttribute('class', isSelected ? `${kind} selected` : kind)
  const wash = boxes.map(boxPath)
  const line = boxes.map(({ x, y, width, height }) => `M${x} ${y + height}h${width}`)
  group.append(pathOf('wash', wash), pathOf('line', line))
  return group
}

/** A box as part of a path. */
export function boxPath({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

export function pathOf(name: string, parts: readonly string[]): SVGElement {
  const path = document.createElementNS(svgNamespace, 'path')
  path.setAttribute('class', name)
  path.setAttribute('d', parts.join(''))
  return path
}

import { changeWashes } from '@portal/domain/mark-colors'
import { type LetterMap, letterAt, letterMap } from './letter-ranges.ts'
import { caretAt, type Quad, quadOf, quadPath, underlinePath } from './page-geometry.ts'
import { type PageLayers, textLayerOf } from './page-layers.ts'
import type { Wash } from './page-washes.ts'
import type { ChangeKind, MarkedRange } from './shown-changes.ts'

/** What is marked: ranges of a page's letters, or without ranges the whole page. */
export type Mark = { kind: ChangeKind; page: number; ranges: readonly MarkedRange[] }

export type PageMarks = {
  /** Replaces all marks. */
  setMarks: (marks: readonly Mark[]) => void
  /** Scrolls to a mark by its position in the list and selects it; undefined selects none. */
  showMark: (index: number | undefined) => void
}

type PageMarksOptions = { layers: PageLayers; goTo: (page: number) => void }

const svgNamespace = 'http://www.w3.org/2000/svg'
/** The left edge of a page that changed completely. */
const edge = quadOf({ x: 0, y: 0, width: 0.008, height: 1 })

/** Where words were removed there are none to be marked: a line shows the place. */
const washes: Record<ChangeKind, string | undefined> = {
  added: changeWashes.added,
  pageAdded: changeWashes.added,
  changed: changeWashes.changed,
  pageChanged: changeWashes.changed,
  looksDifferent: changeWashes.changed,
  moved: changeWashes.moved,
  pageMoved: changeWashes.moved,
  removed: undefined,
  pagesRemoved: undefined,
}

/**
 * Paints marks into the pages, and draws their lines over them, under the text layer. A page that is rendered again is
 * marked again.
 */
export function createPageMarks({ layers, goTo }: PageMarksOptions): PageMarks {
  const { pageView } = layers
  let marks: readonly Mark[] = []
  let selected: number | undefined
  /** The selected mark is on a page that isn't rendered yet. */
  let isWaiting = false

  const draw = (page: number) => {
    const view = pageView(page)
    view?.div.querySelector(':scope > .pageMarks')?.remove()
    const own = marks.flatMap((mark, index) => (isOn(mark, page) ? [{ mark, index }] : []))
    const layer = textLayerOf(view)
    if (own.length === 0 || !view || !layer) return layers.paint('changes', page, [])
    const map = letterMap(layer)
    const { drawing, group } = emptyDrawing('pageMarks', view.rotation ?? 0)
    const painted: Wash[] = []
    for (const { mark, index } of own) {
      const quads = quadsOf(mark, page, layers, map)
      const color = washes[mark.kind]
      if (color) painted.push({ color, quads })
      group.append(drawnMark(mark.kind, quads, { index, isSelected: index === selected }))
    }
    layers.paint('changes', page, painted)
    layer.before(drawing)
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

  layers.onText(draw)

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

function quadsOf(mark: Mark, page: number, layers: PageLayers, map: LetterMap): readonly Quad[] {
  if (mark.ranges.length === 0) return [edge]
  return mark.ranges
    .filter((range) => range.page === page)
    .flatMap((range) => {
      const { from, to } = range
      if (from < to) return layers.quadsOf(page, range, map)
      const letter = letterAt(map, from)
      const [quad] = letter ? layers.quadsOf(page, letter, map) : []
      return letter && quad ? [caretAt(quad, letter.side)] : []
    })
}

type Marked = { index: number; isSelected: boolean }

function drawnMark(
  kind: ChangeKind,
  quads: readonly Quad[],
  { index, isSelected }: Marked,
): SVGElement {
  const group = drawnGroup(isSelected ? `${kind} selected` : kind, [
    pathOf('outline', quads.map(quadPath)),
    pathOf('line', quads.map(underlinePath)),
  ])
  group.setAttribute('data-mark', String(index))
  return group
}

/** A drawing over a page; its group contains paths in % of the page as it was made. */
export function emptyDrawing(name: string, rotation: number) {
  const drawing = document.createElementNS(svgNamespace, 'svg')
  drawing.setAttribute('class', name)
  drawing.setAttribute('viewBox', '0 0 100 100')
  drawing.setAttribute('preserveAspectRatio', 'none')
  drawing.setAttribute('aria-hidden', 'true')
  const group = document.createElementNS(svgNamespace, 'g')
  group.setAttribute('transform', `rotate(${rotation} 50 50)`)
  drawing.append(group)
  return { drawing, group }
}

export function drawnGroup(name: string, paths: readonly SVGElement[]): SVGElement {
  const group = document.createElementNS(svgNamespace, 'g')
  group.setAttribute('class', name)
  group.append(...paths)
  return group
}

export function pathOf(name: string, parts: readonly string[]): SVGElement {
  const path = document.createElementNS(svgNamespace, 'path')
  path.setAttribute('class', name)
  path.setAttribute('d', parts.join(''))
  return path
}

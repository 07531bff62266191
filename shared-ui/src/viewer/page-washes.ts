import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { type PagePoint, type Quad, turned } from './page-geometry.ts'
import type { PageView } from './viewport.ts'

/** A color over some boxes of a page. */
export type Wash = { color: string; quads: readonly Quad[] }

/** What washes are painted for; later ones cover earlier ones. */
const purposes = ['changes', 'notes', 'matches'] as const

export type PageWashes = {
  /** Replaces a page's washes for one purpose. */
  paint: (purpose: (typeof purposes)[number], page: number, washes: readonly Wash[]) => void
}

/** A rectangle of a canvas in its pixels, and where the copy of its clean pixels is. */
type Region = { x: number; y: number; width: number; height: number; copyX: number; copyY: number }

/** A canvas of pdf.js that has been drawn. */
type Drawn = {
  /** By how many degrees the reader had turned the page. */
  rotation: number
  /** Which part of the page it shows, in % of the page as it is shown. */
  part: { left: number; top: number; width: number; height: number }
  painted: string
  regions: readonly Region[]
  /** The pixels below the washes. They are copied, not read: browsers may falsify what is read, to prevent tracking. */
  clean?: HTMLCanvasElement
}

type PageWashesOptions = { eventBus: EventBus; pageView: (page: number) => PageView | undefined }

/**
 * Multiplies washes into pdf.js's own canvases, so that they darken the paper and not the ink. A blended element over the
 * page would look the same, but costs the compositor two to five times as much in every frame of a scroll.
 */
export function createPageWashes({ eventBus, pageView }: PageWashesOptions): PageWashes {
  const wanted = new Map<number, Partial<Record<(typeof purposes)[number], readonly Wash[]>>>()
  const drawn = new WeakMap<HTMLCanvasElement, Drawn>()

  const paintCanvas = (page: number, canvas: HTMLCanvasElement | null | undefined) => {
    const known = canvas && drawn.get(canvas)
    const context = known && canvas.width > 0 ? canvas.getContext('2d') : null
    if (!canvas || !known || !context) return
    const washes = purposes.flatMap((purpose) => wanted.get(page)?.[purpose] ?? [])
    const painted = JSON.stringify(washes)
    if (painted === known.painted) return
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    restore(context, known)
    paintWashes(context, known, washes)
    context.restore()
    known.painted = painted
  }

  eventBus.on('pagerendered', ({ source, cssTransform, isDetailView }: Rendered) => {
    // pdf.js has only stretched or turned the canvas that it has.
    if (cssTransform || !source.canvas) return
    const { rotation = 0 } = source.pageView ?? source
    const part = isDetailView ? partOf(source.canvas) : wholePage
    drawn.set(source.canvas, { rotation, part, painted: '[]', regions: [] })
    paintCanvas(source.id, source.canvas)
  })

  return {
    paint(purpose, page, washes) {
      const others = wanted.get(page)
      if (!others && washes.length === 0) return
      wanted.set(page, { ...others, [purpose]: washes })
      const view = pageView(page)
      for (const canvas of [view?.canvas, view?.detailView?.canvas]) paintCanvas(page, canvas)
    },
  }
}

type Rendered = {
  source: PageView & { pageView?: PageView }
  cssTransform: boolean
  isDetailView: boolean
}

const wholePage = { left: 0, top: 0, width: 1, height: 1 }

/** The part of the page that pdf.js draws again more sharply than the whole. */
function partOf({ style }: HTMLCanvasElement): Drawn['part'] {
  const [left = 0, top = 0, width = 1, height = 1] = [
    style.left,
    style.top,
    style.width,
    style.height,
  ].map((value) => Number.parseFloat(value) / 100)
  return { left, top, width, height }
}

function restore(context: CanvasRenderingContext2D, { clean, regions }: Drawn): void {
  if (!clean) return
  for (const region of regions) drawClean(context, clean, region)
  clean.width = 0
  clean.height = 0
}

function drawClean(
  context: CanvasRenderingContext2D,
  clean: HTMLCanvasElement,
  { x, y, width, height, copyX, copyY }: Region,
): void {
  context.drawImage(clean, copyX, copyY, width, height, x, y, width, height)
}

function paintWashes(
  context: CanvasRenderingContext2D,
  canvas: Drawn,
  washes: readonly Wash[],
): void {
  const size = context.canvas
  const boxes = washes.flatMap(({ color, quads }) =>
    quads.map((quad) => ({ color, corners: quad.map((point) => pixelOf(point, canvas, size)) })),
  )
  const regions = regionsOf(
    boxes.map(({ corners }) => corners),
    size,
  )
  const clean = copyOf(size, regions)
  for (const [index, { color, corners }] of boxes.entries()) {
    const region = regions[index]!
    if (!clean || region.width === 0 || region.height === 0) continue
    context.save()
    context.clip(pathOf(corners))
    // Where washes meet, the later one replaces the other: two of them would be too dark for the words.
    drawClean(context, clean, region)
    context.globalCompositeOperation = 'multiply'
    context.fillStyle = color
    context.fillRect(region.x, region.y, region.width, region.height)
    context.restore()
  }
  canvas.regions = regions
  if (clean) canvas.clean = clean
  else delete canvas.clean
}

/** In whole pixels, so that neighboring lines meet without a seam. */
function pixelOf(point: PagePoint, { rotation, part }: Drawn, size: HTMLCanvasElement): PagePoint {
  const { x, y } = turned(point, rotation)
  return {
    x: Math.round(((x - part.left) / part.width) * size.width),
    y: Math.round(((y - part.top) / part.height) * size.height),
  }
}

function pathOf(corners: readonly PagePoint[]): Path2D {
  const path = new Path2D()
  for (const { x, y } of corners) path.lineTo(x, y)
  path.closePath()
  return path
}

/** The rectangles around boxes, as far as they are on the canvas, with places for their copies one below the other. */
function regionsOf(boxes: readonly (readonly PagePoint[])[], size: HTMLCanvasElement): Region[] {
  let copyY = 0
  const regions = boxes.map((corners) => {
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
    const xs = corners.map(({ x }) => within(x, size.width))
    const ys = corners.map(({ y }) => within(y, size.height))
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const region = {
      x,
      y,
      width: Math.max(...xs) - x,
      height: Math.max(...ys) - y,
      copyX: 0,
      copyY,
    }
    if (region.width > 0) copyY += region.height
    return region
  })
  const widest = Math.max(0, ...regions.map(({ width }) => width))
  if (widest * copyY <= size.width * size.height) return regions
  // So many that a copy of the whole canvas is smaller.
  return regions.map((region) => ({ ...region, copyX: region.x, copyY: region.y }))
}

function copyOf(
  size: HTMLCanvasElement,
  regions: readonly Region[],
): HTMLCanvasElement | undefined {
  const shown = regions.filter(({ width, height }) => width > 0 && height > 0)
  if (shown.length === 0) return undefined
  const copy = document.createElement('canvas')
  copy.width = Math.max(...shown.map(({ copyX, width }) => copyX + width))
  copy.height = Math.max(...shown.map(({ copyY, height }) => copyY + height))
  const context = copy.getContext('2d', { alpha: false, willReadFrequently: true })
  for (const { x, y, width, height, copyX, copyY } of shown) {
    context?.drawImage(size, x, y, width, height, copyX, copyY, width, height)
  }
  return copy
}

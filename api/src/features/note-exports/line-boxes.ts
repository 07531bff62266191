import { pageLetters } from '@portal/domain/page-letters'
import type { Point } from '../../platform/pdf/shown-page.ts'

/** A text item of pdf.js; lengths in the page's own units. */
type TextItem = {
  str: string
  dir: string
  /** Maps the text's coordinates to the page's. */
  transform: readonly number[]
  width: number
  height: number
  fontName: string
}

/** How far a font's letters extend above and below the baseline, as fractions of its size. */
type FontExtent = { ascent: number; descent: number }

export type PageText = { items: readonly TextItem[]; fonts: Readonly<Record<string, FontExtent>> }

/** The corners of a piece of a line in text direction: upper left, upper right, lower left, lower right. */
export type LineBox = readonly [Point, Point, Point, Point]

/** The relative width of a character. */
export type CharacterWidth = (character: string) => number

/** A piece of a line: its origin, its direction as a unit vector, and its extent along and across it. */
type Piece = {
  origin: Point
  along: Point
  up: Point
  from: number
  to: number
  top: number
  bottom: number
}

/** For fonts that don't define their height. */
const usualExtent: FontExtent = { ascent: 0.9, descent: -0.22 }

/** The boxes, per line, of the letters (`pageLetters` of the domain) from `from` up to, but not including, `to`. */
export function lineBoxes(
  { items, fonts }: PageText,
  { from, to }: { from: number; to: number },
  widthOf: CharacterWidth,
): LineBox[] {
  const pieces: Piece[] = []
  let start = 0
  for (const item of items) {
    const { text, at } = pageLetters(item.str)
    const end = start + text.length
    const first = Math.max(from, start)
    const last = Math.min(to, end)
    if (first < last) {
      const units = { from: unitOf(at, first - start), to: unitOf(at, last - start - 1) + 1 }
      const piece = pieceOf(item, extentOf(fonts[item.fontName]), units, widthOf)
      if (piece) addPiece(pieces, piece)
    }
    start = end
  }
  return pieces.map(boxOf)
}

/** The last UTF-16 unit that starts at or before a letter. */
function unitOf(at: Int32Array, letter: number): number {
  let unit = 0
  while (unit + 1 < at.length - 1 && at[unit + 1]! <= letter) unit += 1
  return unit
}

function extentOf(font: FontExtent | undefined): FontExtent {
  const isKnown = font && Number.isFinite(font.ascent) && font.ascent > 0 && font.ascent <= 2
  if (!isKnown) return usualExtent
  const { ascent, descent } = font
  return { ascent, descent: descent < 0 && descent >= -1 ? descent : usualExtent.descent }
}

/** pdf.js gives no positions of single letters, so an item's width is distributed by the letters' usual widths. */
function pieceOf(
  { str, dir, transform, width, height }: TextItem,
  { ascent, descent }: FontExtent,
  units: { from: number; to: number },
  widthOf: CharacterWidth,
): Piece | undefined {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number]
  const along = unitVector(a, b)
  const up = unitVector(c, d)
  const size = Math.hypot(c, d) || height
  if (!along || !up || !(width > 0) || !(size > 0)) return undefined
  const widthOfPart = (part: string) =>
    Array.from(part).reduce((sum, character) => sum + widthOf(character), 0)
  const scale = width / (widthOfPart(str) || 1)
  const before = widthOfPart(str.slice(0, units.from)) * scale
  const after = before + widthOfPart(str.slice(units.from, units.to)) * scale
  const [from, to] = dir === 'rtl' ? [width - after, width - before] : [before, after]
  return { origin: [x, y], along, up, from, to, top: ascent * size, bottom: descent * size }
}

function unitVector(x: number, y: number): Point | undefined {
  const length = Math.hypot(x, y)
  return length > 0 ? [x / length, y / length] : undefined
}

/** Joins a piece with the previous one on the same line, so that spaces between words are marked too. */
function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  const joined = last && joinedPiece(last, piece)
  if (joined) pieces[pieces.length - 1] = joined
  else pieces.push(piece)
}

function joinedPiece(a: Piece, b: Piece): Piece | undefined {
  const size = a.top - a.bottom
  const isParallel = dot(a.along, b.along) > 0.999
  const offset: Point = [b.origin[0] - a.origin[0], b.origin[1] - a.origin[1]]
  const isSameLine = Math.abs(dot(offset, a.up)) < size * 0.3
  const shift = dot(offset, a.along)
  const from = b.from + shift
  const to = b.to + shift
  const gap = Math.max(from - a.to, a.from - to)
  if (!isParallel || !isSameLine || gap > size) return undefined
  return {
    ...a,
    from: Math.min(a.from, from),
    to: Math.max(a.to, to),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

function dot([ax, ay]: Point, [bx, by]: Point): number {
  return ax * bx + ay * by
}

function boxOf({ origin: [x, y], along, up, from, to, top, bottom }: Piece): LineBox {
  const corner = (across: number, high: number): Point => [
    x + along[0] * across + up[0] * high,
    y + along[1] * across + up[1] * high,
  ]
  return [corner(from, top), corner(to, top), corner(from, bottom), corner(to, bottom)]
}

import type { LetterRange } from './page-letters.ts'

/**
 * What a note is about, and its target: the selectors of the W3C Web Annotation Data Model in which it is sent and
 * stored. Positions on a page are fractions of its width and height as it was made; selectors have them in %.
 */
export type NoteSubject = {
  /** From 1. */
  page: number
  /** The words with their context, and their position in the letters of the pages. */
  words?: { exact: string; prefix: string; suffix: string; ranges: readonly LetterRange[] }
  /** The version with which its words were withdrawn. */
  withdrawnWith?: number
  rectangle?: PageRectangle
  ink?: readonly InkLine[]
}

/** In fractions of the page, from its upper left corner. */
export type PagePoint = { x: number; y: number }
export type PageRectangle = PagePoint & { width: number; height: number }

/** A line drawn by pencil or finger. */
export type InkLine = readonly PagePoint[]

type Selector =
  | {
      type: 'FragmentSelector'
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778' | 'http://www.w3.org/TR/media-frags/'
      value: string
    }
  | { type: 'TextQuoteSelector'; exact: string; prefix: string; suffix: string }
  | { type: 'TextPositionSelector'; start: number; end: number }
  | { type: 'SvgSelector'; value: string }

type Target = {
  version: number
  selector: readonly Selector[]
  quotationWithdrawn?: boolean | undefined
}

/** The target of a note on a version. */
export function targetOf({ page, words, rectangle, ink }: NoteSubject, version: number) {
  const selector: Selector[] = [
    {
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
      value: `page=${page}`,
    },
  ]
  if (words) {
    const { exact, prefix, suffix, ranges } = words
    const start = ranges[0]?.from ?? 0
    // Counting continues on the next page.
    const length = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    selector.push({ type: 'TextQuoteSelector', exact, prefix, suffix })
    selector.push({ type: 'TextPositionSelector', start, end: start + length })
  }
  if (rectangle) {
    const { x, y, width, height } = rectangle
    selector.push({
      type: 'FragmentSelector',
      conformsTo: 'http://www.w3.org/TR/media-frags/',
      value: `xywh=percent:${[x, y, width, height].map(percent).join(',')}`,
    })
  }
  if (ink) {
    const paths = ink.map((line) => `<path d="${inkPath([line])}"/>`)
    selector.push({
      type: 'SvgSelector',
      value: `<svg viewBox="0 0 100 100">${paths.join('')}</svg>`,
    })
  }
  return { version, selector }
}

/** What a target is about. Without the text of its pages, a passage is one range, which may end after its first page. */
export function subjectOf({ version, selector, quotationWithdrawn }: Target): NoteSubject {
  const page = pageOf(selector)
  const subject: NoteSubject = { page }
  if (quotationWithdrawn) subject.withdrawnWith = version
  for (const part of selector) {
    if (part.type === 'SvgSelector') subject.ink = inkOf(part.value)
    else if (part.type === 'FragmentSelector' && !part.value.startsWith(pagePrefix)) {
      subject.rectangle = rectangleOf(part.value)
    } else if (part.type === 'TextQuoteSelector') {
      const { exact, prefix, suffix } = part
      subject.words = { exact, prefix, suffix, ranges: rangesOf(selector, page) }
    }
  }
  return subject
}

const pagePrefix = 'page='

/** The page, from 1, where a target begins. */
export function pageOf(selector: readonly Selector[]): number {
  for (const part of selector) {
    const isPage = part.type === 'FragmentSelector' && part.value.startsWith(pagePrefix)
    if (isPage) return Number(part.value.slice(pagePrefix.length))
  }
  return 1
}

/** The letters of a target, counted from the start of its page. */
export function rangesOf(selector: readonly Selector[], page = pageOf(selector)): LetterRange[] {
  const position = selector.find((candidate) => candidate.type === 'TextPositionSelector')
  return position ? [{ page, from: position.start, to: position.end }] : []
}

/** The path of ink in a box of 100 × 100: straight lines from point to point; a dot for a tap. */
export function inkPath(ink: readonly InkLine[]): string {
  return ink
    .map((line) => {
      const points = line.length === 1 ? [line[0]!, line[0]!] : line
      return points
        .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${percent(x)} ${percent(y)}`)
        .join('')
    })
    .join('')
}

/** `M` begins a line and `L` continues it, in a box of 100 × 100. */
function inkOf(svg: string): InkLine[] {
  const lines: PagePoint[][] = []
  for (const [, command, x, y] of svg.matchAll(/([ML])(\d[\d.]*) (\d[\d.]*)/g)) {
    if (command === 'M' || lines.length === 0) lines.push([])
    lines.at(-1)!.push({ x: Number(x) / 100, y: Number(y) / 100 })
  }
  return lines
}

/** `xywh=percent:12.5,40,30,8` */
function rectangleOf(value: string): PageRectangle {
  const shares = value.slice(value.indexOf(':') + 1).split(',')
  const [x = 0, y = 0, width = 0, height = 0] = shares.map((share) => Number(share) / 100)
  return { x, y, width, height }
}

/** A fraction of the page in %, with as many decimals as a selector may have. */
export function percent(fraction: number): number {
  return Math.round(fraction * 100_000) / 1000
}

/** The target for a version: where its owner has placed it by hand, or else where it was made. */
export function targetFor<T extends { version: number }>(
  { target, placed }: { target: T; placed?: T | undefined },
  version: number,
): T {
  return placed && placed.version <= version ? placed : target
}

/** Shown in place of a quotation. */
export function withdrawnQuotation(version: number): string {
  return `The quotation was withdrawn with version ${version}.`
}

/** What a note without words is about, in words. */
export function subjectName({ rectangle, ink }: Pick<NoteSubject, 'rectangle' | 'ink'>): string {
  if (rectangle) return 'An area of the page'
  return ink ? 'A drawing' : 'The whole page'
}

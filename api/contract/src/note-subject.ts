import { shownQuotation } from '@portal/domain/shown-quotation'
import type { Note, NoteTarget } from './notes.ts'

type Point = readonly [x: number, y: number]

/** A rectangle of a page in shares of its width and height, from its upper left corner. */
export type PageRectangle = { x: number; y: number; width: number; height: number }

/** What a note is about, read from its selectors. */
export type NoteSubject = {
  page: number
  /** The quotation for display, with `…` where a word is cut; absent for notes on pages, rectangles and ink. */
  quotation?: string
  /** The version with which the quotation was withdrawn. */
  withdrawnWith?: number
  rectangle?: PageRectangle
  /** Lines of points in shares of the page's width and height. */
  ink?: Point[][]
}

/** The target for a version: where its owner has placed it by hand, or else where it was made. */
export function targetFor(
  { target, placed }: Pick<Note, 'target' | 'placed'>,
  version: number,
): NoteTarget {
  return placed && placed.version <= version ? placed : target
}

/** Shown in place of a quotation. */
export function withdrawnQuotation(version: number): string {
  return `The quotation was withdrawn with version ${version}.`
}

export function noteSubject({ version, selector, quotationWithdrawn }: NoteTarget): NoteSubject {
  const subject: NoteSubject = { page: 1 }
  if (quotationWithdrawn) subject.withdrawnWith = version
  for (const one of selector) {
    if (one.type === 'TextQuoteSelector') subject.quotation = shownQuotation(one)
    else if (one.type === 'SvgSelector') subject.ink = inkLines(one.value)
    else if (one.type === 'FragmentSelector') {
      if (one.value.startsWith('page=')) subject.page = Number(one.value.slice('page='.length))
      else subject.rectangle = rectangleOf(one.value)
    }
  }
  return subject
}

/** `xywh=percent:12.5,40,30,8` */
function rectangleOf(value: string): PageRectangle {
  const shares = value.slice(value.indexOf(':') + 1).split(',')
  const [x, y, width, height] = shares.map((share) => Number(share) / 100) as [
    number,
    number,
    number,
    number,
  ]
  return { x, y, width, height }
}

/** `M` begins a line and `L` continues it, in a box of 100 × 100. */
function inkLines(svg: string): Point[][] {
  const lines: Point[][] = []
  for (const [, command, x, y] of svg.matchAll(/([ML])(\d[\d.]*) (\d[\d.]*)/g)) {
    if (command === 'M' || lines.length === 0) lines.push([])
    lines.at(-1)!.push([Number(x) / 100, Number(y) / 100])
  }
  return lines
}

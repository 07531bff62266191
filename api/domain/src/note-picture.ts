import { type NoteColor, noteMarkColors } from './mark-colors.ts'
import type { NoteSubject, PageRectangle } from './note-subject.ts'
import { isolated } from './shown-text.ts'

/** What a picture of a note shows on its page: the frame of an area, or ink. */
export type NoteMark = Pick<NoteSubject, 'rectangle' | 'ink'>

/** How much of the page around a mark is shown, and the least that is, in fractions of the page. */
const margin = { x: 0.04, y: 0.03 }
const least = { width: 0.4, height: 0.14 }

/** The largest number of pictures in one file of notes. */
export const mostNotePictures = 200

/** The part of the page that a picture of a mark shows, in fractions of the page. */
export function picturedPart({ rectangle, ink = [] }: NoteMark): PageRectangle {
  const points = ink.flat()
  if (rectangle) {
    const { x, y, width, height } = rectangle
    points.push({ x, y }, { x: x + width, y: y + height })
  }
  const across = extent(points.map(({ x }) => x))
  const down = extent(points.map(({ y }) => y))
  const [x, width] = within(across.from - margin.x, across.to + margin.x, least.width)
  const [y, height] = within(down.from - margin.y, down.to + margin.y, least.height)
  return { x, y, width, height }
}

/** Ink has too many points to spread them into the arguments of a call. */
function extent(values: readonly number[]): { from: number; to: number } {
  const from = values.reduce((a, b) => Math.min(a, b), 1)
  return { from, to: values.reduce((a, b) => Math.max(a, b), from) }
}

/** Start and length of a stretch of the page, which is at least `length` long. */
function within(from: number, to: number, length: number): [number, number] {
  const long = Math.min(1, Math.max(length, to - from))
  const start = (from + to - long) / 2
  return [Math.max(0, Math.min(1 - long, start)), long]
}

type Pictured = { page: number; subject?: string | undefined; text: string }

/** How much of a note's words describes its picture, in UTF-16 units; they are all next to it. */
const mostWords = 200

/** A picture in words: `A drawing on page 4 of Spend-Down Model: Ask why` */
export function pictureText({ page, subject, text }: Pictured, paper: string): string {
  const what = subject === 'A drawing' ? subject : 'An area'
  const about = `${what} on page ${page} of ${isolated(paper)}`
  const words = beginning(text.trim())
  return words === '' ? about : `${about}: ${isolated(words)}`
}

/** A text, or its first words. */
function beginning(text: string): string {
  if (text.length <= mostWords) return text
  return `${text.slice(0, mostWords).replace(/\s+\S*$|\p{Cs}$/u, '')}…`
}

/** The strokes of ink, the lowest first, in px: yellow has an edge, without which it can't be seen on white. */
export function inkStrokes(color: NoteColor): readonly { color: string; width: number }[] {
  const { line } = noteMarkColors[color]
  if (color !== 'yellow') return [{ color: line, width: 3 }]
  return [
    { color: line, width: 5 },
    { color: yellowInk, width: 3 },
  ]
}

/** As in the viewer. */
const yellowInk = '#ffd21f'

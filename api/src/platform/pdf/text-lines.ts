// oxlint-disable-next-line typescript/triple-slash-reference -- other packages check this file without the API's declarations
/// <reference path="./linebreak.d.ts" />

import type { Font } from 'fontkit'
import LineBreaker from 'linebreak'
import { hasRightToLeft } from '@portal/domain/shown-text'
import newBidi from 'bidi-js'
import {
  type Face,
  faceOf,
  faceWith,
  hasLetters,
  letterOrMark,
  otherFaceOf,
  type Weight,
} from './pdf-faces.ts'

export type TextStyle = {
  weight: Weight
  /** In points, as the width. */
  size: number
  width: number
  /** A longer text is cut off with an ellipsis. */
  mostLines?: number
}

type Run = { letters: string; face: Face; isRightToLeft: boolean; width: number }

/** One line of a text, as its runs from left to right. */
export type TextLine = { runs: Run[]; width: number; size: number; weight: Weight }

export type TextLines = {
  lines: TextLine[]
  /** Whether a font has all of its letters; `▯` is in place of the others. */
  isWhole: boolean
}

/** Breaks a text into lines (UAX #14), each in the order in which it is shown. */
export function textLines(text: string, style: TextStyle): TextLines {
  const { mostLines = Infinity } = style
  const shown = shownLetters(text, style.weight)
  const { isWhole } = shown
  const places = brokenLines(shown, style)
  if (places.length <= mostLines) return { lines: places.map(({ line }) => line()), isWhole }
  const letters = Array.from(shown.text.slice(0, places[mostLines]!.start))
  const cutAfter = (count: number) => {
    const cut = `${letters.slice(0, count).join('').trimEnd()} …`
    return brokenLines(shownLetters(cut, style.weight), style)
  }
  let [fitting, end] = [0, letters.length + 1]
  while (end - fitting > 1) {
    const middle = Math.floor((fitting + end) / 2)
    if (cutAfter(middle).length <= mostLines) fitting = middle
    else end = middle
  }
  const cut = cutAfter(fitting).slice(0, mostLines)
  return { lines: cut.map(({ line }) => line()), isWhole }
}

/** In points, without a gap. */
export function heightOfLine(weight: Weight, size: number): number {
  const { ascent, descent, lineGap, unitsPerEm } = faceOf(weight).font()
  return ((ascent - descent + lineGap) / unitsPerEm) * size
}

/** Draws a line with its left upper corner at a place. The color is the current one. */
export function drawLine(
  doc: PDFKit.PDFDocument,
  { runs, size, weight }: TextLine,
  x: number,
  y: number,
): void {
  const { ascent, unitsPerEm } = faceOf(weight).font()
  const foot = y + (ascent / unitsPerEm) * size
  let at = x
  for (const { letters, face, isRightToLeft, width } of runs) {
    // pdfkit takes a font that is read already, which its types don't say.
    const font = fontIn(doc, face) as unknown as PDFKit.Mixins.PDFFontSource
    doc.font(font, face.name).fontSize(size)
    // pdfkit lays out word by word unless it is given features, which would leave the words in their order.
    const features = isRightToLeft ? { features: [] } : {}
    doc.text(letters, at, foot, { lineBreak: false, baseline: 'alphabetic', ...features })
    at += width
  }
}

const documentFonts = new WeakMap<PDFKit.PDFDocument, Map<Face, Font>>()

function fontIn(doc: PDFKit.PDFDocument, face: Face): Font {
  const fonts = documentFonts.get(doc) ?? new Map<Face, Font>()
  documentFonts.set(doc, fonts)
  const font = fonts.get(face) ?? face.open()
  fonts.set(face, font)
  return font
}

/** Letters that a font has, and for each UTF-16 unit its face. */
type Shown = { text: string; faces: Face[]; isWhole: boolean }

/** Joiners between letters, which change their forms. */
const joiners = /[\u200C\u200D]/
const isolates = /[\u2066-\u2069]/
/** Other joiners, selectors of variants, characters that reorder others, and control characters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const mark = /\p{M}/u
/** No language puts more marks on a letter; a font takes seconds to place thousands. */
const mostMarks = 8

function shownLetters(text: string, weight: Weight): Shown {
  const shown: Shown = { text: '', faces: [], isWhole: true }
  const add = (letter: string, face: Face) => {
    shown.text += letter
    for (let unit = 0; unit < letter.length; unit += 1) shown.faces.push(face)
  }
  let before = ''
  let marks = 0
  /** Where the last word begins. */
  let word = 0
  for (const letter of text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ')) {
    marks = mark.test(letter) ? marks + 1 : 0
    if (marks > mostMarks) continue
    if (!letterOrMark.test(before)) word = shown.text.length
    const last = shown.faces.at(-1) ?? faceOf(weight)
    const joins = joiners.test(letter) && letterOrMark.test(before)
    const isInLast = mark.test(letter) && last.font().hasGlyphForCodePoint(letter.codePointAt(0)!)
    if (letter === '\n' || isolates.test(letter) || joins || isInLast) add(letter, last)
    else if (unseen.test(letter)) continue
    else {
      const isInWord = word < shown.text.length
      const isLetter = letterOrMark.test(letter)
      const face = faceWith(letter, weight, isInWord || !isLetter ? last : undefined)
      shown.isWhole &&= face !== undefined
      // A word in two typefaces is ugly, and a mark is placed on its letter only within a font.
      const isOther = isLetter && face === otherFaceOf(weight) && face !== last
      if (isOther && hasLetters(face, shown.text.slice(word))) shown.faces.fill(face, word)
      add(face ? letter : '▯', face ?? otherFaceOf(weight))
    }
    before = letter
  }
  return shown
}

type PlacedLine = { start: number; line: () => TextLine }

/** The lines of a text, or one more than are shown of it. */
function brokenLines(shown: Shown, style: TextStyle): PlacedLine[] {
  const { width, mostLines = Infinity } = style
  const lines: PlacedLine[] = []
  let start = 0
  for (const paragraph of shown.text.split('\n')) {
    const faces = shown.faces.slice(start, start + paragraph.length)
    const lineOf = lineMaker({ ...shown, text: paragraph, faces }, style)
    const endLine = (from: number, to: number) =>
      lines.push({ start: start + from, line: () => lineOf(from, to) })
    // A word is measured as a whole, because letters next to each other may need more space; `used` is before it.
    let [from, end, word, used] = [0, 0, 0, 0]
    for (const next of possibleEnds(paragraph, (a, b) => lineOf(a, b).width <= width)) {
      if (end > from && used + lineOf(word, next).width > width) {
        endLine(from, end)
        if (lines.length > mostLines) return lines
        ;[from, word, used] = [end, end, 0]
      }
      end = next
      if (paragraph[end - 1] !== ' ') continue
      used += lineOf(word, end, true).width
      word = end
    }
    endLine(from, end)
    start += paragraph.length + 1
  }
  return lines
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where a line may end: at the breaks of UAX #14, and anywhere in a word that is wider than a line. */
function* possibleEnds(text: string, fits: (start: number, end: number) => boolean) {
  const breaker = new LineBreaker(text)
  let last = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next
    if (!fits(last, position)) {
      const word = text.slice(last, position)
      for (const { index } of graphemes.segment(word)) if (index > 0) yield last + index
    }
    yield position
    last = position
  }
}

/** Returns a function that makes a line of a part of a paragraph, by default without the spaces at its end. */
function lineMaker({ text, faces }: Shown, { size, weight }: TextStyle) {
  const directions = directionsOf(text)
  const isOtherFace = (index: number) => faces[index] !== faces[index - 1]
  return (start: number, end: number, keepsSpaces = false): TextLine => {
    const last = keepsSpaces ? end : start + text.slice(start, end).trimEnd().length
    const runs = directions.stretches(start, last, isOtherFace).flatMap((stretch): Run[] => {
      const letters = directions.letters(stretch)
      const face = faces[stretch.start]!
      const { isRightToLeft } = stretch
      const width = face.widthOf(letters) * size
      return letters === '' ? [] : [{ letters, face, isRightToLeft, width }]
    })
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), size, weight }
  }
}

const bidi = newBidi()

/** Characters that begin and end words of their own direction. */
const allIsolates = /[\u2066-\u2069]/g

/** Letters of one face and direction that are next to each other, as positions in their text. */
type Stretch = { start: number; end: number; isRightToLeft: boolean }

type Directions = {
  /** The parts of a line from left to right. `isSplit` returns whether a part ends between two letters. */
  stretches: (start: number, end: number, isSplit: (before: number) => boolean) => Stretch[]
  /** The letters of a stretch, with brackets that open to the other side where the text is right-to-left. */
  letters: (stretch: Stretch) => string
}

/** The order in which lines of a paragraph are shown (UAX #9). */
function directionsOf(text: string): Directions {
  const levels = hasRightToLeft(text) ? bidi.getEmbeddingLevels(text) : undefined
  const levelAt = (index: number) => levels?.levels[index] ?? 0
  return {
    stretches(start, end, isSplit) {
      const inOrder: Stretch[] = []
      for (let index = start; index < end; index += 1) {
        const last = inOrder.at(-1)
        if (last && levelAt(index) === levelAt(index - 1) && !isSplit(index)) last.end += 1
        else inOrder.push({ start: index, end: index + 1, isRightToLeft: levelAt(index) % 2 === 1 })
      }
      if (!levels || inOrder.length < 2) return inOrder
      const shown = bidi.getReorderedIndices(text, levels, start, end - 1)
      const place = new Map(shown.map((index, at) => [index, at]))
      return inOrder.toSorted((a, b) => place.get(a.start)! - place.get(b.start)!)
    },
    letters({ start, end, isRightToLeft }) {
      const letters = text.slice(start, end)
      if (!levels || !isRightToLeft) return letters.replaceAll(allIsolates, '')
      const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1)
      const shown = letters
        .split('')
        .map((unit, at) => mirrored.get(start + at) ?? unit)
        .join('')
        .replaceAll(allIsolates, '')
      // A font reorders letters of its scripts, and nothing that belongs to no script.
      return hasRightToLeft(letters) ? shown : Array.from(shown).toReversed().join('')
    },
  }
}

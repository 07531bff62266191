import { type LetterRange, pageLetters } from '@portal/domain/page-letters'
import { furnitureIn, repeatedLines } from '@portal/domain/page-furniture'
import { type LetterGrams, letterGrams } from './letter-grams.ts'

/** The letters (`pageLetters`) of all pages of a paper, joined. */
export type PaperLetters = {
  /** Without repeated page headers and footers, so that a passage continues across a page break. */
  text: string
  grams: LetterGrams
  /** With headers and footers. */
  whole: string
  /** Where each page begins in `whole`, and one more for the end. */
  starts: readonly number[]
  /** Where the parts of `text` are in `whole`; each part is on one page. */
  parts: readonly Part[]
}

type Part = { page: number; inText: number; inWhole: number; length: number }

export function paperLetters(pages: readonly string[]): PaperLetters {
  const furniture = repeatedLines(pages)
  const starts = [0]
  const parts: Part[] = []
  let [text, whole] = ['', '']
  for (const [index, page] of pages.entries()) {
    const { text: letters, at } = pageLetters(page)
    let from = 0
    for (const skipped of [
      ...furnitureIn(page, furniture),
      { from: page.length, to: page.length },
    ]) {
      const kept = letters.slice(from, at[skipped.from])
      const inWhole = whole.length + from
      if (kept) parts.push({ page: index + 1, inText: text.length, inWhole, length: kept.length })
      text += kept
      from = at[skipped.to]!
    }
    whole += letters
    starts.push(whole.length)
  }
  return { text, grams: letterGrams(text), whole, starts, parts }
}

/** The pages, from 1, with no letters except in headers and footers: scans, drawings and empty pages. */
export function pagesWithoutText(pages: readonly string[]): number[] {
  const furniture = repeatedLines(pages)
  return pages.flatMap((page, index) => {
    let rest = page
    for (const { from, to } of furnitureIn(page, furniture).toReversed()) {
      rest = rest.slice(0, from) + rest.slice(to)
    }
    return pageLetters(rest).text === '' ? [index + 1] : []
  })
}

/** The ranges of pages that a passage of `text` covers. */
export function rangesOf({ starts, parts }: PaperLetters, from: number, to: number): LetterRange[] {
  return parts.flatMap(({ page, inText, inWhole, length }) => {
    const [first, last] = [Math.max(from, inText), Math.min(to, inText + length)]
    const shift = inWhole - inText - starts[page - 1]!
    return first < last ? [{ page, from: first + shift, to: last + shift }] : []
  })
}

/**
 * The ranges of letters counted from the start of a page, from 1; beyond its end, counting continues on the next page.
 * Headers and footers count.
 */
export function lettersFrom(
  { starts }: PaperLetters,
  page: number,
  from: number,
  to: number,
): LetterRange[] {
  const begin = starts[page - 1]
  if (begin === undefined) return []
  return starts.slice(page - 1, -1).flatMap((start, index) => {
    const end = starts[page + index]!
    const [first, last] = [Math.max(begin + from, start), Math.min(begin + to, end)]
    return first < last ? [{ page: page + index, from: first - start, to: last - start }] : []
  })
}

/** The position in `text` of a letter of a page, from 1; undefined if `text` doesn't contain it. */
export function positionOf(
  { starts, parts }: PaperLetters,
  page: number,
  letter: number,
): number | undefined {
  const start = starts[page - 1]
  if (start === undefined) return undefined
  const at = start + letter
  const part = parts.find(({ inWhole, length }) => at >= inWhole && at < inWhole + length)
  return part && part.inText + at - part.inWhole
}

import { pageLetters } from '@portal/domain/page-letters'

/** The letters (`pageLetters`) of all pages of a paper, joined. */
export type PaperLetters = {
  text: string
  /** Where each page begins, and one more for the end. */
  starts: readonly number[]
}

export function paperLetters(pages: readonly string[]): PaperLetters {
  const starts = [0]
  let text = ''
  for (const page of pages) {
    text += pageLetters(page).text
    starts.push(text.length)
  }
  return { text, starts }
}

/** Part of a page, from 1; `to` is not included. */
export type LetterRange = { page: number; from: number; to: number }

/** A passage as parts of the pages that it is on. */
export function rangesOf({ starts }: PaperLetters, from: number, to: number): LetterRange[] {
  return starts.slice(0, -1).flatMap((start, index) => {
    const end = starts[index + 1]!
    const [first, last] = [Math.max(from, start), Math.min(to, end)]
    return first < last ? [{ page: index + 1, from: first - start, to: last - start }] : []
  })
}

import { derivedOnce } from '../../../platform/store/derived-once.ts'
import { pagesSharing } from './letter-grams.ts'
import { type LooksToCompare, pageByLook, type PlacedPage } from './page-by-look.ts'
import type { PaperLetters } from './paper-letters.ts'

/** The share of the page's letter sequences that the other page must have. */
const fewestShare = 0.7
/** How much more it must have than the next best page. */
const fewestLead = 0.2
/** A page with fewer letters is similar to too many others. */
const fewestLetters = 60

/** Finds an annotated page, from 1, in another version. Returns undefined if it is missing or ambiguous. */
export function placePage(
  page: number,
  made: PaperLetters,
  now: PaperLetters,
  looks: LooksToCompare = {},
): PlacedPage | undefined {
  const text = pageTexts(made)[page - 1]
  if (text === undefined) return undefined
  if (text !== '') return pageWithText(page, made, now)
  return pageByLook(page, looks, pageBetween(page, made, now))
}

/** Once per version: a paper may have hundreds of notes without a quotation. */
const pageTexts = derivedOnce(({ text, starts, parts }: PaperLetters): string[] => {
  const texts = starts.slice(1).map(() => '')
  for (const { page, inText, length } of parts) {
    texts[page - 1] += text.slice(inText, inText + length)
  }
  return texts
})

type Placed = Map<number, PlacedPage | undefined>
/** The places of a version's pages in another one. */
const placesOfPages = derivedOnce((_made: PaperLetters) =>
  derivedOnce((_now: PaperLetters): Placed => new Map()),
)

/** Once for all notes on the page. */
function pageWithText(page: number, made: PaperLetters, now: PaperLetters): PlacedPage | undefined {
  const known = placesOfPages(made)(now)
  if (!known.has(page)) known.set(page, findPage(page, made, now))
  return known.get(page)
}

function findPage(page: number, made: PaperLetters, now: PaperLetters): PlacedPage | undefined {
  const [before, after] = [pageTexts(made), pageTexts(now)]
  const text = before[page - 1]!
  const copies = before.filter((one) => one === text).length
  const equal = after.flatMap((one, index) => (one === text ? [index + 1] : []))
  if (equal.length === copies && equal.includes(page)) return { page, how: 'same' }
  if (equal.length > 0) {
    const isClear = equal.length === 1 && copies === 1
    return isClear ? { page: equal[0]!, how: 'moved' } : undefined
  }
  if (copies > 1 || text.length < fewestLetters) return undefined
  const [best, next] = pagesSharing(now, text)
  if (!best || best.share < fewestShare) return undefined
  if (next && best.share - next.share < fewestLead) return undefined
  return { page: best.page, how: 'approximate' }
}

/** Finds a page without text between the same neighbors with text, if it still has as many such pages. */
function pageBetween(page: number, made: PaperLetters, now: PaperLetters): number | undefined {
  const [before, after] = [pageTexts(made), pageTexts(now)]
  const previous = before.findLastIndex((text, index) => text !== '' && index + 1 < page) + 1
  const next = before.findIndex((text, index) => text !== '' && index + 1 > page) + 1
  if (previous === 0 && next === 0) return undefined
  const first = previous === 0 ? 0 : pageWithText(previous, made, now)?.page
  const last = next === 0 ? after.length + 1 : pageWithText(next, made, now)?.page
  if (first === undefined || last === undefined) return undefined
  const count = (next === 0 ? before.length + 1 : next) - previous
  const between = after.slice(first, last - 1)
  const isSame = last - first === count && between.every((text) => text === '')
  return isSame ? first + page - previous : undefined
}

import { counted } from './counted.ts'
import { additionalNumber, isMaterialType } from './slot-names.ts'

/** A paper of an agenda item: a slot of the agenda's quarter, so another file in the slot keeps its place. */
export type ItemPaper = {
  /** A slot that a newer release has stored is any text. */
  materialType: string
  /** "3–5, 9"; absent for the whole paper. */
  pages?: string | undefined
}

type Item = { papers?: readonly ItemPaper[] | undefined }
type PageRange = { from: number; to: number }

/** In ranges and digits: no paper has a page 100,000. */
const mostRanges = 20
export const pagesSentence = 'Please enter pages such as 3 or 3–5, 9'

/** The ranges of "3–5, 9", with any dash; undefined for another text. */
export function pageRanges(text: string): PageRange[] | undefined {
  const ranges = text.split(/[,;]/).map(pageRange)
  const isValid = ranges.length <= mostRanges && ranges.every((range) => range !== undefined)
  return isValid ? ranges : undefined
}

function pageRange(text: string): PageRange | undefined {
  const match = /^\s*([1-9]\d{0,4})\s*(?:[-–—]\s*([1-9]\d{0,4})\s*)?$/.exec(text)
  if (!match) return undefined
  const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])]
  return from <= to ? { from, to } : undefined
}

/** The pages as they are stored: "3-5 ,9" becomes "3–5, 9". Undefined if they aren't pages. */
export function normalPages(text: string): string | undefined {
  const written = ({ from, to }: PageRange) => (from === to ? `${from}` : `${from}–${to}`)
  return pageRanges(text)?.map(written).join(', ')
}

/** "page 3", "pages 3–5, 9"; undefined for the whole paper. */
export function pagesInWords(pages: string | undefined): string | undefined {
  const text = pages && normalPages(pages)
  if (!text) return undefined
  return /^\d+$/.test(text) ? `page ${text}` : `pages ${text}`
}

/** The page that a paper opens at; undefined for the whole paper. */
export function firstNamedPage(pages: string | undefined): number | undefined {
  return pages === undefined ? undefined : pageRanges(pages)?.[0]?.from
}

/** Why pages can't be those of a paper with this many pages; `count` is undefined if they can't be counted. */
export function pagesProblem(pages: string, count: number | undefined): string | undefined {
  if (pages.trim() === '') return undefined
  const ranges = pageRanges(pages)
  if (!ranges) return pagesSentence
  const isBeyond = count !== undefined && ranges.some(({ to }) => to > count)
  return isBeyond ? `This paper has ${counted(count, 'page')}.` : undefined
}

/**
 * What another quarter's agenda takes over: the slots that every quarter has. The additional materials are different
 * papers there, and pages belong to one file.
 */
export function carriedPapers(papers: readonly ItemPaper[]): ItemPaper[] {
  return papers
    .filter(
      ({ materialType }) =>
        isMaterialType(materialType) && additionalNumber(materialType) === undefined,
    )
    .map(({ materialType }) => ({ materialType }))
}

/** Material types in the order of reading: the agenda, its items' papers in their order, then the others. */
export function readingOrder<Type extends string>(
  items: readonly Item[],
  types: readonly Type[],
): Type[] {
  const named = items.flatMap(({ papers = [] }) => papers.map(({ materialType }) => materialType))
  const first = ['agenda', ...named].flatMap((name) => types.find((type) => type === name) ?? [])
  return [...new Set([...first, ...types])]
}

/** The first item that names a paper, its index, and the paper as the item names it. */
export function itemOfPaper<I extends Item>(items: readonly I[], materialType: string) {
  for (const [index, item] of items.entries()) {
    const paper = item.papers?.find((candidate) => candidate.materialType === materialType)
    if (paper) return { item, index, paper }
  }
  return undefined
}

import { counted } from './counted.ts'

/** A change of a paper, as far as a summary needs it. */
export type SummarizedChange = {
  /** Words in a page, a page as a whole, or a page without text whose picture differs. */
  kind: 'passage' | 'page' | 'picture'
  /** From 1. */
  page: number
}

/**
 * `2 passages changed, on pages 2 and 5; page 4 is new or moved`; `Nothing changed` without
 * changes.
 */
export function changesSummary(changes: readonly SummarizedChange[]): string {
  const of = (wanted: SummarizedChange['kind']) => changes.filter(({ kind }) => kind === wanted)
  const [passages, pages, pictures] = [of('passage'), of('page'), of('picture')]
  const parts = [
    passages.length > 0 ? `${countedPassages(passages)} changed, on ${pagesText(passages)}` : [],
    pages.length > 0 ? `${pagesText(pages)} ${isOne(pages) ? 'is' : 'are'} new or moved` : [],
    pictures.length > 0
      ? `${pagesText(pictures)} ${isOne(pictures) ? 'looks' : 'look'} different`
      : [],
  ].flat()
  return parts.length > 0 ? parts.join('; ') : 'Nothing changed'
}

/** `page 4`, `pages 2 and 5`, `pages 2, 5, 6 and 8 more`. */
export function pagesText(changes: readonly { page: number }[]): string {
  const pages = [...new Set(changes.map(({ page }) => page))].toSorted((a, b) => a - b)
  if (pages.length === 1) return `page ${pages[0]}`
  if (pages.length <= mostNamed + 1) {
    return `pages ${pages.slice(0, -1).join(', ')} and ${pages.at(-1)}`
  }
  return `pages ${pages.slice(0, mostNamed).join(', ')} and ${pages.length - mostNamed} more`
}

/** How many pages are named before the rest is counted. */
const mostNamed = 4

function countedPassages({ length }: readonly unknown[]): string {
  return counted(length, 'passage')
}

function isOne(changes: readonly { page: number }[]): boolean {
  return new Set(changes.map(({ page }) => page)).size === 1
}

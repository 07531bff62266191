import { marksIn, type Match, matchesIn, type SearchQuery } from '@portal/domain/search-query'
import { inOneLine } from '@portal/domain/search-words'

export type Snippet = { text: string; marks: { start: number; end: number }[] }

/** Maximum length of a snippet in UTF-16 units, without its ellipses. */
const width = 180

/** The part of a page that has most of what a query asks for, as plain text with the places of its words. */
export function snippetOf(page: string, query: SearchQuery): Snippet {
  const text = inOneLine(page, (word) => hasWord(query, word))
  const matches = matchesIn(text, query)
  const first = bestStart(matches)
  const from = wordStart(text, Math.max(0, first - 40))
  const to = wordEnd(text, Math.min(text.length, from + width))
  const before = from > 0 ? '… ' : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? ' …' : ''}`,
    marks: marksIn(text, query, matches)
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  }
}

function hasWord({ wanted }: SearchQuery, word: string): boolean {
  return wanted.some(({ spellings }) =>
    spellings.some(({ words: [only, ...others], isPrefix }) => {
      if (only === undefined || others.length > 0) return false
      return word === only || (isPrefix && word.startsWith(only))
    }),
  )
}

/** Where the passage starts that has the most of what is wanted in a snippet's width; of several, the shortest one. */
function bestStart(matches: Match[]): number {
  let best = 0
  let [most, shortest] = [0, Infinity]
  for (const [at, { start }] of matches.entries()) {
    const within = new Set<number>()
    let length = 0
    for (const next of matches.slice(at)) {
      if (next.end > start + width - 40) break
      if (!within.has(next.wanted)) length = next.end - start
      within.add(next.wanted)
    }
    if (within.size < most || (within.size === most && length >= shortest)) continue
    ;[best, most, shortest] = [start, within.size, length]
  }
  return best
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + 40 ? whole(text, at) : space + 1
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  return space < at - 40 ? whole(text, at) : space
}

/** Never splits a surrogate pair. */
function whole(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}

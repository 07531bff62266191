import { folded, inOneLine, placedWords } from '@portal/domain/search-words'

export type Snippet = { text: string; marks: { start: number; end: number }[] }

/** Maximum length of a snippet in UTF-16 units, without its ellipses. */
const width = 180

/** The part of a page that contains the most distinct search terms, as plain text with their positions. */
export function snippetOf(page: string, terms: { has: (term: string) => boolean }): Snippet {
  const text = inOneLine(page, (word) => terms.has(word))
  const matches: { start: number; end: number; term: string }[] = []
  for (const { word, start } of placedWords(text)) {
    const term = folded(word)
    if (!terms.has(term)) continue
    const last = matches.at(-1)
    // The letters of a word that is written without spaces.
    if (last?.end === start) last.end += word.length
    else matches.push({ start, end: start + word.length, term })
  }
  const first = bestStart(matches)
  const from = wordStart(text, Math.max(0, (matches[first]?.start ?? 0) - 40))
  const to = wordEnd(text, Math.min(text.length, from + width))
  const before = from > 0 ? '… ' : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? ' …' : ''}`,
    marks: matches
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  }
}

/** Index of the match that starts the densest group of distinct terms within a snippet's width. */
function bestStart(matches: { start: number; end: number; term: string }[]): number {
  let best = 0
  let most = 0
  for (const [at, { start }] of matches.entries()) {
    const within = new Set<string>()
    for (let next = at; next < matches.length; next += 1) {
      if (matches[next]!.end > start + width - 40) break
      within.add(matches[next]!.term)
    }
    if (within.size > most) [best, most] = [at, within.size]
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

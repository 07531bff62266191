import { type MarkedText, snippetParts } from './snippet-parts.ts'

/**
 * The marked words of a snippet, as a paper's address has them in `find`: its phrases, such as `annual budget`, which
 * are hardly anywhere else on the page; without a phrase, each word, as `annual|budget`. Undefined without marks.
 */
export function textsToFind(snippet: MarkedText | undefined): string | undefined {
  const all = snippet ? phrasesOf(snippet) : []
  const phrases = all.filter((phrase) => distinct(phrase.split(' ')).length > 1)
  const texts = phrases.length > 0 ? phrases : all.flatMap((phrase) => phrase.split(' '))
  return distinct(texts).join('|') || undefined
}

/** The texts to find that an address names. */
export function textsIn(find: string | null): string[] {
  const texts = (find ?? '').slice(0, longest).split('|')
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/** In UTF-16 units; longer than any that the search makes. */
const longest = 200

/** Marked words with only a space between them are one phrase. */
function phrasesOf(snippet: MarkedText): string[] {
  const phrases: string[] = []
  let isNext = false
  for (const { text, marked } of snippetParts(snippet)) {
    const last = phrases.at(-1)
    if (!marked) isNext = last !== undefined && text === ' '
    else if (isNext) phrases[phrases.length - 1] = `${last} ${text}`
    else phrases.push(text)
  }
  return phrases.map((phrase) => phrase.toLowerCase())
}

/** Leaves out texts that are found with a shorter one: `reserves` with `reserve`. */
function distinct(words: string[]): string[] {
  const unique = [...new Set(words)]
  return unique.filter((word) => !unique.some((other) => other !== word && word.includes(other)))
}

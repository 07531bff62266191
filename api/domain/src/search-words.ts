import { plainText } from './contains-words.ts'
import { joinedWords, numberTerm } from './joined-words.ts'

/** Letters of scripts that are written without spaces: each is a word. */
const single = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
/** Soft hyphens and zero-width joiners, which aren't seen. */
const unseen = String.raw`\u00AD\u200B-\u200D\u2060`
const letters = String.raw`[[\p{L}\p{M}\p{N}]--[${single}]]+`
const ending = String.raw`['’](?:[stdmSTDM]|re|ve|ll|RE|VE|LL)(?![\p{L}\p{M}\p{N}])`

/** A run of letters and digits; an amount such as 1,250,000 is one word, and so is *foundation’s*. */
const word = new RegExp(
  String.raw`\p{N}+(?:[.,]\p{N}+)+|[${single}]|${letters}(?:[${unseen}]+${letters})*(?:${ending})?`,
  'gv',
)
/** The hyphen of a word that is divided at the end of a line, as the viewer's search knows them, and the line's end. */
const lineHyphen = /(?<=\p{Ll}\p{M}*)[-\u00AD\u2010]\n(?=\p{Ll})/gu
/** Maximum length of each part of a divided word, in UTF-16 units. */
const longestPart = 40

/** A word, how it is matched, and where it is in its text, in UTF-16 units. */
export type PlacedWord = { word: string; term: string; start: number; end: number }

/**
 * The words of a text. A word that is divided at the end of a line is added in full as well: `long-` may also be a
 * word.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = text.match(word) ?? []
  if (text.includes('\n')) {
    for (const { index } of text.matchAll(lineHyphen)) words.push(dividedWord(text, index))
  }
  return words
}

/** The words of a text in one line, in their order. */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = []
  for (const { 0: found, index: start } of text.matchAll(word)) {
    const term = folded(found)
    if (term !== '') words.push({ word: found, term, start, end: start + found.length })
  }
  return words
}

/** The words of a text as they are matched, followed by dates, amounts and the like in one spelling. */
export function foldedWords(text: string): string[] {
  const words = wordsOf(text)
    .map(folded)
    .filter((candidate) => candidate !== '')
  const known = new Set(words)
  return [...words, ...joinedWords(text).flatMap(({ term }) => (known.has(term) ? [] : term))]
}

function dividedWord(text: string, hyphen: number): string {
  const first = /[\p{L}\p{M}]+$/u.exec(text.slice(Math.max(0, hyphen - longestPart), hyphen))
  const second = /^[\p{L}\p{M}]+/u.exec(text.slice(hyphen + 2, hyphen + 2 + longestPart))
  return `${first?.[0] ?? ''}${second?.[0] ?? ''}`
}

/** A text in one line. Words that are divided at the end of a line are joined if `isWanted` accepts them. */
export function inOneLine(text: string, isWanted: (word: string) => boolean): string {
  return text
    .replaceAll(lineHyphen, (_, at: number) => (isWanted(folded(dividedWord(text, at))) ? '' : '-'))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Normalizes a word for matching: removes case, accents, ligatures, thousands separators and the possessive's ending. */
export function folded(text: string): string {
  // Fast path: most words are plain ASCII.
  if (/^[a-z0-9]*$/i.test(text)) return text.toLowerCase()
  if (/^\p{N}+(?:[.,]\p{N}+)+$/u.test(text)) return numberTerm(text.normalize('NFKD'))
  return plainText(text.replace(/['’]s$/iu, '').replace(unmatched, ''))
}

const unmatched = new RegExp(String.raw`['’${unseen}]`, 'gu')

/** Whether a word of a search finds words that begin with it. The last one may be incomplete; a short one would find almost anything. */
export function isPrefix(term: string, isLast: boolean): boolean {
  return term.length > 2 || isLast
}

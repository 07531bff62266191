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
const lineHyphen = /(?<=\p{Ll})[-\u00AD\u2010]\n(?=\p{Ll})/gu
/** Maximum length of each part of a divided word, in UTF-16 units. */
const longestPart = 40

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

function dividedWord(text: string, hyphen: number): string {
  const first = /[\p{L}\p{M}]+$/u.exec(text.slice(Math.max(0, hyphen - longestPart), hyphen))
  const second = /^[\p{L}\p{M}]+/u.exec(text.slice(hyphen + 2, hyphen + 2 + longestPart))
  return `${first?.[0] ?? ''}${second?.[0] ?? ''}`
}

/** The words of a text in one line, with each word's start in UTF-16 units. */
export function* placedWords(text: string): Generator<{ word: string; start: number }> {
  for (const match of text.matchAll(word)) yield { word: match[0], start: match.index }
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
  return text
    .normalize('NFKD')
    .replace(/['’]s$/iu, '')
    .replace(decimals, `$1${decimalPoint}$2`)
    .replace(unmatched, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
}

/** 6.2 and 1,250.75, but not 1.250.000; 1.250 may be either, and is taken as 1250. */
const decimals = /^([\p{N},]+)\.(\p{N}{1,2}|\p{N}{4,})$/u
/** Stands for the point of a decimal fraction: a letter in every index, and in no text. */
const decimalPoint = 'ˑ'
const unmatched = new RegExp(String.raw`[\p{M}'’${unseen}]|(?<=\p{N})[.,](?=\p{N})`, 'gu')

/** The words of a text as they are matched. */
export function foldedWords(text: string): string[] {
  return wordsOf(text)
    .map(folded)
    .filter((candidate) => candidate !== '')
}

/** Whether a word of a search finds words that begin with it. The last one may be incomplete; a short one would find almost anything. */
export function isPrefix(term: string, isLast: boolean): boolean {
  return term.length > 2 || isLast
}

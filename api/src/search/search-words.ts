/** A run of letters and digits; an amount such as 1,250,000 is one word. */
const word = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu

export function wordsOf(text: string): string[] {
  return text.match(word) ?? []
}

/** Like `wordsOf`, with each word's start in UTF-16 units. */
export function* placedWords(text: string): Generator<{ word: string; start: number }> {
  for (const match of text.matchAll(word)) yield { word: match[0], start: match.index }
}

/** Normalizes a word for matching: removes case, accents, ligatures and thousands separators. */
export function folded(text: string): string {
  // Fast path: most words are plain ASCII.
  if (/^[a-z0-9]*$/i.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}|(?<=\p{N})[.,](?=\p{N})/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
}

/** The words of a text, normalized for matching. */
export function foldedWords(text: string): string[] {
  return wordsOf(text)
    .map(folded)
    .filter((one) => one !== '')
}

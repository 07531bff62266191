/** Whether a text contains every word of the search, in any order, ignoring case and accents. */
export function containsWords(text: string, search: string): boolean {
  const folded = plain(text)
  return plain(search)
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => folded.includes(word))
}

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss' }

/** Folds a text for matching, so that "sorensen" finds Sørensen. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœß]/gu, (letter) => plainLetters[letter]!)
}

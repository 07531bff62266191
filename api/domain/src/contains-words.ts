/** Whether a text contains every word of the search, in any order, ignoring case and accents. */
export function containsWords(text: string, search: string): boolean {
  const plain = plainText(text)
  return plainText(search)
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => plain.includes(word))
}

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** A text without case, accents and ligatures, composed or not: "sorensen" finds Sørensen. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðħŧıæœßþ]/g, (letter) => plainLetters[letter]!)
}

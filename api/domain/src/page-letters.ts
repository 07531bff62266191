/**
 * The text of a page without white space, each character in its NFKC form. It is the same whether a
 * reader joins words and lines by spaces, by line breaks or not at all, so a position in it holds
 * for the extracted text and for the text in a viewer.
 */
export type PageLetters = {
  text: string
  /** For each UTF-16 unit of the page's own text, its position here; one more for its end. */
  at: Int32Array
}

/** Part of the letters of a page, from 1; `to` is not included. */
export type LetterRange = { page: number; from: number; to: number }

export function pageLetters(page: string): PageLetters {
  const at = new Int32Array(page.length + 1)
  let text = ''
  let unit = 0
  for (const character of page) {
    at[unit] = text.length
    if (character.length === 2) at[unit + 1] = text.length
    unit += character.length
    text += letterOf(character)
  }
  at[unit] = text.length
  return { text, at }
}

/** Most characters are ASCII, which NFKC leaves as they are. */
function letterOf(character: string): string {
  if (character > ' ' && character <= '~') return character
  return character.normalize('NFKC').replaceAll(/\s/g, '')
}

/** Characters that nobody sees in a name, and that change how the text around them looks. */
const hidden = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu

/** Control characters other than tabs and line ends, and those that change the direction of the text after them. */
const harmful = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu

/** The sentence for a name that `isShown` refuses. */
export const hiddenCharacters =
  'It has characters that can’t be seen. Please type it instead of pasting it.'

/** Whether all of a name can be seen: it has no control characters and no direction marks. */
export function isShown(name: string): boolean {
  return name.search(hidden) < 0
}

/** A name on one line: tabs and line ends, as pasted text has them, become spaces. */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\t\n\r\u2028\u2029]+/gu, ' ')
}

/** A name from elsewhere, such as a file's, without what can't be seen, in Unicode's composed form. */
export function shownName(name: string): string {
  return onOneLine(name).replaceAll(hidden, '').normalize('NFC')
}

/** The names of folders, joined by `/`, as names are shown. Names that a file system reads as a place become `_`. */
export function shownPath(path: string): string {
  const names = path.split('/').map((name) => shownName(name))
  return names.map((name) => (/^\.{0,2}$/.test(name) ? '_' : name)).join('/')
}

/** Letters of Hebrew, Arabic and the other right-to-left scripts, with their presentation forms. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Characters that begin and end a text with a direction of its own. */
const isolates = /[\u2066-\u2069]/g

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * A name, title or quotation for a sentence or list that takes it in: it has its own direction, and the words, numbers
 * and marks around it keep their order (UAX #9, isolates). For what is shown or read aloud, never for what is stored,
 * sent or searched.
 */
export function isolated(text = ''): string {
  return hasRightToLeft(text) ? `\u2068${text.replaceAll(isolates, '')}\u2069` : text
}

/** A text of several lines without what could disguise it. */
export function harmlessText(text: string): string {
  return text.replaceAll(harmful, '')
}

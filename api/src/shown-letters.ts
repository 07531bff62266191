export type ShownText = {
  text: string
  /** Whether the font has all of its letters. */
  isWhole: boolean
}

/** Replaces what isn't in the font by `▯`, which would be left out otherwise. */
export function shownText(text: string, doc: PDFKit.PDFDocument): ShownText {
  const { font } = (doc as unknown as { _font: { font: Font } })._font
  let isWhole = true
  let shown = ''
  for (const character of text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')) {
    if (character === '\n') shown += character
    else if (unseen.test(character)) continue
    else if (font.hasGlyphForCodePoint(character.codePointAt(0)!)) shown += character
    else {
      isWhole = false
      shown += '▯'
    }
  }
  return { text: shown.replaceAll(longWord, '$&\u200B'), isWhole }
}

/**
 * Words longer than this get break points: pdfkit searches for a break letter by letter, which takes seconds in a word
 * of some thousand letters.
 */
const longWord = /\S{40}/gu

/** Joiners, selectors of variants and control characters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u

type Font = { hasGlyphForCodePoint: (code: number) => boolean }

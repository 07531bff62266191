import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** DejaVu Sans has the letters of some 60 scripts; the portal's own fonts only have Latin ones. */
const dejaVu = {
  text: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  strong: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

/** Fonts of letters that DejaVu Sans lacks, in one weight. Japanese has the Chinese forms of its characters. */
const others = [
  {
    name: 'chinese',
    file: beside(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf'),
    letters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303F\uFF01-\uFFEE]/u,
  },
  {
    name: 'korean',
    file: beside(require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Regular.otf'),
    letters: /\p{sc=Hangul}/u,
  },
  {
    name: 'devanagari',
    file: require.resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff'),
    letters: /\p{scx=Devanagari}/u,
  },
  {
    name: 'thai',
    file: require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
    letters: /\p{sc=Thai}/u,
  },
  {
    name: 'emoji',
    file: require.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
    letters: /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u,
  },
]

export type Weight = keyof typeof dejaVu

/** A font that is read when one of its letters is first needed, and then kept. */
export type Face = {
  name: string
  /** Its path. */
  file: string
  /** For measuring. */
  font: () => Font
  /**
   * For one document. A font keeps which letters its glyphs are for, and loses some when it is embedded: `e` is only a
   * part of `é` in a document without an `e`, and would have no letter in the next document.
   */
  open: () => Font
  /** In ems. */
  widthOf: (letters: string) => number
}

/** A book of thousands of pages has few words that aren't at the foot of every page. */
const mostWidths = 10_000

const faces: Record<Weight, Face> = {
  text: face('text', dejaVu.text),
  strong: face('strong', dejaVu.strong),
}
const fallbacks = others.map(({ name, file, letters }) => ({ ...face(name, file), letters }))

export function faceOf(weight: Weight): Face {
  return faces[weight]
}

/** The face that has a letter; undefined if none has. */
export function faceWith(letter: string, weight: Weight): Face | undefined {
  const code = letter.codePointAt(0)!
  const has = (candidate: Face) => candidate.font().hasGlyphForCodePoint(code)
  if (has(faces[weight])) return faces[weight]
  return fallbacks.find((fallback) => fallback.letters.test(letter) && has(fallback))
}

function face(name: string, file: string): Face {
  let read: Font | undefined
  const open = () => create(readFileSync(file)) as Font
  const font = () => (read ??= open())
  const widths = new Map<string, number>()
  const widthOfWord = (word: string) => {
    const known = widths.get(word)
    if (known !== undefined) return known
    if (widths.size >= mostWidths) widths.clear()
    const width = font().layout(word).advanceWidth / font().unitsPerEm
    widths.set(word, width)
    return width
  }
  return {
    name,
    file,
    font,
    open,
    widthOf: (letters) => letters.split(/(?<= )/).reduce((sum, word) => sum + widthOfWord(word), 0),
  }
}

/** These packages export no paths of their fonts. */
function beside(entry: string, file: string): string {
  return join(dirname(entry), '../fonts', file)
}

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { readFont } from './font-file.ts'

const require = createRequire(import.meta.url)

/** The portal's own typefaces, in parts, the first of which also gives the height of lines. */
const ownFiles = {
  text: [
    require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff'),
    require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff'),
  ],
  strong: [
    require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-600-normal.woff'),
    require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-600-normal.woff'),
  ],
  title: [
    require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
    require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff'),
  ],
}

const dejaVuBold = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

/** DejaVu Sans has the letters of some 60 scripts; the portal's own fonts only have Latin ones. */
const otherFiles = {
  text: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  strong: dejaVuBold,
  title: dejaVuBold,
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

export type Weight = keyof typeof ownFiles

/** A font that is read when one of its letters is first needed, and then kept. */
export type Face = {
  name: string
  /** As an OpenType font. */
  bytes: () => Buffer
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

const faces: Record<Weight, readonly [Face, ...Face[]]> = {
  text: facesOf('text'),
  strong: facesOf('strong'),
  title: facesOf('title'),
}
const fallbacks = others.map(({ name, file, letters }) => ({ ...face(name, file), letters }))

export function faceOf(weight: Weight): Face {
  return faces[weight][0]
}

/** The face of words that the portal's own typefaces can't write. */
export function otherFaceOf(weight: Weight): Face {
  return faces[weight].at(-1)!
}

export const letterOrMark = /[\p{L}\p{M}]/u

/**
 * The face that has a letter; undefined if none has. Spaces, digits and signs keep the face before them, and so do the
 * letters of a word that the portal's own faces can't write.
 */
export function faceWith(letter: string, weight: Weight, before?: Face): Face | undefined {
  const own = faces[weight]
  const has = (candidate: Face) => hasLetters(candidate, letter)
  const isKept = letterOrMark.test(letter)
    ? before === otherFaceOf(weight)
    : before && own.includes(before)
  if (before && isKept && has(before)) return before
  return own.find(has) ?? fallbacks.find((other) => other.letters.test(letter) && has(other))
}

/** Whether a face has all of some letters. */
export function hasLetters({ font }: Face, letters: string): boolean {
  return Array.from(letters).every((each) => font().hasGlyphForCodePoint(each.codePointAt(0)!))
}

function facesOf(weight: Weight): [Face, ...Face[]] {
  const [first, ...rest] = ownFiles[weight].map((file, part) => face(`${weight}-${part}`, file))
  return [first!, ...rest, face(`${weight}-other`, otherFiles[weight])]
}

function face(name: string, path: string): Face {
  let read: Font | undefined
  let file: Buffer | undefined
  const bytes = () => (file ??= readFont(path))
  const open = () => create(bytes()) as Font
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
    bytes,
    font,
    open,
    widthOf: (letters) => letters.split(/(?<= )/).reduce((sum, word) => sum + widthOfWord(word), 0),
  }
}

/** These packages export no paths of their fonts. */
function beside(entry: string, file: string): string {
  return join(dirname(entry), '../fonts', file)
}

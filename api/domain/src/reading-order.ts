import { hasRightToLeft } from './shown-text.ts'

/** A part of a page's text as pdf.js returns it; its own letters are in the order in which they are read. */
export type TextItem = {
  str: string
  hasEOL: boolean
  /** Its fifth number is where it begins, from the left. */
  transform: readonly number[]
}

/** Punctuation that follows a word in its own direction. */
const punctuation = new Set('.,:;!?()[]«»"\'،؛؟')
const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '«': '»',
  '»': '«',
}

/**
 * A page's text in the order in which it is read. Some programs write right-to-left lines from left to right, as they
 * look; then the parts of such a line are put in the other order, but for numbers and words of the other direction.
 * Marked content, which may begin and end at each letter, is left out of such a page.
 */
export function inReadingOrder<Item extends object>(items: readonly Item[]): readonly Item[] {
  const lines = linesOf(items.filter(isText))
  return lines.some(isAsItLooks)
    ? lines.flatMap((line) => (isAsItLooks(line) ? inOrder(line) : line))
    : items
}

/** Not the beginning or the end of marked content. */
function isText<Item extends object>(item: Item): item is Item & TextItem {
  return 'str' in item
}

function linesOf<T extends TextItem>(items: readonly T[]): T[][] {
  const lines: T[][] = [[]]
  for (const item of items) {
    lines.at(-1)!.push(item)
    if (item.hasEOL) lines.push([])
  }
  return lines
}

/** Whether right-to-left parts of a line follow each other to the right. */
function isAsItLooks(line: readonly TextItem[]): boolean {
  const parts = line.filter(({ str }) => hasRightToLeft(str))
  let steps = 0
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before) steps += Math.sign(leftOf(part) - leftOf(before))
  }
  return steps > 0
}

function leftOf({ transform }: TextItem): number {
  return transform[4] ?? 0
}

type Part<T> = { item: T; direction: 'right' | 'left' | undefined }

function inOrder<T extends TextItem>(line: readonly T[]): T[] {
  const isEnded = line.at(-1)!.hasEOL
  const parts: Part<T>[] = line
    .filter(({ str }) => str !== '')
    .map((item) => ({ item, direction: directionOf(item) }))
  // Names of the other direction may be most of a line, but not of a sentence.
  const isRightToLeft = lettersOf(parts, 'left') * 2 >= lettersOf(parts, 'right')
  const reversed = isRightToLeft ? turnRuns(parts.toReversed(), 'right') : turnRuns(parts, 'left')
  const ordered = reversed.map(({ item, direction }) => ({
    ...item,
    hasEOL: false,
    str: isRightToLeft && direction === 'right' ? withPunctuationAfter(item.str) : item.str,
  }))
  const last = ordered.at(-1)
  if (last) last.hasEOL = isEnded
  return ordered
}

/** `left` is where a right-to-left part leads. Undefined for spaces and signs alone. */
function directionOf({ str }: TextItem): Part<TextItem>['direction'] {
  if (hasRightToLeft(str)) return 'left'
  return /[\p{L}\p{N}]/u.test(str) ? 'right' : undefined
}

function lettersOf(parts: readonly Part<TextItem>[], wanted: 'left' | 'right'): number {
  return parts.reduce(
    (sum, { item, direction }) =>
      sum + (direction === wanted ? (item.str.match(/\p{L}/gu)?.length ?? 0) : 0),
    0,
  )
}

/** With each run of parts of one direction, and what is between them, in the other order. */
function turnRuns<T>(parts: readonly Part<T>[], wanted: 'left' | 'right'): Part<T>[] {
  const turned: Part<T>[] = []
  let run: Part<T>[] = []
  let between: Part<T>[] = []
  const endRun = () => {
    turned.push(...run.toReversed(), ...between)
    run = []
    between = []
  }
  for (const part of parts) {
    if (part.direction === wanted) {
      run.push(...between, part)
      between = []
    } else if (part.direction === undefined && run.length > 0) between.push(part)
    else {
      endRun()
      turned.push(part)
    }
  }
  endRun()
  return turned
}

/** `.40` at the left end of a right-to-left line is read as `40.`. */
function withPunctuationAfter(str: string): string {
  let [start, end] = [0, str.length]
  while (start < end && punctuation.has(str[start]!)) start += 1
  while (end > start && punctuation.has(str[end - 1]!)) end -= 1
  return `${mirror(str.slice(end))}${str.slice(start, end)}${mirror(str.slice(0, start))}`
}

function mirror(text: string): string {
  return Array.from(text, (sign) => mirrored[sign] ?? sign)
    .toReversed()
    .join('')
}

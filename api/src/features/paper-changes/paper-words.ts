import { pageLetters } from '@portal/domain/page-letters'
import { type Furniture, furnitureIn } from '@portal/domain/page-furniture'

/** The words, numbers and signs of a paper as one stream. */
export type PaperWords = {
  count: number
  /** A number per different word, shared by the papers that are compared. */
  ids: Int32Array
  /** The page of each word, from 0. */
  page: Int32Array
  /** Where each word begins and ends among its page's letters (see `pageLetters`). */
  from: Int32Array
  to: Int32Array
  /** The same in UTF-16 units of its page's text. */
  textFrom: Int32Array
  textTo: Int32Array
}

export type Papers = Record<'older' | 'newer', { pages: readonly string[]; words: PaperWords }>

/** The numbers of the words met so far. */
export type Vocabulary = Map<string, number>

/**
 * A word may be hyphenated, also at the end of a line: both spellings are one word. Scripts without
 * spaces between words are read by character. Nothing in it matches the same white space in two ways, or a page of
 * white space would take hours.
 */
const wordPattern =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|\p{L}[\p{L}\p{M}]*(?:(?:['’]|[-\u00AD\u2010](?:[^\S\n]*\n\s*)?['’]?)\p{L}[\p{L}\p{M}]*)*|\p{Nd}+(?:[.,]\p{Nd}+)*|[^\s\p{L}\p{Nd}\p{M}]/gu
const joints = /[-\u00AD\u2010\s]/g

/** Reads a paper's words, without the furniture of its pages. */
export function paperWords(
  pages: readonly string[],
  furniture: Furniture,
  vocabulary: Vocabulary,
): PaperWords {
  const columns = {
    ids: new Array<number>(),
    page: new Array<number>(),
    from: new Array<number>(),
    to: new Array<number>(),
    textFrom: new Array<number>(),
    textTo: new Array<number>(),
  }
  /** The part of a word at the end of the page before that ends in a hyphen. */
  let begun: string | undefined
  for (const [page, text] of pages.entries()) {
    const { at } = pageLetters(text)
    const skipped = furnitureIn(text, furniture)
    let body = text
    // Before words are read: a word split at the end of the page isn't continued in the footer.
    for (const { from, to } of skipped) {
      body = `${body.slice(0, from)}${' '.repeat(to - from)}${body.slice(to)}`
    }
    const words = wordsIn(body)
    // A page without words, such as a drawing, is no end of a word.
    if (words.length === 0) continue
    if (begun !== undefined && /^\p{Ll}/u.test(words[0]!.word)) {
      columns.ids[columns.ids.length - 1] = numberOf(begun + words.shift()!.word, vocabulary)
    }
    begun = begunWord(words)
    if (begun !== undefined) words.pop()
    for (const { word, index } of words) {
      const end = index + word.length
      columns.ids.push(numberOf(word, vocabulary))
      columns.page.push(page)
      columns.from.push(at[index]!)
      columns.to.push(at[end]!)
      columns.textFrom.push(index)
      columns.textTo.push(end)
    }
  }
  const { ids, page, from, to, textFrom, textTo } = columns
  return {
    count: ids.length,
    ids: Int32Array.from(ids),
    page: Int32Array.from(page),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    textFrom: Int32Array.from(textFrom),
    textTo: Int32Array.from(textTo),
  }
}

/** The first part of a word that is continued on the next page, if the last of these words is its hyphen. */
function begunWord(words: readonly { word: string; index: number }[]): string | undefined {
  const [part, hyphen] = words.slice(-2)
  if (!part || !hyphen || !/^[-\u00AD\u2010]$/.test(hyphen.word)) return undefined
  return /\p{L}$/u.test(part.word) && part.index + part.word.length === hyphen.index
    ? part.word
    : undefined
}

export function wordsIn(text: string): { word: string; index: number }[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({ word, index }))
}

/** The same for both spellings of a word. */
export function wordKey(word: string): string {
  const plain = /^[\w-]+$/.test(word) ? word : word.normalize('NFKC')
  return plain.length > 1 ? plain.replaceAll(joints, '') : plain
}

function numberOf(word: string, vocabulary: Vocabulary): number {
  const key = wordKey(word)
  const known = vocabulary.get(key)
  if (known !== undefined) return known
  vocabulary.set(key, vocabulary.size)
  return vocabulary.size - 1
}

import { pageLetters } from '@portal/domain/page-letters'
import { type Chance, randomSentence } from '../../paper-changes/paper-fixture.ts'
import type { Anchor } from './place-anchor.ts'

/** A word of a paper; the words of the first version have a number that survives edits. */
type Word = { text: string; number?: number }
type Paragraph = Word[]

export type Edits = {
  /** The share of words that are replaced, deleted or followed by an inserted word, from 0 to 1. */
  share: number
  /** How many paragraphs move. */
  moved?: number
}

/** Kinds of passages by their length in words. */
export const passageLengths = { word: 1, phrase: 3, sentence: 14, paragraph: 60 } as const

export type SamplePaper = { pages: string[]; paragraphs: Paragraph[] }

/** Makes a paper of `count` paragraphs; every tenth is a clause that occurs several times. */
export function samplePaper(chance: Chance, count: number): SamplePaper {
  const clause = `${randomSentence(chance)} ${randomSentence(chance)}`
  let number = 0
  const paragraphs = Array.from({ length: count }, (_, index) => {
    const sentences = Array.from({ length: 4 + chance(4) }, () => randomSentence(chance))
    if (index % 10 === 9) sentences.push(clause)
    return sentences
      .join(' ')
      .split(' ')
      .map((text) => ({ text, number: (number += 1) }))
  })
  return { paragraphs, pages: pagesOf(paragraphs) }
}

/** Makes the paper's next version. */
export function edited(
  { paragraphs }: SamplePaper,
  { share, moved = 0 }: Edits,
  chance: Chance,
): SamplePaper {
  const happens = () => chance(10_000) < share * 10_000
  const newWord = () => randomSentence(chance).split(' ')[1]!
  const next = paragraphs.map((paragraph) =>
    paragraph.flatMap((word): Word[] => {
      if (!happens()) return [word]
      const kind = chance(3)
      if (kind === 0) return [{ ...word, text: newWord() }]
      return kind === 1 ? [] : [word, { text: newWord() }]
    }),
  )
  for (let left = moved; left > 0; left -= 1) {
    const [taken] = next.splice(chance(next.length), 1)
    next.splice(chance(next.length + 1), 0, taken!)
  }
  return { paragraphs: next, pages: pagesOf(next) }
}

const wordsPerPage = 420

function pagesOf(paragraphs: readonly Paragraph[]): string[] {
  const words = paragraphs.flat()
  const count = Math.ceil(words.length / wordsPerPage)
  return Array.from({ length: count }, (_, page) => {
    const own = words.slice(page * wordsPerPage, (page + 1) * wordsPerPage)
    const lines = own.map(({ text }, index) => (index % 12 === 11 ? `${text}\n` : `${text} `))
    return `Larkspur Foundation · Board paper\n${lines.join('')}\nPage ${page + 1} of ${count}`
  })
}

export type Passage = { anchor: Anchor; numbers: number[] }

/** Picks a random passage of a paper, as a note would record it. */
export function passageIn(
  { paragraphs, pages }: SamplePaper,
  length: number,
  chance: Chance,
): Passage {
  const words = paragraphs.flat()
  for (;;) {
    const paragraph = paragraphs[chance(paragraphs.length)]!
    if (paragraph.length < length) continue
    const first = words.indexOf(paragraph[chance(paragraph.length - length + 1)]!)
    const page = Math.floor(first / wordsPerPage)
    // The passage is on one page: its words are counted from the page's start.
    if (Math.floor((first + length - 1) / wordsPerPage) !== page) continue
    const own = words.slice(first, first + length)
    const text = pages[page]!
    const before = words.slice(page * wordsPerPage, first)
    const exact = own.map((word) => word.text).join(' ')
    const head = text.slice(0, text.indexOf('\n'))
    const start = pageLetters(head + before.map((word) => word.text).join('')).text.length
    const letters = pageLetters(text).text
    const end = start + pageLetters(exact).text.length
    return {
      numbers: own.map(({ number }) => number!),
      anchor: {
        page: page + 1,
        exact,
        prefix: letters.slice(Math.max(0, start - 32), start),
        suffix: letters.slice(end, end + 32),
        start,
      },
    }
  }
}

/** Where the passage's words are now, as `<page> <letter>`; empty if none is left. */
export function truePlace(
  { paragraphs, pages }: SamplePaper,
  numbers: readonly number[],
): Set<string> {
  const wanted = new Set(numbers)
  const place = new Set<string>()
  let letter = 0
  for (const [index, { text, number }] of paragraphs.flat().entries()) {
    const page = Math.floor(index / wordsPerPage)
    if (index % wordsPerPage === 0) {
      letter = pageLetters(pages[page]!.split('\n')[0]!).text.length
    }
    const end = letter + pageLetters(text).text.length
    const isWanted = number !== undefined && wanted.has(number)
    for (; letter < end; letter += 1) if (isWanted) place.add(`${page + 1} ${letter}`)
  }
  return place
}
